/** What may go wrong with a stream. */
import type { Broken } from '../../red-team/fault.ts'
import type { Json } from '../../red-team/layer/conditions.ts'
import { jsonReply } from '../../red-team/layer/reply.ts'
import { type Deviation, inChunks, inEvents, of } from './deviation.ts'

const stream = (
  group: string,
  name: string,
  weight: number,
  breaks: readonly Broken[],
  change: Deviation['change'],
): Deviation => ({ name: `stream: ${name}`, group, weight, fits: of('stream'), breaks, change })

const CUT = 'answer cut'
const FRAMES = 'framing of events'
const MEMBER = 'wrong member'
const END: readonly Broken[] = ['stream-done', 'stream-final-chunk', 'stream-after-final', 'stream-content']

const each = (edit: (chunk: Json) => unknown) => inChunks((chunks) => void chunks.forEach(edit))
const last = (edit: (chunk: Json) => unknown) =>
  inChunks((chunks) => void edit(chunks.findLast(({ choices }) => choices[0]?.finish_reason != null)))
const isFinal = ({ choices }: Json): boolean => choices[0]?.finish_reason != null

export const streams: readonly Deviation[] = [
  stream(
    CUT,
    'no [DONE]',
    8,
    ['stream-done'],
    inEvents((events) => events.slice(0, -1)),
  ),
  stream(
    CUT,
    'cut after the first event',
    4,
    [...END],
    inEvents((events) => events.slice(0, 1)),
  ),
  stream(CUT, 'cut within an event', 3, [...END, 'stream-framing', 'stream-chunk-json'], (reply) => {
    reply.body = reply.body.subarray(0, reply.body.length / 2)
  }),
  stream(
    CUT,
    'no final chunk',
    4,
    ['stream-final-chunk'],
    inChunks((chunks) => chunks.filter((chunk) => !isFinal(chunk))),
  ),
  stream(
    FRAMES,
    'no space after data:',
    3,
    ['stream-framing', 'stream-done'],
    inEvents((events) => events.map((event) => event.replace('data: ', 'data:'))),
  ),
  stream(
    FRAMES,
    'one line feed between events',
    3,
    ['stream-*'],
    inEvents((events) => events.map((event) => event.slice(0, -1))),
  ),
  stream(
    FRAMES,
    'names of events',
    3,
    ['stream-framing'],
    inEvents((events) => events.map((event) => `event: message\n${event}`)),
  ),
  stream(
    FRAMES,
    'ids of events',
    2,
    ['stream-framing'],
    inEvents((events) => events.map((event, at) => `id: ${at}\n${event}`)),
  ),
  stream(
    FRAMES,
    'an event after [DONE]',
    2,
    ['stream-after-done', 'stream-done'],
    inEvents((events) => [...events, 'data: {}\n\n']),
  ),
  stream(
    FRAMES,
    'two final chunks',
    2,
    ['stream-final-chunk', 'stream-after-final'],
    inChunks((chunks) => [...chunks, ...chunks.filter(isFinal)]),
  ),
  stream(
    MEMBER,
    'another object',
    2,
    ['chunk-object'],
    each((chunk) => Object.assign(chunk, { object: 'chat.completion' })),
  ),
  stream(
    MEMBER,
    'no id',
    2,
    ['chunk-id'],
    each((chunk) => Object.assign(chunk, { id: undefined })),
  ),
  stream(
    MEMBER,
    'no created in the final chunk',
    2,
    ['chunk-created'],
    last((chunk) => Object.assign(chunk, { created: undefined })),
  ),
  stream(
    MEMBER,
    'logprobs next to the delta',
    3,
    ['chunk-choice-closed'],
    each(({ choices: [choice] }) => Object.assign(choice ?? {}, { logprobs: null })),
  ),
  stream(
    MEMBER,
    'another finish_reason',
    2,
    ['chunk-choice-finish-reason'],
    last(({ choices: [choice] }) => Object.assign(choice, { finish_reason: 'tool_calls' })),
  ),
  stream(
    MEMBER,
    'content in the final chunk',
    2,
    ['stream-final-delta'],
    last(({ choices: [choice] }) => Object.assign(choice, { delta: { content: '.' } })),
  ),
  stream(
    MEMBER,
    'content is null',
    2,
    ['chunk-delta-content'],
    each(({ choices: [choice] }) => Object.assign(choice?.delta ?? {}, { content: null })),
  ),
  stream(
    'another form',
    'a completion instead',
    5,
    ['stream-*', 'request-stream', 'completion-media-type'],
    (reply, ask) => {
      const choice = { index: 0, message: { role: 'assistant', content: 'Well.' }, finish_reason: 'stop' }
      const body = { id: 'c', object: 'chat.completion', created: 1, model: ask.json.model, choices: [choice] }
      Object.assign(reply, jsonReply(200, body))
    },
  ),
]
