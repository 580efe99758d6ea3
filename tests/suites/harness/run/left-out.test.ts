/** What the budget leaves out is counted, whatever check it belongs to. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMock } from '../../../../mock/index.ts'
import { certify, type Result } from '../../../../suites/harness/run/certify.ts'
import { allChecks } from '../../../../suites/index.ts'
import { gatewayTarget } from '../../../prove/gateway-target.ts'

async function runOf(ids: readonly string[], faults: readonly string[], limits: object): Promise<Result> {
  await using mock = await startMock({ faults })
  const target = gatewayTarget(mock)
  const checks = allChecks.filter(({ id }) => ids.includes(id))
  assert.equal(checks.length, ids.length)
  return await certify({ target: { ...target, limits: { ...target.limits, ...limits } }, checks, profile: 'full' })
}

test('requests at once and after a caller who left are counted as left out', async () => {
  const ids = ['completion-json.at-once', 'auth-project-catalog.at-once', 'stream-started.after-hang-up']
  const { drawn, stop } = await runOf(ids, [], { requests: 8 })
  assert.deepEqual(drawn, { sent: 0, left_out: 8 + 4 + 3 })
  assert.equal(stop, undefined)
})

test('requests that would explain a failure are counted as left out', async () => {
  const ids = ['request-temperature.cases', 'client-headers-tolerated.explained']
  const { drawn } = await runOf(ids, ['accepts-temperature-max'], { requests: 80, firsts: 80, followUps: 0 })
  assert.equal(drawn?.sent, 0)
  // Three repetitions, and what would test a connection or a condition.
  assert.ok(drawn.left_out >= 3, String(drawn.left_out))
})
