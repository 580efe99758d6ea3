/** The form of an answer that should never have been given counts only where a valid request shows the same. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explained } from '../../../../suites/harness/explain/index.ts'
import { type Exchange, identityOf } from '../../../../suites/harness/http/exchange.ts'
import type { Evidence } from '../../../../suites/harness/judge/evidence.ts'
import { judgeRequirements } from '../../../../suites/harness/run/verdict.ts'
import { allChecks } from '../../../../suites/index.ts'
import { answerOf, asked } from '../http/exchanges.ts'

const VALID = { model: 'svc/echo-1', messages: [{ role: 'user', content: 'Hello.' }] }

let answered = 0

/** A completion with some choices, in answer to a body. */
function exchangeOf(id: string, body: object, choices: number): Exchange {
  answered += 1
  const message = { role: 'assistant', content: 'Hello.' }
  const completion = {
    id: `completion-${answered}`,
    object: 'chat.completion',
    created: 1,
    model: 'svc/echo-1',
    choices: Array.from({ length: choices }, () => ({ index: 0, message, finish_reason: 'stop' })),
  }
  const headers = [
    ['content-type', 'application/json'],
    ['x-svc-request-id', `req-${answered}`],
  ] as const
  return {
    ...identityOf(id),
    request: { ...asked, body: Buffer.from(JSON.stringify(body)) },
    answer: answerOf(JSON.stringify(completion), { headers }),
    duration: 1,
  }
}

/** A list of one model. */
function listOf(id: string): Exchange {
  const list = { object: 'list', data: [{ id, object: 'model', created: 1, owned_by: 'svc' }] }
  const headers = [
    ['content-type', 'application/json'],
    ['x-svc-request-id', 'req-list'],
  ] as const
  const request = { ...asked, operation: 'models' as const, method: 'GET', path: '/v1/models', body: undefined }
  return {
    ...identityOf('control/2/1'),
    request,
    answer: answerOf(JSON.stringify(list), { headers }),
    duration: 1,
  }
}

const mutated: Evidence = {
  check: 'request-n',
  requirement: 'request-n',
  title: 'n 2',
  exchange: 'request-n/n-2/1',
  expectation: { kind: 'rejected', statuses: [400] },
  control: 'control/1/1',
}

/** Verdicts on a run with a valid request and one with `n: 2`. */
function verdicts(valid: number, others: readonly Exchange[], evidence: readonly Evidence[] = [mutated]) {
  const exchanges = [exchangeOf('control/1/1', VALID, valid), ...others]
  const findings = explained({ exchanges, evidence, remarks: [] })
  const judged = judgeRequirements(findings, { profile: 'full', checks: allChecks })
  const of = (id: string): string | undefined => judged.find(({ requirement }) => requirement.id === id)?.verdict
  const consequences = judged
    .flatMap((each) => each.consequences)
    .map(({ requirement, follows }) => [requirement, follows])
  return { n: of('request-n'), choices: of('completion-choices'), closed: of('message-closed'), consequences }
}

const two = (id: string): Exchange => exchangeOf(id, { ...VALID, n: 2 }, 2)

test('two choices in answer to n 2 follow from its acceptance', () => {
  assert.deepEqual(verdicts(1, [two('request-n/n-2/1')]), {
    n: 'fail',
    choices: 'pass',
    closed: 'not-evidenced',
    consequences: [['completion-choices', 'request-n']],
  })
})

test('two choices in answer to a valid request count, and then everywhere', () => {
  const found = verdicts(2, [two('request-n/n-2/1')])
  assert.deepEqual([found.n, found.choices, found.consequences], ['fail', 'fail', []])
})

test('further attempts of the request follow as well, by their name and content', () => {
  const others = [two('request-n/n-2/1'), two('request-n/n-2/plain/1'), two('space/something/1')]
  const { choices, consequences } = verdicts(1, others)
  assert.deepEqual([choices, consequences.length], ['pass', 3])
})

test('a valid request between the attempts counts', () => {
  const between = exchangeOf('request-n/n-2/between/1', VALID, 2)
  assert.equal(verdicts(1, [two('request-n/n-2/1'), between]).choices, 'fail')
})

test('where nothing was let through that must be refused, every answer counts', () => {
  const body = { ...VALID, messages: [{ role: 'user', content: 'Hello.', conformance_probe: 1 }] }
  const id = 'message-closed/probe/1'
  const evidence: Evidence = { ...mutated, check: 'message-closed', requirement: 'message-closed', exchange: id }
  const { closed, choices, consequences } = verdicts(1, [exchangeOf(id, body, 2)], [evidence])
  assert.deepEqual([closed, choices, consequences], ['warn', 'fail', []])
})

test('the same breach follows in answer to what only should be refused', () => {
  const body = { ...VALID, messages: [{ role: 'user', content: 'Hello.', conformance_probe: 1 }] }
  const id = 'message-closed/probe/1'
  const evidence: Evidence = { ...mutated, check: 'message-closed', requirement: 'message-closed', exchange: id }
  const { choices, consequences } = verdicts(1, [two('request-n/n-2/1'), exchangeOf(id, body, 2)], [mutated, evidence])
  assert.deepEqual([choices, consequences.map(([, follows]) => follows)], ['pass', ['message-closed', 'request-n']])
})

test('a model of the own list breaks no rule, so that a control stays a valid request', () => {
  const other = { ...VALID, model: 'gpt-4o' }
  const id = 'request-model-pattern/gpt-4/1'
  const evidence: Evidence = {
    ...mutated,
    check: 'request-model-pattern',
    requirement: 'request-model-pattern',
    exchange: id,
  }
  const unnamed = exchangeOf('extra/unnamed/1', other, 2)
  const { choices, consequences } = verdicts(1, [listOf('gpt-4o'), unnamed, exchangeOf(id, other, 1)], [evidence])
  assert.deepEqual([choices, consequences], ['fail', []])
})

test('what a check expects to be accepted is a valid request, whatever the schema says', () => {
  const accepted: Evidence = { ...mutated, exchange: 'x/two/1', expectation: { kind: 'accepted' } }
  const { choices } = verdicts(1, [two('request-n/n-2/1'), two('x/two/1')], [mutated, accepted])
  assert.equal(choices, 'fail')
})

test('without a right response to a valid request, every response counts', () => {
  const { control, ...alone } = mutated
  const findings = explained({ exchanges: [two('request-n/n-2/1')], evidence: [alone], remarks: [] })
  const failed = findings.filter(({ outcome }) => outcome === 'fail')
  assert.deepEqual(
    failed.map(({ requirement, isConsequence }) => [requirement, isConsequence]),
    [
      ['request-n', undefined],
      ['completion-choices', undefined],
    ],
  )
})
