/** Every disturbance, in the order of its effect: before the head, in the body, at its end, and in the packets. */

import type { Act } from '../http.ts'
import { type Distribution, openDistribution, sample } from '../time/distribution.ts'
import { milliseconds } from '../time/duration.ts'
import {
  atOffsets,
  atRandom,
  beforeHead,
  everyBytes,
  split as inPackets,
  insideCharacters,
  ofBody,
  ofBytes,
  ofStream,
  written,
} from './changes.ts'
import type { Change } from './disturb.ts'
import { disturbance } from './disturbance.ts'
import { count, distribution, duration, flag, offsets, oneOf, several, text } from './kinds.ts'
import * as stream from './stream-changes.ts'

const NONE = {}

/** A change with a wait time, which is constant or drawn for each response. */
function waiting(ms: Distribution, change: (wait: number) => Change): Change {
  const sampler = openDistribution(ms)
  return (response, draw) => change(sample(sampler, draw))(response, draw)
}

/** Breaks off a response: before the head if neither `after` nor `bytes` is given. */
function brokenOff(act: Act, { after, bytes }: { readonly after?: number; readonly bytes?: number }): Change {
  if (after === undefined && bytes === undefined) return beforeHead({ act })
  return ofBody(stream.breakOff(act, after ?? 0, bytes), (body) => [beginning(body, bytes), { act }])
}

/** The first n bytes of a document, by default half of them, and never the last byte. */
function beginning(body: Uint8Array, bytes = Math.floor(body.length / 2)): Uint8Array {
  return body.subarray(0, Math.max(0, Math.min(bytes, body.length - 1)))
}

/**
 * Silence before the head.
 * @example project.next(reply('Hello').with(latency({ ms: '2s' })))
 */
export const latency = disturbance({
  name: 'latency',
  parameters: { ms: distribution },
  required: ['ms'],
  of: 'every response',
  shows: 'nothing for a while, then the response',
  change: ({ ms }) => waiting(ms, (wait) => beforeHead({ wait })),
})

/**
 * Silence between the head and the first byte of the body.
 * @example project.next(reply('Hello').with(firstByte({ ms: 300 })))
 */
export const firstByte = disturbance({
  name: 'first-byte',
  parameters: { ms: distribution },
  required: ['ms'],
  of: 'every response',
  shows: 'the head at once, the first byte of the body after a while',
  change: ({ ms }) => waiting(ms, (wait) => ofBody(stream.stallAfter(0, wait), (body) => [{ wait }, body])),
})

/**
 * Silence between every two events of a stream.
 * @example project.next(stream('Hello').with(gap({ ms: 'lognormal:p50=20ms p95=90ms' })))
 */
export const gap = disturbance({
  name: 'gap',
  parameters: { ms: distribution },
  required: ['ms'],
  of: 'streams',
  shows: 'a pause between any two events',
  change: ({ ms }) => {
    const sampler = openDistribution(ms)
    return (response, draw) => ofStream(stream.pauseBetween(() => sample(sampler, draw)))(response, draw)
  },
})

/**
 * A single silence after n events of a stream.
 * @example project.next(stream('Hello').with(stall({ after: 2, ms: '30s' })))
 */
export const stall = disturbance({
  name: 'stall',
  parameters: { after: count, ms: duration },
  required: ['ms'],
  of: 'streams',
  shows: 'one long pause after `after` events (0), then the rest',
  change: ({ after = 0, ms }) => ofStream(stream.stallAfter(after, milliseconds(ms))),
})

/**
 * Endless silence: instead of a response, or after n events.
 * @example project.next(reply('Hello').with(hang()))
 */
export const hang = disturbance({
  name: 'hang',
  parameters: { after: count },
  of: 'every response',
  shows:
    'an open connection without a response; with `after`, that number of events or the first half of a JSON body is sent first',
  change: (parameters) => brokenOff('hang', parameters),
})

/**
 * Closes the connection: instead of a response, after n events, or after n bytes of the next event.
 * @example project.next(stream('Hello').with(cut({ after: 2, bytes: 9 })))
 */
export const cut = disturbance({
  name: 'cut',
  parameters: { after: count, bytes: count },
  of: 'every response',
  shows:
    'the connection ends (FIN) before the head, or after `after` events and `bytes` bytes of the next one. Of a JSON body, `bytes` bytes or half of it are sent',
  change: (parameters) => brokenOff('cut', parameters),
})

/**
 * Like `cut`, but resets the connection.
 * @example project.next(reply('Hello').with(reset()))
 */
export const reset = disturbance({
  name: 'reset',
  parameters: { after: count, bytes: count },
  of: 'every response',
  shows: 'as `cut`, with a reset of the connection (RST)',
  // fetch throws the same error for every broken connection.
  fetch: 'same-as-cut',
  change: (parameters) => brokenOff('reset', parameters),
})

/**
 * A clean end of a stream without the final chunk and `[DONE]`.
 * @example project.next(stream('Hello').with(end({ after: 2 })))
 */
export const end = disturbance({
  name: 'end',
  parameters: { after: count },
  of: 'streams',
  shows: 'a clean end of the body after `after` events (0), before the finish at the latest; no `[DONE]`',
  change: ({ after = 0 }) => ofStream(stream.endAfter(after)),
})

/**
 * A clean end of a stream that only lacks `[DONE]`.
 * @example project.next(stream('Hello').with(endWithoutDone()))
 */
export const endWithoutDone = disturbance({
  name: 'end-without-done',
  parameters: NONE,
  of: 'streams',
  shows: 'a whole stream that ends cleanly where `[DONE]` should come',
  change: () => ofStream(stream.endBeforeDone),
})

/**
 * A clean end of a stream in the middle of an event.
 * @example project.next(stream('Hello').with(endMidEvent({ after: 1 })))
 */
export const endMidEvent = disturbance({
  name: 'end-mid-event',
  parameters: { after: count, bytes: count },
  of: 'streams',
  shows: 'a clean end of the body after `after` events (0) and `bytes` bytes of the next one (half of it)',
  change: ({ after = 0, bytes }) => ofStream(stream.endInside(after, bytes)),
})

/**
 * An error body as the last event of a stream.
 * @example project.next(stream('Hello').with(errorEvent({ after: 1, kind: 'internal' })))
 */
export const errorEvent = disturbance({
  name: 'error-event',
  parameters: { after: count, kind: oneOf('internal', 'unavailable', 'limited'), done: flag },
  of: 'streams',
  shows:
    'after `after` events (0) an event with an error body of 2.7 (`kind`: unavailable), then the end; with `done: true` a `[DONE]` before it',
  change: ({ after = 0, kind = 'unavailable', done = false }) => ofStream(stream.failAfter(after, kind, done)),
})

/**
 * An event of a stream whose JSON cannot be read.
 * @example project.next(stream('Hello').with(malformed({ after: 1 })))
 */
export const malformed = disturbance({
  name: 'malformed',
  parameters: { after: count },
  of: 'streams',
  shows: 'after `after` events (0) one whose JSON lacks its last characters, instead of the next chunk',
  change: ({ after = 0 }) => ofStream(stream.garbleAfter(after)),
})

/**
 * Replaces the body and keeps the head, so that a client can be sent any bytes.
 * @example project.next(stream('Hello').with(rewrite({ body: 'data: [DONE]\n\n' })))
 */
export const rewrite = disturbance({
  name: 'rewrite',
  parameters: { body: text, at: offsets, ms: duration },
  required: ['body'],
  of: 'every response',
  shows: 'the same head with this `body`, in packets that begin `at` these offsets, `ms` (5) apart',
  change: ({ body, at = [], ms = 5 }) => written(body, at, milliseconds(ms)),
})

/**
 * A stream that stays open after `[DONE]`.
 * @example project.next(stream('Hello').with(linger({ ms: '10s' })))
 */
export const linger = disturbance({
  name: 'linger',
  parameters: { ms: duration },
  required: ['ms'],
  of: 'streams',
  shows: 'a whole stream whose body stays open for a while after `[DONE]`',
  change: ({ ms }) => ofStream(stream.lingerAtTheEnd(milliseconds(ms))),
})

/**
 * One more chunk after `[DONE]`.
 * @example project.next(stream('Hello').with(afterDone()))
 */
export const afterDone = disturbance({
  name: 'after-done',
  parameters: NONE,
  of: 'streams',
  shows: 'the last chunk before the finish is sent again after `[DONE]`',
  change: () => ofStream(stream.goOnAfterDone),
})

/**
 * The same bytes in other packets: `split('utf8')`, `split({ every: 3 })`, `split({ at: [7, 20] })`.
 * @example project.next(stream('Grüße').with(split('utf8')))
 */
export const split = disturbance({
  name: 'split',
  parameters: { every: several, at: offsets, where: oneOf('bytes', 'random', 'utf8') },
  one: true,
  short: 'where',
  of: 'every response',
  shows:
    'the same bytes in other packets, cut after `every` n bytes or `at` these offsets of the body. `where` cuts at all `bytes`, at `random` under the seed, or inside the characters of `utf8`',
  change: ({ every, at, where }) =>
    ofBytes((draw) => {
      if (every !== undefined) return inPackets(everyBytes(every))
      if (at) return inPackets(atOffsets(at))
      return inPackets(where === 'utf8' ? insideCharacters : where === 'random' ? atRandom(draw) : everyBytes(1))
    }),
})
