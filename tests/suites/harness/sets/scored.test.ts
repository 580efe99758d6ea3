import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RequirementId } from '../../../../suites/harness/catalogue/requirements.ts'
import { scoringFor } from '../../../../suites/harness/index.ts'
import type { Result } from '../../../../suites/harness/run/result.ts'
import type { JudgedRequirement } from '../../../../suites/harness/run/verdict.ts'
import { scoredApart } from '../../../../suites/playwright/engine.ts'
import {
  ADDED,
  added,
  challenge,
  changedSet,
  EFFECTIVE,
  first,
  next,
  run,
  scoring,
  under,
  withoutId,
} from './fixture.ts'

const withoutList = changedSet((ids) => ids.filter((id) => id !== 'models-list'))

const of = ({ judged }: Result, id: RequirementId): JudgedRequirement => {
  const found = judged.find(({ requirement }) => requirement.id === id)
  assert.ok(found)
  return found
}

test('a check newer than the set changes no conclusion under it, but under the next set', () => {
  assert.equal(under(scoring({})).conclusion, 'conformant')
  assert.equal(under(scoring({ name: '1.0.0-2' })).conclusion, 'nonconformant')
  assert.equal(run.conclusion, 'nonconformant', 'without a set, everything counts')
})

test('findings of a newer check are reported with the day from which they count', () => {
  for (const effective of [EFFECTIVE, undefined]) {
    const by = scoring(effective === undefined ? {} : { effective })
    const { verdict, newer, notScored } = of(under(by), 'models-list')
    assert.deepEqual([verdict, newer?.verdict, newer?.from, notScored], ['pass', 'fail', effective, undefined])
    assert.deepEqual([...new Set(newer?.findings.map(({ check }) => check))], [ADDED])
  }
})

test('a run without a set uses the next set from its effective day on', () => {
  const on = (at: string): string => under(scoring({ effective: EFFECTIVE, at })).conclusion
  assert.deepEqual([on('2029-12-31'), on(EFFECTIVE)], ['conformant', 'nonconformant'])
})

test('failures of invariants do not count if only requests of a newer check show them', () => {
  const { exchanges: all } = run.transcript
  const exchanges = all.map((exchange) => (exchange.id.startsWith(`${ADDED}/`) ? withoutId(exchange) : exchange))
  const mutated: Result = { ...run, transcript: { ...run.transcript, exchanges } }
  const result = under(scoring({}), { of: mutated })
  assert.equal(result.conclusion, 'conformant')
  const { verdict, newer } = of(result, 'request-id-present')
  assert.deepEqual([verdict, newer?.verdict], ['pass', 'fail'])
})

test('a newer check without evidence or with an error leaves no requirement open', () => {
  const { evidence, remarks } = run.transcript
  for (const outcome of ['not-evidenced', 'inconclusive', 'error'] as const) {
    const remark = { requirement: 'models-list', outcome, message: '', exchanges: [], check: ADDED } as const
    const others = evidence.filter(({ check }) => check !== ADDED)
    const transcript = { ...run.transcript, evidence: others, remarks: [...remarks, remark] }
    const conclusions = [scoring({}), undefined].map((by) => under(by, { of: { ...run, transcript } }).conclusion)
    assert.deepEqual(conclusions, ['conformant', 'incomplete'], outcome)
  }
})

test('a pass of a newer check is not evidence under the set', () => {
  const set = changedSet((ids) => ids)
  const without = { ...set, since: { '1.0.0-1': { ...set.since['1.0.0-1'], checks: [added[0]?.id ?? ''] } } }
  assert.notEqual(under(scoring({ set: without })).conclusion, 'conformant')
})

test('a requirement that is not in the set keeps its verdict, is marked, and does not count', () => {
  const result = under(scoring({ set: withoutList, effective: EFFECTIVE }))
  const { verdict, notScored } = of(result, 'models-list')
  assert.equal(result.conclusion, 'conformant')
  assert.deepEqual([verdict, notScored], ['fail', { reason: 'newer', from: EFFECTIVE }])
})

test('a requirement that a later set drops is marked as dropped, not as newer', () => {
  const without = under(scoring({ name: '1.0.0-2', second: withoutList }))
  assert.equal(without.conclusion, 'conformant')
  assert.deepEqual(of(without, 'models-list').notScored, { reason: 'dropped' })
  // The requirement stays, but one of its checks is dropped.
  const fewer = under(scoring({ name: '1.0.0-2', set: next, second: first }))
  const { verdict, newer } = of(fewer, 'models-list')
  assert.deepEqual([fewer.conclusion, verdict, newer], ['conformant', 'pass', undefined])
})

test('a stricter level counts only from the next set on', () => {
  const group = withoutList.since['1.0.0-1'] ?? {}
  const { must, should } = group.requirements ?? {}
  const loose = { ...should, smoke: [...(should?.smoke ?? []), 'models-list'] }
  const requirements = { ...(must ? { must } : {}), should: loose }
  const changed = { ...group, checks: [...(group.checks ?? []), ADDED], requirements }
  const result = under(scoring({ set: { ...withoutList, since: { '1.0.0-1': changed } } }))
  const { verdict, newer, requirement } = of(result, 'models-list')
  const found = [result.conclusion, verdict, newer?.verdict, requirement.level]
  assert.deepEqual(found, ['conformant', 'warn', 'fail', 'should'])
})

test('a challenged requirement keeps its verdict, but does not count until the ruling', () => {
  const by = (ruling?: Parameters<typeof challenge>[1], at?: string): Result =>
    under(scoring({ name: '1.0.0-2', challenges: [challenge('models-list', ruling)], ...(at ? { at } : {}) }))
  const open = by()
  assert.equal(open.conclusion, 'conformant')
  const { verdict, notScored } = of(open, 'models-list')
  assert.deepEqual([verdict, notScored], ['fail', { reason: 'challenged', challenges: ['c-1'] }])
  const ruling = { word: 'rejected', date: '2026-12-24', reason: 'section 4.1 says so' } as const
  assert.equal(by(ruling, '2026-12-23').conclusion, 'conformant')
  assert.equal(by(ruling, '2026-12-24').conclusion, 'nonconformant')
  assert.equal(by(undefined, '2026-10-31').conclusion, 'nonconformant', 'it was not disputed then')
})

test('under Playwright, findings of a newer check do not fail its test', () => {
  const { evidence, exchanges } = run.transcript
  const own = { evidence: evidence.filter(({ check }) => check === ADDED), remarks: [] }
  const failed = (name: string): number[] => {
    const apart = scoredApart(own, exchanges, scoring({ name }))
    return [apart.own, apart.aside].map((findings) => findings.filter(({ outcome }) => outcome === 'fail').length)
  }
  assert.deepEqual(failed('1.0.0-1'), [0, 1])
  assert.deepEqual(failed('1.0.0-2'), [1, 0])
})

test('scoringFor() finds a set by its name, or the usual one', () => {
  for (const name of ['1.0.0-1', undefined])
    assert.equal(under(scoringFor(name, new Date('2026-12-01T00:00:00Z'))).conclusion, 'conformant')
})

test('a strict run counts only what scores', () =>
  assert.equal(under(scoring({}), { strict: true }).conclusion, 'conformant'))
