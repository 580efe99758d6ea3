import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consistencyOf } from '../../../../suites/harness/explain/transient.ts'
import type { Exchange } from '../../../../suites/harness/http/exchange.ts'
import type { Evidence } from '../../../../suites/harness/judge/evidence.ts'
import { judgeEvidence } from '../../../../suites/harness/judge/expectations.ts'
import type { Finding } from '../../../../suites/harness/judge/finding.ts'
import { completionWith } from '../http/bodies.ts'
import { answerOf, exchangeOf } from '../http/exchanges.ts'

const answered = (status: number, id = 'auth-disabled/1'): Exchange => exchangeOf(answerOf('{}', { status }), { id })

function judged(evidence: Evidence, exchange: Exchange, control?: Exchange): Finding[] {
  return judgeEvidence(evidence, exchange, control, consistencyOf(exchange, { attempts: [exchange], between: [] }))
}

const disabled: Evidence = {
  check: 'auth-disabled',
  requirement: 'auth-disabled',
  title: 'a disabled account',
  exchange: 'auth-disabled/1',
  expectation: { kind: 'state', statuses: [403] },
}

test('a judgement follows from the exchange and its control alone, whichever requirement it is put down to', () => {
  const exchange = answered(200)
  const first = judged(disabled, exchange)
  assert.deepEqual(judged(disabled, exchange), first)
  const other = judged({ ...disabled, requirement: 'auth-disabled-models' }, exchange)
  assert.deepEqual(other, [{ ...first[0], requirement: 'auth-disabled-models' }])
  assert.equal(judged(disabled, answered(403))[0]?.outcome, 'pass')
  assert.equal(judged(disabled, answered(401))[0]?.outcome, 'fail')
  assert.equal(judged(disabled, answered(401), answered(401))[0]?.outcome, 'inconclusive')
})

test('attempts that were made since are looked at: the first judgement does not cover them', () => {
  const evidence: Evidence = {
    check: 'request-n.cases',
    requirement: 'request-n',
    title: 'n 2',
    exchange: 'request-n.cases/n-2/3',
    expectation: { kind: 'rejected', statuses: [400] },
  }
  const attempt = (number: number): Exchange => answered(500, `request-n.cases/n-2/${number}`)
  const last = attempt(3)
  const control: Exchange = { ...answered(200), answer: answerOf(completionWith({ choices: [] })) }
  assert.equal(judged(evidence, last, control)[0]?.outcome, 'inconclusive')
  const steady = consistencyOf(last, { attempts: [attempt(1), attempt(2), last], between: [control] })
  assert.equal(judgeEvidence(evidence, last, control, steady)[0]?.outcome, 'fail')
})
