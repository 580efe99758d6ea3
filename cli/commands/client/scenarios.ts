/** The scenarios for a client, and what a careful client does. Each cites the contract, or is a `should`. */
import {
  afterDone,
  cut,
  end,
  endWithoutDone,
  errorEvent,
  fail,
  firstByte,
  gap,
  hang,
  latency,
  limit,
  malformed,
  reply,
  reset,
  type ScriptedStep,
  split,
  stall,
  stream,
  unavailable,
} from '../../../mock/index.ts'
import { freedoms } from './freedoms.ts'
import type { ScenarioName, ScriptedName } from './names.ts'
import type { Scenario } from './report.ts'

const PIECES = ['Once ', 'upon ', 'a ', 'time.']
const STORY = PIECES.join('')
/** Many pieces: a busy client may read several packets at once, without their boundaries. */
const LETTERS = Array.from({ length: 6 }, () => ['Grüße, ', '世界 ', '🌍👩‍🚀 ', 'šč. ']).flat()

const plain = { streams: false, level: 'must', text: STORY, set: 'core' } as const
const streamed = { ...plain, streams: true } as const
const next =
  (...steps: readonly ScriptedStep[]): Scenario['play'] =>
  (project) =>
    void project.next(...steps)
const always =
  (step: ScriptedStep): Scenario['play'] =>
  (project) =>
    void project.always(step)

type Words = Pick<Scenario, 'gateway' | 'good' | 'rests'>

/** @param more the sentences about the scenario, and members that differ from `base` */
const scenario = (
  base: typeof plain | typeof streamed,
  expects: Scenario['expects'],
  play: Scenario['play'],
  more: Words & Partial<Scenario>,
): Scenario => ({ ...base, expects, play, ...more })

const refused = (error: Parameters<typeof fail>[0], status: number, meaning: string): Scenario =>
  scenario(plain, 'threw', always(fail(error)), {
    gateway: `returns ${status}`,
    good: 'fails, and does not retry',
    rests: `4.2: ${status} is ${meaning}`,
  })

const scripted: Readonly<Record<ScriptedName, Scenario>> = {
  answered: scenario(plain, 'returned', next(reply(STORY)), {
    gateway: 'returns a complete completion',
    good: 'returns its text',
    rests: '4.2: the text is in choices[0].message.content',
  }),
  streamed: scenario(streamed, 'returned', next(stream(PIECES)), {
    gateway: 'returns a complete stream',
    good: 'returns the text of all chunks',
    rests: '6.3 and 6.5: content chunks carry text, and the stream ends with [DONE]',
  }),
  limited: scenario(plain, 'either', next(limit({ retryAfter: 2 }), reply(STORY)), {
    gateway: 'returns 429 with Retry-After: 2, and then a completion',
    good: 'retries after two seconds at the earliest, or fails',
    rests: '7.4: Retry-After is the wait in seconds',
  }),
  'unavailable-twice': scenario(plain, 'either', next(unavailable().times(2), reply(STORY)), {
    gateway: 'returns 503 twice, and then a completion',
    good: 'retries after growing pauses, or fails',
    rests: 'should: 4.2 calls the backend unavailable, and retries without a pause keep it so',
  }),
  'internal-once': scenario(plain, 'either', next(fail('internal'), reply(STORY)), {
    gateway: 'returns 500, and then a completion',
    good: 'retries after a pause, or fails',
    rests: 'should: 4.2 has 500 for an internal error, which may be gone at the next attempt',
  }),
  'always-unavailable': scenario(plain, 'threw', always(unavailable()), {
    gateway: 'returns 503 for every request',
    good: 'gives up after a few attempts, and fails',
    rests: '4.2: 503 is an error, not a completion',
  }),
  'cut-answer': scenario(plain, 'threw', always(reply(STORY).with(cut({ bytes: 60 }))), {
    gateway: 'closes the connection in the middle of the JSON, each time',
    good: 'fails',
    rests: '2.4: a completion is one JSON body with all required members',
  }),
  'cut-stream': scenario(streamed, 'threw', always(stream(PIECES).with(cut({ after: 2 }))), {
    gateway: 'closes the connection after two chunks, each time',
    good: 'fails',
    rests: '6.5: a stream ends with [DONE]',
  }),
  'ended-early': scenario(streamed, 'threw', always(stream(PIECES).with(end({ after: 2 }))), {
    gateway: 'ends the stream cleanly after two chunks, without finish_reason and [DONE]',
    good: 'fails',
    rests: '6.4 and 6.5: a final chunk has a finish_reason, and [DONE] ends the stream',
  }),
  'without-done': scenario(streamed, 'threw', always(stream(PIECES).with(endWithoutDone())), {
    level: 'should',
    gateway: 'ends the stream cleanly after the finish_reason, without [DONE]',
    good: 'notices that, and fails',
    rests: 'should: 6.5 obliges the gateway to send [DONE], and the text is complete',
  }),
  'error-in-stream': scenario(streamed, 'threw', always(stream(PIECES).with(errorEvent({ after: 2 }))), {
    gateway: 'sends an error body as an event after two chunks, and ends the stream',
    good: 'fails',
    rests: '6.5: a stream ends with [DONE]; how it reports an error is not specified (6.7)',
  }),
  'after-done': scenario(streamed, 'returned', next(stream(PIECES).with(afterDone())), {
    level: 'should',
    gateway: 'sends one more chunk after [DONE]',
    good: 'returns the text up to [DONE]',
    rests: 'should: 6.5 obliges the gateway to send nothing after [DONE]',
  }),
  // Pauses keep packets apart, for the same reason as the many pieces.
  'split-characters': scenario(streamed, 'returned', next(stream(LETTERS).with(gap({ ms: 50 }), split('utf8'))), {
    gateway: 'sends the stream in packets that end inside characters',
    good: 'returns the text undamaged',
    rests: '6.3: content chunks carry text, in whatever packets they arrive',
    text: LETTERS.join(''),
  }),
  'refused-key': refused('unauthenticated', 401, 'an invalid key'),
  disabled: refused('disabled', 403, 'a disabled account or feature'),
  'unknown-model': refused('model_not_found', 404, 'a model that is unknown or not authorized'),
  'slow-answer': scenario(streamed, 'returned', always(stream(PIECES).with(firstByte({ ms: '2s' }))), {
    level: 'should',
    gateway: 'takes two seconds to the first byte of the stream',
    good: 'waits, and returns the text',
    rests: 'should: the contract sets no time for the first chunk',
  }),
  stalled: scenario(streamed, 'returned', always(stream(PIECES).with(stall({ after: 2, ms: '3s' }))), {
    level: 'should',
    gateway: 'is silent for three seconds in the middle of the stream',
    good: 'waits, and returns the text',
    rests: 'should: the contract sets no time between chunks',
  }),
  'malformed-event': scenario(streamed, 'threw', always(stream(PIECES).with(malformed({ after: 2 }))), {
    set: 'full',
    level: 'should',
    gateway: 'sends an event that is not JSON in the middle of the stream',
    good: 'fails',
    rests: 'should: a text that lacks a chunk is incomplete, and 6.2 allows no event without JSON',
  }),
  'reset-once': scenario(plain, 'either', next(reply(STORY).with(reset()), reply(STORY).with(latency({ ms: 100 }))), {
    set: 'full',
    gateway: 'resets the connection instead of responding, and accepts the next request after 100 ms',
    good: 'retries, or fails',
    rests: 'should: a connection can be lost, and nothing says that the request was rejected',
  }),
  'limited-for-a-minute': scenario(plain, 'either', next(limit({ retryAfter: 60 }), reply(STORY)), {
    gateway: 'returns 429 with Retry-After: 60, and then a completion',
    good: 'waits, or fails',
    rests: '7.4: Retry-After is the wait in seconds',
    mayWait: true,
  }),
  silent: scenario(streamed, 'threw', always(stream(PIECES).with(hang({ after: 1 }))), {
    set: 'full',
    level: 'should',
    gateway: 'sends nothing more after one chunk',
    good: 'gives up within half of the time limit, and fails',
    rests: 'should: the contract sets no time, and no client should wait forever',
    timeShare: 0.5,
  }),
}

export const scenarios: Readonly<Record<ScenarioName, Scenario>> = { ...scripted, ...freedoms() }
