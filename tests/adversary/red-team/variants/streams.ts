/** Streams whose shape is free. */
import { and, every, isStream, type Json, status } from '../layer/conditions.ts'
import { chunks, events, isFinal, respond } from '../layer/edits.ts'
import type { Mutation } from '../layer/mutation.ts'
import type { Reply } from '../layer/reply.ts'
import { allowed } from '../rows.ts'

/** A stream with these pieces of text. */
const saying = (...parts: readonly string[]): Mutation =>
  chunks((all) => [
    ...parts.map((content) => ({ ...all[0], choices: [{ index: 0, delta: { content }, finish_reason: null }] })),
    ...all.filter(isFinal),
  ])

const empty = (all: Json[]) => ({ ...all[0], choices: [] })
const withEmptyOnes = (all: Json[]): Json[] => {
  return [empty(all), ...all.flatMap((chunk) => (isFinal(chunk) ? [chunk] : [chunk, empty(all)]))]
}
const USAGE = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
const each = (edit: (event: string, at: number) => string): Mutation => events((all) => all.map(edit))
const inTwo = ({ body }: Reply) => ({ pieces: [body.subarray(0, 80), body.subarray(80)], pause: 400 })

export const streams = [
  ...allowed('6.3: how text is cut is not shown', {
    'streams.one-huge-piece': saying('漢'.repeat(200_000)),
    'streams.three-thousand-pieces': saying(...Array.from({ length: 3000 }, (_, at) => `${at} `)),
    'streams.pieces-with-line-ends': saying('a\n\ndata: [DONE]\n\n', '\r\n', '\u2028'),
    'streams.letters-in-pieces': saying('👩', '\u200d', '🚀', 'e', '\u0301'),
  }),
  ...allowed('2.6: at most one choice, usage in any chunk', {
    'streams.chunks-without-choice': chunks(withEmptyOnes),
    'streams.usage-after-the-final-chunk-too': chunks((all) => [...all, { ...empty(all), usage: USAGE }]),
    'streams.usage-null-after-the-final-chunk': chunks((all) => [...all, { ...empty(all), usage: null }]),
  }),
  ...allowed('server-sent events (WHATWG): line ends, a mark and comments are free', {
    'streams.comments-like-events': each((event) => `:data: [DONE]\n:\n: event: x\n${event}`),
    'streams.comment-of-ten-kilobytes': events((all) => [`:${' '.repeat(10_000)}\n\n`, ...all]),
    'streams.line-ends-of-both-kinds': each((event, at) => (at % 2 ? event : event.replaceAll('\n', '\r\n'))),
    'streams.mark-comments-and-shreds': {
      freedoms: { streamBom: 'leading', comments: 'attached', lineEnds: 'crlf', pacing: 'shreds' },
    },
  }),
  ...allowed('RFC 8259: white space after the value', {
    'streams.space-after-the-json': each((event) =>
      event.includes('[DONE]') ? event : event.replace('\n\n', ' \n\n'),
    ),
  }),
  ...allowed('gaps have no limit', {
    'streams.pause-within-an-event': respond(and(isStream, status(200), every(6)), inTwo),
  }),
]
