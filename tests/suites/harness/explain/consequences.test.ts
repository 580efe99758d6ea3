/** Faults in the response to an accepted invalid request count only if a valid request shows them, too. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explained } from '../../../../suites/harness/explain/index.ts'
import type { Exchange } from '../../../../suites/harness/http/exchange.ts'
import type { Evidence } from '../../../../suites/harness/judge/evidence.ts'
import { judgeRequirements } from '../../../../suites/harness/run/verdict.ts'
import { allChecks } from '../../../../suites/index.ts'
import { CHOICE, completionWith, listOf } from '../http/bodies.ts'
import { asking, evidenceFor, headersWith, listing, exchangeOf as receivedAs, responseOf } from '../http/exchanges.ts'
import { membersOf } from '../members.ts'

const VALID = { model: 'svc/echo-1', messages: [{ role: 'user', content: 'Hello.' }] }

let responded = 0

/** A completion with some choices, in response to a body. */
function exchangeOf(id: string, body: object, choices: number): Exchange {
  responded += 1
  const completion = completionWith({ id: `completion-${responded}`, choices: Array(choices).fill(CHOICE) })
  const response = responseOf(completion, { headers: headersWith(`req-${responded}`) })
  return receivedAs(response, { id, request: asking(body) })
}

/** A list of one model. */
const ownList = (model: string): Exchange =>
  receivedAs(responseOf(listOf(model), { headers: headersWith('req-list') }), { id: 'control/2/1', request: listing })

/** Evidence for a mutated request, which the gateway has to reject. */
const evidenceOf = (requirement: Evidence['requirement'], exchange: string): Evidence =>
  evidenceFor(requirement, exchange, { kind: 'rejected', statuses: [400] }, { control: 'control/1/1' })
const mutated = evidenceOf('request-n', 'request-n/n-2/1')

/** A request that the gateway should reject, but does not have to. */
const PROBE = { ...VALID, messages: [{ role: 'user', content: 'Hello.', conformance_probe: 1 }] }
const probe = exchangeOf('message-closed/probe/1', PROBE, 2)
const ofProbe = evidenceOf('message-closed', probe.id)

/** Verdicts on a run with a valid request and one with `n: 2`. */
function verdicts(valid: number, others: readonly Exchange[], evidence: readonly Evidence[] = [mutated]) {
  const exchanges = [exchangeOf('control/1/1', VALID, valid), ...others]
  const findings = explained({ exchanges, evidence, remarks: [] })
  const judged = judgeRequirements(findings, { profile: 'full', checks: allChecks })
  const of = (id: string): string | undefined => judged.find(({ requirement }) => requirement.id === id)?.verdict
  const consequences = judged.flatMap((each) => membersOf(each.consequences, 'requirement', 'follows'))
  return { n: of('request-n'), choices: of('completion-choices'), closed: of('message-closed'), consequences }
}

const two = (id: string): Exchange => exchangeOf(id, { ...VALID, n: 2 }, 2)

test('two choices for n 2 are a consequence of its acceptance', () =>
  assert.deepEqual(verdicts(1, [two('request-n/n-2/1')]), {
    n: 'fail',
    choices: 'pass',
    closed: 'not-evidenced',
    consequences: [['completion-choices', 'request-n']],
  }))

test('two choices for a valid request count in every response', () => {
  const found = verdicts(2, [two('request-n/n-2/1')])
  assert.deepEqual([found.n, found.choices, found.consequences], ['fail', 'fail', []])
})

test('two choices for other attempts of the request are consequences, too, by name and content', () => {
  const others = [two('request-n/n-2/1'), two('request-n/n-2/plain/1'), two('space/something/1')]
  const { choices, consequences } = verdicts(1, others)
  assert.deepEqual([choices, consequences.length], ['pass', 3])
})

test('two choices for a valid request between the attempts count', () => {
  const between = exchangeOf('request-n/n-2/between/1', VALID, 2)
  assert.equal(verdicts(1, [two('request-n/n-2/1'), between]).choices, 'fail')
})

test('every response counts if no request was accepted that must be rejected', () => {
  const { closed, choices, consequences } = verdicts(1, [probe], [ofProbe])
  assert.deepEqual([closed, choices, consequences], ['warn', 'fail', []])
})

test('the same fault is also a consequence for a request that only should be rejected', () => {
  const { choices, consequences } = verdicts(1, [two('request-n/n-2/1'), probe], [mutated, ofProbe])
  const follows = consequences.map((each) => (each as unknown[])[1])
  assert.deepEqual([choices, follows], ['pass', ['message-closed', 'request-n']])
})

test('a request for a listed model is valid, even with an invalid model id', () => {
  const other = { ...VALID, model: 'gpt-4o' }
  const id = 'request-model-pattern/gpt-4/1'
  const evidence = evidenceOf('request-model-pattern', id)
  const unnamed = exchangeOf('extra/unnamed/1', other, 2)
  const { choices, consequences } = verdicts(1, [ownList('gpt-4o'), unnamed, exchangeOf(id, other, 1)], [evidence])
  assert.deepEqual([choices, consequences], ['fail', []])
})

test('a request that a check expects to be accepted is valid, whatever the schema says', () => {
  const accepted: Evidence = { ...mutated, exchange: 'x/two/1', expectation: { kind: 'accepted' } }
  const { choices } = verdicts(1, [two('request-n/n-2/1'), two('x/two/1')], [mutated, accepted])
  assert.equal(choices, 'fail')
})

test('every response counts without a correct response to a valid request', () => {
  const { control, ...alone } = mutated
  const findings = explained({ exchanges: [two('request-n/n-2/1')], evidence: [alone], remarks: [] })
  const failed = findings.filter(({ outcome }) => outcome === 'fail')
  assert.deepEqual(membersOf(failed, 'requirement'), ['request-n', 'completion-choices'])
  assert.deepEqual(membersOf(failed, 'isConsequence'), [undefined, undefined])
})
