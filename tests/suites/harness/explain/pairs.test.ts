/** Results of pairs of requests about a condition, and of single responses about a requirement. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyOf, type Outcome, PAIRS, Responses, resultsOf } from '../../../../suites/harness/explain/responses.ts'
import type { Exchange } from '../../../../suites/harness/http/exchange.ts'
import type { Evidence, Repetition } from '../../../../suites/harness/judge/evidence.ts'
import { completionWith } from '../http/bodies.ts'
import { evidenceFor, exchangeOf, responseOf } from '../http/exchanges.ts'

const ID = 'request-temperature'
const ONLY = 'temperature: 2'

const exchange = (id: string, status = 200): Exchange => exchangeOf(responseOf('{}', { status }), { id })

/** The results of repeated requests with these outcomes. */
function shownBy(repeated: readonly (readonly [side: Repetition['side'], outcome: Outcome, before?: string])[]) {
  const byId = new Map([['check/failed/1', exchange('check/failed/1')]])
  const outcomes = new Map<string, Outcome>()
  const evidence = repeated.map(([side, outcome, before], at): Evidence => {
    const id = `check/failed/${side}/${at + 1}`
    byId.set(id, exchange(id))
    outcomes.set(id, outcome)
    const only = side === 'repeat' || before !== undefined ? {} : { only: ONLY }
    const repeats: Repetition = { side, of: 'check/failed/1', ...only, ...(before === undefined ? {} : { before }) }
    return evidenceFor(ID, id, { kind: 'accepted' }, { check: 'check', repeats })
  })
  const responses = new Responses([...byId.values()])
  responses.outcome = (_requirement, _template, { id }) => outcomes.get(id) ?? 'unclear'
  const { confirmed, mixed } = resultsOf({ exchanges: [...byId.values()], evidence, remarks: [] }, responses)
  return { confirmed: [...confirmed], mixed: [...mixed] }
}

const pairs = (count: number) =>
  Array.from({ length: count }, () => [['with', 'shows'] as const, ['without', 'holds'] as const]).flat()
const key = keyOf(ID, ONLY)

test('enough agreeing pairs confirm a condition, and one other response refutes it', () => {
  assert.deepEqual(shownBy(pairs(PAIRS)), { confirmed: [key], mixed: [] })
  assert.deepEqual(shownBy(pairs(PAIRS - 1)), { confirmed: [], mixed: [] })
  for (const other of [
    ['with', 'unclear'],
    ['without', 'shows'],
  ] as const)
    assert.deepEqual(shownBy([...pairs(PAIRS), other]), { confirmed: [], mixed: [] }, other.join())
})

test('a failure is mixed if the same request also got a correct response', () => {
  assert.deepEqual(shownBy([['repeat', 'holds']]).mixed, ['check/failed/1'])
  assert.deepEqual(shownBy([['with', 'holds']]).mixed, ['check/failed/1'])
  assert.deepEqual(shownBy([['repeat', 'shows']]).mixed, [])
  // Without the value it is another request; without the previous request it is the same one.
  assert.deepEqual(shownBy([['without', 'holds']]).mixed, [])
  assert.deepEqual(shownBy([['without', 'holds', 'check/before/1']]).mixed, ['check/failed/1'])
})

test('a repeated rejection shows the failure again; another status or no response shows nothing', () => {
  const observed = { kind: 'observed', what: 'outcome' } as const
  const template = evidenceFor('error-param-names-field', 'check/failed/1', observed, { check: 'check' })
  const failed = exchange('check/failed/1', 400)
  const outcomeOf = (own: Exchange, reference = failed): Outcome =>
    new Responses([reference, own]).outcome(template.requirement, template, own, reference)
  const again = (status: number): Exchange => exchange('check/failed/2', status)
  assert.deepEqual([outcomeOf(again(400)), outcomeOf(again(404))], ['shows', 'unclear'])
  assert.equal(outcomeOf(again(200), exchange('check/failed/1')), 'unclear')
  const { response, ...withoutResponse } = again(400)
  assert.equal(outcomeOf(withoutResponse), 'unclear')
  const cut = { ...responseOf(''), ...response, complete: false }
  assert.equal(outcomeOf({ ...withoutResponse, response: cut }), 'unclear')
})

test('a successful response holds for an invariant that does not apply to it', () => {
  const failed = exchange('check/failed/1', 400)
  const outcomeOf = (status: number): Outcome =>
    new Responses([]).outcome('retry-after', undefined, exchange('check/failed/2', status), failed)
  assert.deepEqual([200, 400, 404].map(outcomeOf), ['holds', 'holds', 'unclear'])
})

test('the same wrong param shows the failure again, although the evidence is of another requirement', () => {
  const refusal = responseOf('{"error":{"param":"model"}}', { status: 400 })
  const [failed, again] = [exchangeOf(refusal, { id: 'n/1' }), exchangeOf(refusal, { id: 'n/again/1' })]
  const control = exchangeOf(responseOf(completionWith()), { id: 'control/1' })
  const rejected = { kind: 'rejected', statuses: [400], fields: ['n'] } as const
  const evidence = evidenceFor('request-n', 'n/1', rejected, { control: 'control/1' })
  const responses = new Responses([failed, again, control], [evidence])
  const template = responses.template('n/1', 'error-param-names-field')
  assert.equal(template, evidence)
  assert.equal(responses.outcome('error-param-names-field', template, again, failed), 'shows')
})
