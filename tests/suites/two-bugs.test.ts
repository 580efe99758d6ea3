/** Two bugs in one gateway: the retries for one do not consume the requests that show the other. */
import assert from 'node:assert/strict'
import { before, describe, it, test } from 'node:test'
import { startMock } from '../../mock/index.ts'
import { isFollowUp } from '../../suites/harness/http/exchange.ts'
import { type Certified, type CertifyOptions, certify } from '../../suites/harness/run/certify.ts'
import { Recorded } from '../../suites/harness/run/session/recorded-exchanges.ts'
import { defaultLimits, limitsFor, type TargetLimits } from '../../suites/harness/target/limits.ts'
import { allChecks } from '../../suites/index.ts'
import { gatewayTarget } from '../prove/gateway-target.ts'
import { membersOf } from './harness/members.ts'
import { idsWith, verdictOn } from './runs.ts'

const LIMITS: TargetLimits = { ...defaultLimits('http://127.0.0.1'), time: 30 * 60_000 }
const { firsts, followUps } = limitsFor(LIMITS, { profile: 'full' })

type Outcome = Certified & { readonly red: readonly string[]; readonly open: readonly string[] }

type Options = { limits?: TargetLimits } & Pick<Partial<CertifyOptions>, 'profile' | 'recorded'>

/** A run with the default limits, by default of full; `recorded` is an earlier run to replay. */
async function runWith(faults: readonly string[], { limits = LIMITS, ...options }: Options = {}): Promise<Outcome> {
  await using mock = await startMock({ faults })
  const target = { ...gatewayTarget(mock), limits }
  const result = await certify({ target, checks: allChecks, profile: 'full', ...options })
  return { ...result, red: idsWith(result, 'fail'), open: idsWith(result, 'inconclusive') }
}

const verdictsOf = ({ judged }: Outcome): unknown => judged.map(({ requirement: { id }, verdict }) => [id, verdict])

describe('a bug that causes retries, and bugs of provoked states', () => {
  for (const [common, states] of [
    ['invalid-as-422', { 'error-429-html': 'error-media-type', 'request-id-missing-on-500': 'request-id-present' }],
    ['invalid-as-200', { 'error-429-html': 'error-media-type' }],
    ['unauthenticated-as-500', { 'unavailable-as-500': 'unavailable-503' }],
    ['unknown-model-as-503', { 'request-id-missing-on-429': 'request-id-present' }],
  ] as const)
    it(`${common} and ${Object.keys(states).join(' and ')} are all found`, async () => {
      const { red, stop, cost, transcript } = await runWith([common, ...Object.keys(states)])
      for (const shownBy of Object.values(states)) assert.ok(red.includes(shownBy), red.join(' '))
      assert.ok(red.length > Object.keys(states).length, red.join(' '))
      assert.equal(stop, undefined)
      assert.ok(cost.followUps > 0 && cost.followUps <= followUps, `${cost.followUps} follow-ups`)
      assert.ok(cost.requests - cost.followUps <= firsts, `${cost.requests} requests`)
      // A failure with 429 is repeated without a wait for the limit.
      const repeats = transcript.exchanges.filter(({ role }) => role === 'repeat')
      const limited = new Set(repeats.filter(({ response }) => response?.status === 429).map(({ name }) => name))
      const waited = repeats.filter(({ name, attempt }) => limited.has(name) && attempt > 1)
      assert.deepEqual(membersOf(waited, 'id'), [])
    })
})

test('core fails each rule of a gateway that returns 500 to all invalid requests, within its budget', async () => {
  const { red, open, stop } = await runWith(['invalid-as-500', 'unauthenticated-as-500'], { profile: 'core' })
  for (const id of ['request-messages', 'request-stream-options', 'request-closed-likely', 'auth-wrong-secret'])
    assert.ok(red.includes(id), `${id} is not among ${red.join(' ')}`)
  assert.deepEqual([open, stop], [[], undefined])
})

describe('a run against a gateway that responds to every invalid request with 500', () => {
  let run: Outcome
  before(async () => void (run = await runWith(['invalid-as-500'])))

  it('fails each rule, and leaves no verdict open', () => {
    assert.ok(run.red.length >= 20, run.red.join(' '))
    assert.deepEqual(run.open, [])
  })

  it('replays to the same verdicts with the recorded retries', async () => {
    const recorded = new Recorded(run.transcript.exchanges)
    const again = await runWith(['invalid-as-500'], { recorded })
    assert.deepEqual(verdictsOf(again), verdictsOf(run))
    assert.deepEqual(recorded.divergences(), [])
  })

  it('provokes each state before it sends generated requests', () => {
    const firstOnes = run.transcript.exchanges.filter((each) => !isFollowUp(each))
    const order = firstOnes.map(({ name }) => name.split('/')[0] ?? '')
    const firstGenerated = order.findIndex((check) => check.endsWith('.generated'))
    for (const check of ['limit-429', 'unavailable-503', 'internal-500', 'auth-disabled', 'model-callable-listed']) {
      const at = order.lastIndexOf(check)
      assert.ok(at >= 0 && at < firstGenerated, `${check} at ${at}, the first generated request at ${firstGenerated}`)
    }
  })
})

describe('a spent budget of follow-ups', () => {
  let run: Outcome
  const faults = ['invalid-as-500', 'unauthenticated-as-500', 'unknown-model-as-503']
  before(async () => void (run = await runWith(faults, { limits: { ...LIMITS, requests: firsts } })))

  it('names the budget, the checks that were not repeated, and the limit to raise', () => {
    const { reason = '', mend = '' } = run.stop ?? {}
    assert.equal(reason, `the budget of ${firsts / 10} follow-up requests is spent`)
    assert.match(mend, /^Every request was sent once\. Failed requests of \S+, .* more checks were not repeated\./)
    assert.ok(mend.includes(`Allow more with --requests ${Math.round(1.1 * firsts)}, or with limits.requests in`), mend)
  })

  it('leaves no first request unsent', () => {
    const unsent = run.judged.flatMap(({ findings }) => findings.filter(({ message }) => message.includes('not sent')))
    assert.deepEqual(membersOf(unsent, 'message'), [])
    for (const id of ['limit-429', 'unavailable-503', 'internal-500', 'auth-disabled'])
      assert.equal(verdictOn(run, id), 'pass', id)
  })
})

test('limitsFor() splits a number of requests into first requests and follow-ups', () => {
  const parts = (requests?: number, profile: 'smoke' | 'core' | 'full' = 'full'): readonly number[] => {
    const limits = limitsFor({ ...LIMITS, ...(requests === undefined ? {} : { requests }) }, { profile })
    return [limits.requests, limits.firsts, limits.followUps]
  }
  assert.deepEqual(parts(), [firsts + followUps, firsts, followUps])
  // A larger number increases both; a smaller one leaves a tenth for follow-ups.
  assert.deepEqual(parts(4000), [4000, 4000 - followUps, 4000 - firsts])
  assert.deepEqual(parts(500), [500, 500, 50])
  assert.deepEqual(parts(undefined, 'smoke'), [12, 12, 12])
  assert.deepEqual(parts(Number.POSITIVE_INFINITY), Array(3).fill(Number.POSITIVE_INFINITY))
})
