import type { Change } from '../core/disturbance.ts'
import {
  count,
  type DisturbName,
  distribution,
  duration,
  flag,
  type Kind,
  offsets,
  oneOf,
  type ParametersOf,
  several,
} from '../core/disturbance.ts'
import { type Distribution, openDistribution, sample } from '../core/time/distribution.ts'
import { milliseconds } from '../core/time/duration.ts'
import {
  atOffsets,
  atRandom,
  beforeHead,
  everyBytes,
  insideCharacters,
  ofBody,
  ofBytes,
  ofStream,
  split,
} from './changes.ts'
import * as stream from './stream-changes.ts'

/** A disturbance as a row: its parameters, and what a client sees of it. */
export interface Row<P> {
  readonly parameters: Readonly<Record<keyof P & string, Kind>>
  readonly required?: readonly (keyof P & string)[]
  /** Exactly one of all its parameters is given. */
  readonly one?: true
  /** `every answer` of one call, or only `streams`. */
  readonly of: 'every answer' | 'streams'
  readonly shows: string
  /** Of parameters that were checked. */
  change(parameters: P): Change
}

const NONE = {}

/** A change that waits: for the same time always, or for one that is drawn for each answer. */
function waiting(ms: Distribution, change: (wait: number) => Change): Change {
  const sampler = openDistribution(ms)
  return (answer, draw) => change(sample(sampler, draw))(answer, draw)
}

/** Breaks off before the head when neither place nor bytes are given. */
function brokenOff(act: 'cut' | 'reset', { after, bytes }: ParametersOf['cut']): Change {
  if (after === undefined && bytes === undefined) return beforeHead({ act })
  return ofBody(stream.breakOff(act, after ?? 0, bytes), (body) => [beginning(body, bytes), { act }])
}

/** So many bytes of a document, the half when nothing is said, and never its last one. */
function beginning(body: Uint8Array, bytes = Math.floor(body.length / 2)): Uint8Array {
  return body.subarray(0, Math.max(0, Math.min(bytes, body.length - 1)))
}

/** Every disturbance, in the order of the answer: before the head, in the body, at its end, and in its packets. */
export const TABLE: { readonly [N in DisturbName]: Row<ParametersOf[N]> } = {
  latency: {
    parameters: { ms: distribution },
    required: ['ms'],
    of: 'every answer',
    shows: 'nothing for a while, then the answer',
    change: ({ ms }) => waiting(ms, (wait) => beforeHead({ wait })),
  },
  'first-byte': {
    parameters: { ms: distribution },
    required: ['ms'],
    of: 'every answer',
    shows: 'the head at once, the first byte of the body after a while',
    change: ({ ms }) => waiting(ms, (wait) => ofBody(stream.startLate(wait), (body) => [{ wait }, body])),
  },
  gap: {
    parameters: { ms: distribution },
    required: ['ms'],
    of: 'streams',
    shows: 'a pause between any two events',
    change: ({ ms }) => {
      const sampler = openDistribution(ms)
      return (answer, draw) => ofStream(stream.pauseBetween(() => sample(sampler, draw)))(answer, draw)
    },
  },
  stall: {
    parameters: { after: count, ms: duration },
    required: ['ms'],
    of: 'streams',
    shows: 'one long pause after `after` events (0), then the rest',
    change: ({ after = 0, ms }) => ofStream(stream.stallAfter(after, milliseconds(ms))),
  },
  hang: {
    parameters: { after: count },
    of: 'every answer',
    shows:
      'no answer, and an open connection; with `after` so many events come first, or the first half of a JSON body',
    change: ({ after }) =>
      after === undefined
        ? beforeHead({ act: 'hang' })
        : ofBody(stream.breakOff('hang', after), (body) => [beginning(body), { act: 'hang' }]),
  },
  cut: {
    parameters: { after: count, bytes: count },
    of: 'every answer',
    shows:
      'the connection ends (FIN) before the head; with `after` so many events come first, with `bytes` so many bytes of the next one; of a JSON body come `bytes` bytes, or half of it',
    change: (parameters) => brokenOff('cut', parameters),
  },
  reset: {
    parameters: { after: count, bytes: count },
    of: 'every answer',
    shows: 'as `cut`, with a reset of the connection (RST)',
    change: (parameters) => brokenOff('reset', parameters),
  },
  end: {
    parameters: { after: count },
    of: 'streams',
    shows: 'a clean end of the body after `after` events (0), before the finish at the latest; no `[DONE]`',
    change: ({ after = 0 }) => ofStream(stream.endAfter(after)),
  },
  'end-without-done': {
    parameters: NONE,
    of: 'streams',
    shows: 'a whole stream that ends cleanly where `[DONE]` should come',
    change: () => ofStream(stream.endBeforeDone),
  },
  'end-mid-event': {
    parameters: { after: count, bytes: count },
    of: 'streams',
    shows: 'a clean end of the body after `after` events (0) and `bytes` bytes of the next one (half of it)',
    change: ({ after = 0, bytes }) => ofStream(stream.endInside(after, bytes)),
  },
  'error-event': {
    parameters: { after: count, kind: oneOf('internal', 'unavailable', 'limited'), done: flag },
    of: 'streams',
    shows:
      'after `after` events (0) an event with an error body of 2.7 (`kind`: unavailable), then the end; with `done: true` a `[DONE]` before it',
    change: ({ after = 0, kind = 'unavailable', done = false }) => ofStream(stream.failAfter(after, kind, done)),
  },
  malformed: {
    parameters: { after: count },
    of: 'streams',
    shows: 'after `after` events (0) one whose JSON lacks its last characters, in place of the next chunk',
    change: ({ after = 0 }) => ofStream(stream.garbleAfter(after)),
  },
  linger: {
    parameters: { ms: duration },
    required: ['ms'],
    of: 'streams',
    shows: 'a whole stream whose body stays open for a while after `[DONE]`',
    change: ({ ms }) => ofStream(stream.lingerAtTheEnd(milliseconds(ms))),
  },
  'after-done': {
    parameters: NONE,
    of: 'streams',
    shows: 'the last chunk before the finish comes once more after `[DONE]`',
    change: () => ofStream(stream.goOnAfterDone),
  },
  split: {
    parameters: { every: several, at: offsets, where: oneOf('bytes', 'random', 'utf8') },
    one: true,
    of: 'every answer',
    shows:
      'the same bytes in other packets: of `every` n bytes, cut `at` these offsets of the body, or `where` says: at all `bytes`, at `random` under the seed, inside the characters of `utf8`',
    change: ({ every, at, where }) =>
      ofBytes((draw) => {
        if (every !== undefined) return split(everyBytes(every))
        if (at) return split(atOffsets(at))
        return split(where === 'utf8' ? insideCharacters : where === 'random' ? atRandom(draw) : everyBytes(1))
      }),
  },
}

/** The names of all disturbances. */
export const DISTURBANCES = Object.keys(TABLE) as readonly DisturbName[]
