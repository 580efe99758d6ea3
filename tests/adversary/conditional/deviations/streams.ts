/** Deviations of streams. */

import type { Json } from '../../red-team/layer/conditions.ts'
import { jsonReply } from '../../red-team/layer/reply.ts'
import type { Broken } from '../../red-team/rows.ts'
import { type Deviation, deviatingOn, halved, inChunks, inEvents } from './deviation.ts'

const END: readonly Broken[] = ['stream-done', 'stream-final-chunk', 'stream-after-final', 'stream-content']

type At = (chunk: Json) => Json
const choice: At = ({ choices }) => choices[0]
/** Sets members of each chunk (`last`: of the final one), or of the part of a chunk that `at` returns. */
const each = (edit: object, at: At = (chunk) => chunk) =>
  inChunks((chunks) => {
    for (const chunk of chunks) Object.assign(at(chunk) ?? {}, edit)
  })
const last = (edit: object, at: At = (chunk) => chunk) =>
  inChunks((chunks) => void Object.assign(at(chunks.findLast(isFinal)), edit))
const perEvent = (edit: (event: string, at: number) => string) => inEvents((events) => events.map(edit))
const isFinal = ({ choices }: Json): boolean => choices[0]?.finish_reason != null

const withoutSpace = perEvent((event) => event.replace('data: ', 'data:'))
const withOneMore = inEvents((events) => [...events, 'data: {}\n\n'])
const withTwoFinals = inChunks((chunks) => [...chunks, ...chunks.filter(isFinal)])
const asCompletion: Deviation['change'] = (reply, ask) => {
  const choice = { index: 0, message: { role: 'assistant', content: 'Well.' }, finish_reason: 'stop' }
  const body = { id: 'c', object: 'chat.completion', created: 1, model: ask.json.model, choices: [choice] }
  Object.assign(reply, jsonReply(200, body))
}

export const streams: readonly Deviation[] = [
  ...deviatingOn('stream', 'response cut', {
    'no [DONE]': [8, ['stream-done'], inEvents((events) => events.slice(0, -1))],
    'cut after the first event': [4, END, inEvents((events) => events.slice(0, 1))],
    'cut within an event': [3, [...END, 'stream-framing', 'stream-chunk-json'], halved],
    'no final chunk': [4, ['stream-final-chunk'], inChunks((chunks) => chunks.filter((chunk) => !isFinal(chunk)))],
  }),
  ...deviatingOn('stream', 'framing of events', {
    'no space after data:': [3, ['stream-framing', 'stream-done'], withoutSpace],
    'one line feed between events': [3, ['stream-*'], perEvent((event) => event.slice(0, -1))],
    'names of events': [3, ['stream-framing'], perEvent((event) => `event: message\n${event}`)],
    'ids of events': [2, ['stream-framing'], perEvent((event, at) => `id: ${at}\n${event}`)],
    'an event after [DONE]': [2, ['stream-after-done', 'stream-done'], withOneMore],
    'two final chunks': [2, ['stream-final-chunk', 'stream-after-final'], withTwoFinals],
  }),
  ...deviatingOn('stream', 'wrong member', {
    'another object': [2, ['chunk-object'], each({ object: 'chat.completion' })],
    'no id': [2, ['chunk-id'], each({ id: undefined })],
    'no created in the final chunk': [2, ['chunk-created'], last({ created: undefined })],
    'logprobs next to the delta': [3, ['chunk-choice-closed'], each({ logprobs: null }, choice)],
    'another finish_reason': [2, ['chunk-choice-finish-reason'], last({ finish_reason: 'tool_calls' }, choice)],
    'content in the final chunk': [2, ['stream-final-delta'], last({ delta: { content: '.' } }, choice)],
    'content is null': [2, ['chunk-delta-content'], each({ content: null }, (chunk) => choice(chunk)?.delta)],
  }),
  ...deviatingOn('stream', 'another form', {
    'a completion instead': [5, ['stream-*', 'request-stream', 'completion-media-type'], asCompletion],
  }),
]
