import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from '../../../../suites/harness/http/exchange.ts'
import type { Evidence, Expectation } from '../../../../suites/harness/judge/evidence.ts'
import { judgeEvidence } from '../../../../suites/harness/judge/expectations.ts'
import { answerOf, asked } from '../http/exchanges.ts'

const exchangeOf = (status: number): Exchange => ({
  id: 'auth-disabled/1',
  request: asked,
  answer: answerOf('{}', { status }),
  duration: 1,
})

/** Evidence that counts how often somebody looks at the statuses that it expects. */
function counting(): { readonly evidence: Evidence; readonly looks: () => number } {
  let looks = 0
  const expectation: Expectation = {
    kind: 'state',
    get statuses() {
      looks += 1
      return [403]
    },
  }
  const evidence: Evidence = {
    check: 'auth-disabled',
    requirement: 'auth-disabled',
    title: 'a disabled account',
    exchange: 'auth-disabled/1',
    expectation,
  }
  return { evidence, looks: () => looks }
}

test('an exchange is judged once under one expectation, whichever requirement it is put down to', () => {
  const { evidence, looks } = counting()
  const exchange = exchangeOf(200)
  const first = judgeEvidence(evidence, exchange, undefined)
  const before = looks()
  assert.ok(before > 0)
  assert.deepEqual(judgeEvidence(evidence, exchange, undefined), first)
  const other = judgeEvidence({ ...evidence, requirement: 'auth-disabled-models' }, exchange, undefined)
  assert.deepEqual(other, [{ ...first[0], requirement: 'auth-disabled-models' }])
  assert.equal(looks(), before)
})

test('another exchange, or another control, is judged anew', () => {
  const { evidence, looks } = counting()
  const exchange = exchangeOf(403)
  assert.equal(judgeEvidence(evidence, exchange, undefined)[0]?.outcome, 'pass')
  const before = looks()
  // What a record holds is never what this process has judged, even where it is equal.
  assert.equal(judgeEvidence(evidence, { ...exchange }, undefined)[0]?.outcome, 'pass')
  assert.ok(looks() > before)
  assert.equal(judgeEvidence(evidence, exchangeOf(404), undefined)[0]?.outcome, 'fail')
  assert.equal(judgeEvidence(evidence, exchangeOf(404), exchangeOf(404))[0]?.outcome, 'inconclusive')
})
