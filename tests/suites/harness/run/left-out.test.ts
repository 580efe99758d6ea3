/** What the budget leaves out is counted, whatever check it belongs to. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runAnew } from '../../runs.ts'

test('requests at once and after a caller who left are counted as left out', async () => {
  const checkIds = ['completion-json.at-once', 'auth-project-catalog.at-once', 'stream-started.after-hang-up']
  const { drawn, stop } = await runAnew('full', { checkIds, requests: 8 })
  assert.deepEqual([drawn, stop], [{ sent: 0, left_out: 8 + 4 + 3 }, undefined])
})

test('requests that would explain a failure are counted as left out', async () => {
  const checkIds = ['request-temperature.cases', 'client-headers-tolerated.explained']
  const limits = { requests: 80, firsts: 80, followUps: 0 }
  const { drawn } = await runAnew('full', { faults: ['accepts-temperature-max'], checkIds, ...limits })
  assert.equal(drawn?.sent, 0)
  // Three repetitions, and what would test a connection or a condition.
  assert.ok(drawn.left_out >= 3, String(drawn.left_out))
})
