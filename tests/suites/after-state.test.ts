/** Requests after a provoked state, which separate a leaking state from one that only looks like it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo, type MockConfig, type MockOptions, startMock } from '../../mock/index.ts'
import type { RequirementId } from '../../suites/harness/catalogue/requirements.ts'
import { certify } from '../../suites/harness/run/certify.ts'
import { allChecks } from '../../suites/index.ts'
import { type Kind, kindOf } from '../adversary/trouble/kinds.ts'
import { disturbingProxy } from '../adversary/trouble/proxy.ts'
import { contractError } from '../adversary/trouble/refusals.ts'
import { gatewayTarget } from '../prove/gateway-target.ts'
import { whyNot } from './runs.ts'

/** The verdict on one requirement, with its reason. @param kind of error in transit */
async function verdictOn(id: RequirementId, options: MockOptions = {}, kind?: Kind): Promise<string> {
  await using mock = await startMock(options)
  await using proxy = kind && (await disturbingProxy(mock.url, { kind, place: 1 }))
  const target = gatewayTarget({ url: proxy?.url ?? mock.url, demo })
  const { judged } = await certify({ target, checks: allChecks, profile: 'full', requirements: [id] })
  const own = judged.find(({ requirement }) => requirement.id === id)
  const why = own && whyNot(own)
  return why === undefined ? `${own?.verdict}` : `${own?.verdict}: ${why}`
}

/** A limit of n completions a second for all projects together. */
function together(most: number): Kind {
  const start: Kind['start'] = () => {
    let admitted: number[] = []
    return (passing) => {
      const now = performance.now()
      admitted = admitted.filter((at) => at > now - 1000)
      if (!passing.isCompletion || admitted.length < most) {
        if (passing.isCompletion) admitted.push(now)
        passing.pass()
      } else passing.refuse(contractError(429, 1))
    }
  }
  return { ...kindOf('limited-20-a-second'), name: `limited-${most}-a-second`, start }
}

/** Delays requests by 40 ms, so that a circuit breaker of 60 ms rejects the next request, but not the one after it. */
const slowly: Kind = {
  ...kindOf('limited-20-a-second'),
  name: 'late-by-40-ms',
  start: () => (passing) => void setTimeout(() => passing.pass(), 40),
}

/** The limited key belongs to the first project, contrary to the target file. */
const sameProject: MockConfig = {
  models: { [demo.chat]: { created: 1 }, [demo.foreign]: { created: 1 } },
  projects: {
    main: { keys: [demo.valid, demo.limited], models: [demo.chat], quota: { requests_per_minute: 1000 } },
    second: { keys: [demo.second], models: [demo.foreign] },
  },
}

test('detects a limit that leaks to another project', async () => {
  const verdict = await verdictOn('limit-per-project', { faults: ['limited-leaks-to-other-project'] })
  assert.match(verdict, /^fail: a [a-z]+ after limited: got 429 each time/)
})

test('does not report a limit per project and second as a leak', async () =>
  assert.equal(await verdictOn('limit-per-project', { variants: ['limited-by-the-second'] }), 'pass'))

for (const most of [2, 3, 4])
  test(`does not report a limit of ${most} a second for all projects as a leak`, async () =>
    assert.doesNotMatch(await verdictOn('limit-per-project', {}, together(most)), /^fail/))

test('does not report a leak between two keys of one project', async () => {
  const options = { config: sameProject, variants: ['limited-by-the-second'] }
  assert.doesNotMatch(await verdictOn('limit-per-project', options), /^fail/)
})

test('does not report a short circuit breaker that all models share', async () => {
  const shared: MockOptions = { variants: ['one-breaker-for-all-models'] }
  assert.doesNotMatch(await verdictOn('failures-apart', shared, slowly), /^warn/)
})

test('detects a failure that affects the next request', async () => {
  const left: MockOptions = { faults: ['unavailable-sticks-to-next-request'] }
  assert.match(await verdictOn('failures-apart', left), /^warn: a [a-z]+ after unavailable: got 503 each time/)
})

for (const [options, verdict] of [
  [{ variants: ['retry-after-one'] }, /^pass/],
  [{ variants: ['retry-after-absent'] }, /^observed: no wait is stated/],
  [{ variants: ['limited-from-the-first'] }, /^observed: the limit was reached from the first request on/],
  [{}, /^observed: the wait of \d+ s is too long for a run/],
  [{ faults: ['retry-after-too-short'] }, /^warn: after the wait: limited again each time/],
] as const)
  test(`Retry-After with ${JSON.stringify(options)} is ${verdict.source}`, async () =>
    assert.match(await verdictOn('retry-after-enough', options as MockOptions), verdict))
