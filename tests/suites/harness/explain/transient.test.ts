/** Which responses count as steady, and which as transient errors. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Exchange } from '../../../../suites/harness/http/exchange.ts'
import { complete, sentRequest } from '../../../../suites/harness/http/request.ts'
import { judgeAccepted, judgeDenied, judgeRejected } from '../../../../suites/harness/judge/acceptance.ts'
import { type AttemptSeries, type Consistency, consistencyOf } from '../../../../suites/harness/judge/attempts.ts'
import { judgeServed, judgeState } from '../../../../suites/harness/judge/states.ts'
import { completionWith, errorWith } from '../http/bodies.ts'
import { exchangeOf, lostBy, responseOf } from '../http/exchanges.ts'

const request = sentRequest(complete({ model: 'svc/echo-1', messages: [] }))
/** A response with this status. */
const got = (status: number): Exchange =>
  exchangeOf(responseOf(status === 200 ? completionWith() : errorWith(), { status }), { id: 'x/1', request })

const dropped = lostBy('ECONNRESET', { id: 'x/1', request })

const seriesOf = (attempts: readonly number[], between: readonly number[]): AttemptSeries => ({
  attempts: attempts.map((status) => got(status)),
  between: between.map((status) => (status === 0 ? dropped : got(status))),
})

function attempts(statuses: readonly number[], between: readonly number[]): Consistency {
  const series = seriesOf(statuses, between)
  return consistencyOf(series.attempts.at(-1) as Exchange, series)
}

const steady: readonly (readonly [attempts: readonly number[], between: readonly number[], expected: boolean])[] = [
  [[503, 503, 503], [200], true],
  [[503, 503, 503], [200, 200], true],
  [[503, 503, 503, 503, 503], [200, 200, 200, 200], true],
  [[503, 503, 503], [], false],
  [[503, 503, 503], [503], false],
  [[503, 503, 503], [200, 503], false],
  [[503, 503, 503], [503, 200], false],
  [[503, 503, 503], [200, 400], false],
  [[503, 503, 503], [200, 0], false],
  [[503, 503], [200, 200], false],
  [[503], [200], false],
  [[], [200], false],
  [[503, 400, 503], [200, 200], false],
  [[400, 503, 503], [200, 200], false],
  [[503, 503, 400], [200, 200], false],
]

describe('a status is steady', () => {
  for (const [attempts, between, expected] of steady)
    it(`${expected ? 'after' : 'not after'} ${attempts.join(', ') || 'none'} with ${between.join(', ') || 'none'} in between`, () =>
      assert.equal(consistencyOf(got(503), seriesOf(attempts, between)).isSteady, expected))
})

const control = got(200)
const limited = attempts([429, 429, 429], [200, 200])
const limitedAlone = attempts(Array(7).fill(429), [200, 200])
const everywhere = attempts([429, 429, 429], [429])
const once = attempts([429], [])
const busy = attempts([503, 503, 503], [200, 503])

const REJECTED = { kind: 'rejected', statuses: [400] } as const
const SERVED = { kind: 'served', after: 'state' } as const
const stateOf = (status: number) => ({ kind: 'state', statuses: [status] }) as const
const rejecting = (status: number, consistency: Consistency) =>
  judgeRejected({ kind: 'rejected', statuses: [status] }, got(429), control, consistency)[0]?.outcome
const inState = (status: number, consistency: Consistency) =>
  judgeState(stateOf(status), got(429), control, consistency).outcome

const judged: readonly (readonly [what: string, outcome: string | undefined, expected: string])[] = [
  ['a limit each time on a request to deny', judgeDenied(got(429), control, limited).outcome, 'inconclusive'],
  ['a limit once on a request to deny', judgeDenied(got(429), control, once).outcome, 'inconclusive'],
  ['a 503 on a request to deny, during errors', judgeDenied(got(503), control, busy).outcome, 'inconclusive'],
  ['a denial', judgeDenied(got(401), control, attempts([401], [])).outcome, 'pass'],
  ['a denial of the control as well', judgeDenied(got(401), got(401), attempts([401], [])).outcome, 'not-evidenced'],
  ['a request to deny that is served', judgeDenied(got(200), control, attempts([200], [])).outcome, 'fail'],
  ['a limit each time on invalid input, also without other requests', rejecting(400, limitedAlone), 'fail'],
  // The requests of the run may cause it, for example if many invalid ones within a second reach a limit.
  ['a limit each time on invalid input', rejecting(400, limited), 'inconclusive'],
  ['a limit once on invalid input', rejecting(400, once), 'inconclusive'],
  ['a limit each time on invalid input, and on a valid request', rejecting(400, everywhere), 'inconclusive'],
  // A limit on wrong keys shows nothing about the valid key.
  ['a limit each time on a wrong key', rejecting(401, limitedAlone), 'inconclusive'],
  ['a disabled key that is limited each time', inState(403, limited), 'fail'],
  ['a disabled key that is limited once', inState(403, once), 'inconclusive'],
  ['an unavailable model that is limited each time', inState(503, limited), 'fail'],
  ...(
    [
      ['is ended each time', [200, 200], 3, 'fail'],
      ['is ended each time, and so are others', [200, 0], 3, 'inconclusive'],
      ['is ended once', [200], 1, 'inconclusive'],
      ['is ended each time, and nothing was sent in between', [], 3, 'inconclusive'],
    ] as const
  ).flatMap(([what, between, count, expected]) => {
    const series = { ...seriesOf([], between), attempts: Array.from({ length: count }, () => dropped) }
    const all = consistencyOf(dropped, series)
    const [accepted] = judgeAccepted({ kind: 'accepted' }, dropped, undefined, all)
    const [rejected] = judgeRejected(REJECTED, dropped, control, all)
    return [
      [`a valid request that ${what}`, accepted?.outcome, expected],
      [`an invalid request that ${what}`, rejected?.outcome, expected],
      [`a provoked state that ${what}`, judgeState(stateOf(403), dropped, control, all).outcome, expected],
    ] as const
  }),
  ['served after a state', judgeServed(SERVED, got(200), once).outcome, 'pass'],
  ['limited after a state, each time, and served otherwise', judgeServed(SERVED, got(429), limited).outcome, 'fail'],
  ['limited after a state, each time, during errors', judgeServed(SERVED, got(503), busy).outcome, 'inconclusive'],
]

describe('a transient error', () => {
  for (const [what, outcome, expected] of judged) it(`${what}: ${expected}`, () => assert.equal(outcome, expected))
})

describe('attempts that all fail while valid requests are served', () => {
  for (const [statuses, between, expected] of [
    [[500, 503, 502], [200], true],
    [[500, 503, 502], [], false],
    [[500, 503, 502], [200, 503], false],
    [[500, 503], [200], false],
    [[500, 400, 503], [200, 200], false],
    [[429, 429, 429], [200], false],
  ] as const)
    it(`are ${expected ? '' : 'not '}broken: ${statuses.join(', ')}; between: ${between.join(', ') || 'none'}`, () =>
      assert.equal(attempts(statuses, between).isBroken, expected))
})
