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
  assert.deepEqual([drawn, stop], [{ sent: 0, left_out: 9 + 4 + 3 }, undefined])
})

test('names at most five checks whose requests were omitted, and counts the others', () => {
  const leftOut = new LeftOut(limitsFor(defaultLimits('http://a')))
  const hints = requirements.slice(0, 7).map(({ id }) => {
    leftOut.note(`${id}/a`, new BudgetSpent('9 requests', 'requests'), false)
    return / of (?:\S+, ){4}\S+( and .+)?\. Allow/.exec(leftOut.stop?.mend ?? '')?.[1]
  })
  assert.deepEqual(hints.slice(4), [undefined, ' and 1 more check', ' and 2 more checks'])
})

test('counts omitted requests that would explain a failure', async () => {
  const checkIds = ['request-temperature.cases', 'client-headers-tolerated.explained']
  const limits = { requests: 80, firsts: 80, followUps: 0 }
  const { drawn } = await runAnew('full', { faults: ['accepts-temperature-max'], checkIds, ...limits })
  assert.equal(drawn?.sent, 0)
  // Three repetitions, and the tests of a connection or a condition.
  assert.ok(drawn.left_out >= 3, String(drawn.left_out))
})
