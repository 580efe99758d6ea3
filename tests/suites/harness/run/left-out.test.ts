/** The requests that a budget leaves out are counted, for all kinds of checks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requirements } from '../../../../suites/harness/catalogue/requirements.ts'
import { BudgetSpent } from '../../../../suites/harness/client/budget.ts'
import { LeftOut } from '../../../../suites/harness/run/session/left-out.ts'
import { defaultLimits, limitsFor } from '../../../../suites/harness/target/limits.ts'
import { runAnew } from '../../runs.ts'

test('counts omitted concurrent requests, and those after a disconnected caller', async () => {
  const checkIds = ['completion-json.at-once', 'auth-project-catalog.at-once', 'stream-started.after-hang-up']
  const { drawn, stop } = await runAnew('full', { checkIds, requests: 8 })
  assert.deepEqual([drawn, stop], [{ sent: 0, left_out: 8 + 4 + 3 }, undefined])
})

test('names at most five checks whose requests were omitted, and counts the others', () => {
  const fixFor = (checks: number): string => {
    const leftOut = new LeftOut(limitsFor(defaultLimits('http://127.0.0.1')))
    for (const { id } of requirements.slice(0, checks))
      leftOut.note(`${id}/a`, new BudgetSpent('9 requests', 'requests'), false)
    return leftOut.stop?.mend ?? ''
  }
  assert.match(fixFor(5), /^Not sent: 5 requests of (\S+, ){4}\S+\. /)
  assert.match(fixFor(6), /^Not sent: 6 requests of (\S+, ){4}\S+ and 1 more check\. /)
  assert.match(fixFor(7), /^Not sent: 7 requests of (\S+, ){4}\S+ and 2 more checks\. /)
})

test('counts omitted requests that would explain a failure', async () => {
  const checkIds = ['request-temperature.cases', 'client-headers-tolerated.explained']
  const limits = { requests: 80, firsts: 80, followUps: 0 }
  const { drawn } = await runAnew('full', { faults: ['accepts-temperature-max'], checkIds, ...limits })
  assert.equal(drawn?.sent, 0)
  // Three repetitions, and the tests of a connection or a condition.
  assert.ok(drawn.left_out >= 3, String(drawn.left_out))
})
