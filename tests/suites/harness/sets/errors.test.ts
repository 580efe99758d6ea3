/** Errors of the harness: one about a requirement that does not score fails neither driver. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exitCodeOf, exitCodes } from '../../../../cli/exit-codes.ts'
import { startMock } from '../../../../mock/index.ts'
import type { Finding } from '../../../../suites/harness/judge/evidence.ts'
import { reportOf } from '../../../../suites/harness/report/report.ts'
import { certify } from '../../../../suites/harness/run/certify.ts'
import type { Check } from '../../../../suites/harness/run/check.ts'
import type { SetFile } from '../../../../suites/harness/sets/frozen-set.ts'
import type { Scoring } from '../../../../suites/harness/sets/scoring.ts'
import { describeTarget } from '../../../../suites/harness/target/target.ts'
import { allChecks } from '../../../../suites/index.ts'
import { countedIn, scoredApart } from '../../../../suites/playwright/engine.ts'
import { mockAt } from '../../../reporters/samples.ts'
import { membersOf } from '../members.ts'
import { ADDED, challenge, changedSet, first, run, scoring, target, under } from './fixture.ts'

const CASES = 'request-closed.cases'
const BREAKS = 'an unknown field with null'

/** A check with rows, one of which throws before it is sent. */
function breaking(check: Check): Check {
  const mutated: Check['run'] = (context) =>
    check.run(
      new Proxy(context, {
        get(real, name) {
          const member: unknown = Reflect.get(real, name, real)
          if (typeof member !== 'function') return member
          return (...args: unknown[]): unknown => {
            if (name === 'reject' && args[0] === BREAKS) throw new Error('no such thing')
            return member.apply(real, args)
          }
        },
      }),
    )
  return { ...check, run: mutated }
}

/** The first set without the row that throws. */
function withoutRow(): SetFile {
  const group = first.since['1.0.0-1'] ?? {}
  const rows = { ...group.rows, [CASES]: (group.rows?.[CASES] ?? []).filter((title) => title !== BREAKS) }
  return { ...first, since: { '1.0.0-1': { ...group, rows } } }
}

test('a row that throws does not affect other rows, and does not score if it is newer than the set', async () => {
  const check = allChecks.find(({ id }) => id === CASES)
  assert.ok(check)
  await using mock = await startMock()
  const rows = await certify({ target: mockAt(mock.url), checks: [breaking(check)], profile: 'full' })
  const { evidence, remarks } = rows.transcript
  const others = withoutRow().since['1.0.0-1']?.rows?.[CASES] ?? []
  assert.deepEqual(new Set(evidence.map(({ title }) => title)), new Set(others))
  const remark = ['error', `the row '${BREAKS}' broke: no such thing`, BREAKS]
  assert.deepEqual(membersOf(remarks, 'outcome', 'message', 'row'), [remark])
  const verdictUnder = (by: Scoring | undefined): unknown[] => {
    const found = under(by, { of: rows }).judged.find(({ requirement }) => requirement.id === 'request-closed')
    return [found?.verdict, found?.newer?.verdict]
  }
  assert.deepEqual(verdictUnder(undefined), ['error', undefined])
  assert.deepEqual(verdictUnder(scoring({})), ['error', undefined])
  assert.deepEqual(verdictUnder(scoring({ set: withoutRow() })), ['pass', 'error'])
  const apart = scoredApart({ evidence, remarks }, rows.transcript.exchanges, scoring({ set: withoutRow() }))
  const errors = [apart.own, apart.aside].map((all) => all.filter(({ outcome }) => outcome === 'error').length)
  assert.deepEqual(errors, [0, 1])
})

const withoutList = scoring({ set: changedSet((ids) => ids.filter((id) => id !== 'models-list')) })

for (const [what, by, about, check, broken] of [
  ['a must that scores', scoring({}), 'models-list', 'models-list', true],
  ['a should that scores', scoring({}), 'list-ids-unique', 'models-list', true],
  ['a newer check', scoring({}), 'models-list', ADDED, false],
  ['a requirement that is newer than the set', withoutList, 'models-list', 'models-list', false],
  ['a disputed requirement', scoring({ challenges: [challenge('models-list')] }), 'models-list', 'models-list', false],
] as const)
  test(`an error in ${what} fails a Playwright test if it ends the command as broken: ${broken}`, () => {
    const error: Finding = { requirement: about, outcome: 'error', message: 'the check broke: x', exchanges: [], check }
    const { exchanges } = run.transcript
    const apart = scoredApart({ evidence: [], remarks: [error] }, exchanges, by)
    const { against, unscored } = countedIn(apart, by, false)
    assert.deepEqual([against.length, unscored.length], broken ? [1, 0] : [0, 1])
    const remarks = [...run.transcript.remarks, error]
    const result = under(by, { of: { ...run, transcript: { ...run.transcript, remarks } } })
    const report = reportOf(result, { target: describeTarget(target), strict: false, command: '' })
    assert.equal(exitCodeOf(report) === exitCodes.broken, broken)
  })
