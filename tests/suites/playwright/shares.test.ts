import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitsFor } from '../../../suites/harness/target/limits.ts'
import { targetFromFlags } from '../../../suites/harness/target/target-file.ts'
import { SHARED, sharesOf } from '../../../suites/playwright/shares.ts'

const cost = (requests: number) => ({ requests, tokens: 100 * requests, bytes: 1000 * requests })
const PLANNED = { [SHARED]: cost(165), 'a.rows': cost(400), 'b.rows': cost(120) }
const target = targetFromFlags({
  baseUrl: 'http://127.0.0.1:1',
  env: { SVC_CONFORMANCE_KEY: 'svc_a_not-a-real-secret-1' },
})
const limits = limitsFor(target.limits, { profile: 'core' })

for (const workers of [2, 6, 12]) {
  test(`each of ${workers} workers has the budget for the requests that checks share`, () => {
    const { base } = sharesOf(limits, PLANNED, workers, false)
    assert.ok(base.requests >= PLANNED[SHARED].requests, `${base.requests} requests`)
  })

  test(`a limit of requests in the target file applies to all ${workers} workers together`, () => {
    const { base, of } = sharesOf(limits, PLANNED, workers, true)
    const all = workers * base.requests + of('a.rows').requests + of('b.rows').requests
    assert.ok(all <= limits.requests, `${all} requests`)
  })
}
