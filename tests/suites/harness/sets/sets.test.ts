import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setSentences } from '../../../../reporters/wording/not-scored.ts'
import type { Profile } from '../../../../suites/harness/catalogue/profiles.ts'
import { requirement } from '../../../../suites/harness/catalogue/requirements.ts'
import { type Exchange, identityOf } from '../../../../suites/harness/http/exchange.ts'
import type { Evidence, Transcript } from '../../../../suites/harness/judge/evidence.ts'
import type { Report } from '../../../../suites/harness/report/report.ts'
import { asScored, type FrozenSet, frozenSetFrom, heldBy, rowOf } from '../../../../suites/harness/sets/frozen-set.ts'
import { ourScoring } from '../../../../suites/harness/sets/scoring.ts'
import { changeNear, type DatedSet, stateOf, usualSet } from '../../../../suites/harness/sets/timeline.ts'
import { names } from '../../../../suites/harness/text/names.ts'
import { evidenceFor } from '../http/exchanges.ts'
import { membersOf } from '../members.ts'

const dated: DatedSet = {
  name: '1.0.0-1',
  draft: '2027-01-01',
  effective: '2027-02-01',
  warn: '2027-03-01',
  deprecated: '2027-04-01',
  sha256: '',
}
/** A set without requirements, checks and rows. */
const bare: FrozenSet = { name: '', contract: '1.0.0', requirements: new Map(), checks: new Set(), rows: new Map() }
const at = (day: string): Date => new Date(`${day}T00:00:00Z`)

test('the state of a set is that of its latest past day', () => {
  const days = ['2026-12-31', '2027-01-01', '2027-02-01', '2027-03-15', '2028-01-01']
  const states = days.map((day) => stateOf(dated, at(day)))
  assert.deepEqual(states, ['draft', 'draft', 'effective', 'warn', 'deprecated'])
  assert.equal(stateOf({ name: '', sha256: '', draft: '2027-01-01' }, at('2099-01-01')), 'draft')
})

test('the usual set is the newest effective one, else one that was effective, else the oldest', () => {
  const next: DatedSet = { name: '1.0.0-2', draft: '2027-02-10', effective: '2027-03-10', sha256: '' }
  const usual = (day: string, sets = [dated, next]): string => usualSet({ sets }, at(day)).name
  const newest = ['2020-01-01', '2027-03-09', '2027-03-10'].map((day) => usual(day))
  assert.deepEqual(newest, ['1.0.0-1', '1.0.0-1', '1.0.0-2'])
  assert.equal(usual('2030-01-01', [dated, { ...next, effective: '2031-01-01' }]), '1.0.0-1')
  // A deprecated newer set gives no certificate, but the older one does.
  assert.equal(usual('2027-03-20', [dated, { ...next, deprecated: '2027-03-15' }]), '1.0.0-1')
})

test('the usual set is of the claimed contract, or of the oldest one that is not deprecated', () => {
  const later: DatedSet = { name: '1.1.0-1', draft: '2027-01-01', effective: '2027-02-15', sha256: '' }
  const sets = [dated, later]
  const days = ['2027-02-14', '2027-02-16', '2027-03-31', '2027-04-02']
  const usual = (claim?: string): string[] => days.map((day) => usualSet({ sets }, at(day), claim).name)
  assert.deepEqual(usual(), ['1.0.0-1', '1.0.0-1', '1.0.0-1', '1.1.0-1'])
  assert.deepEqual([usual('1.0'), usual('1.1')], [Array(4).fill('1.0.0-1'), Array(4).fill('1.1.0-1')])
  assert.throws(() => usual('2.0'), /claims the contract 2\.0, and this version has sets of 1\.0, 1\.1/)
})

test('announces a change of the set 30 days before and after, only to runs that it affects', () => {
  const sets: DatedSet[] = [
    dated,
    { name: '1.0.0-2', effective: '2027-02-20', deprecated: '2027-06-01', sha256: '' },
    { name: '1.1.0-1', effective: '2027-02-25', sha256: '' },
  ]
  const near = (day: string, claim?: string): string | undefined => changeNear({ sets }, at(day), claim)?.on
  const days = ['2027-01-20', '2027-01-21', '2027-03-22', '2027-03-23', '2027-05-10', '2027-07-02']
  const second = '2027-02-20'
  const changes = days.map((day) => near(day))
  assert.deepEqual(changes, [undefined, second, second, undefined, '2027-06-01', undefined])
  assert.deepEqual(changeNear({ sets }, at('2027-05-10')), { on: '2027-06-01', before: '1.0.0-2', after: '1.1.0-1' })
  assert.deepEqual([near('2027-05-10', '1.0'), near('2027-02-24', '1.1')], [undefined, undefined])
  const words = (started: string): string[] =>
    setSentences({ requirements: [], started, set_change: changeNear({ sets }, at(started)) } as unknown as Report)
  assert.deepEqual(words('2027-02-19'), [
    'From 2027-02-20 on, runs without --set are judged by the set 1.0.0-2 instead of 1.0.0-1.',
  ])
  assert.match(words('2027-02-20')[0] ?? '', /^Since 2027-02-20, /)
})

test('suggests the nearest name for an unknown set', () => {
  const message = /^there is no set '1\.0\.0-11'; did you mean 1\.0\.0-1\?$/
  assert.throws(() => ourScoring('1.0.0-11', new Date()), { message })
})

test('a later group of a set overrides an earlier one, and rows of both are included', () => {
  const set = frozenSetFrom({
    set: '1.0.0-2',
    contract: '1.0.0',
    since: {
      '1.0.0-1': { requirements: { should: { full: ['models-list'] } }, rows: { a: ['one'] } },
      '1.0.0-2': { requirements: { must: { core: ['models-list'] } }, rows: { a: ['two'] } },
    },
  })
  assert.deepEqual(set.requirements.get('models-list'), { level: 'must', profile: 'core' })
  assert.deepEqual([...(set.rows.get('a') ?? [])], ['one', 'two'])
})

test('a requirement scores by the looser of its old and new level and profile', () => {
  const frozen = (level: 'must' | 'should', profile: Profile): FrozenSet => {
    return { ...bare, requirements: new Map([['models-list', { level, profile }]]) }
  }
  const current = { ...requirement('models-list'), profile: 'core' as const }
  const scored = (level: 'must' | 'should', was: typeof current, profile: Profile): string[] => {
    const { level: as, profile: smallest = '' } = asScored(was, frozen(level, profile))
    return [as, smallest]
  }
  assert.deepEqual(scored('must', current, 'core'), ['must', 'core'])
  assert.deepEqual(scored('should', current, 'full'), ['should', 'full'])
  assert.deepEqual(scored('must', { ...current, level: 'should' }, 'smoke'), ['should', 'core'])
  assert.deepEqual(scored('must', { ...current, level: 'observe' }, 'smoke'), ['observe', 'core'])
})

test('all attempts of a request share one name, in every variation and shard', () => {
  for (const id of ['1', 'between/2', 'plain/1', 'plain/between/3', 'again/1', 'without-accept/2', '1@0.3'])
    assert.equal(identityOf(`a.cases/temperature-2/${id}`).name, 'a.cases/temperature-2', id)
  assert.equal(identityOf('a/7/1').name, 'a/7')
})

const evidence = (check: string, title: string, exchange: string, control?: string): Evidence =>
  evidenceFor('models-list', exchange, { kind: 'accepted' }, { check, title, ...(control && { control }) })
const ONE = 'a/one/1 a/one/plain/1'
const TWO = 'a/two/1 a/two/between/1'
const B = 'b/x/1 b/looked-at-alone/1'
const CONTROLS = 'control/1/1 control/2/1'
const whole: Transcript = {
  exchanges: names(ONE, TWO, B, CONTROLS, 'preflight/1').map((id) => identityOf(id) as Exchange),
  evidence: [
    evidence('a', 'one', 'a/one/plain/1', 'control/1/1'),
    evidence('a', 'two, only with accept: */*', 'a/two/1', 'control/1/1'),
    evidence('b', 'x', 'b/x/1', 'control/2/1'),
    evidence('a', 'one', 'b/x/1'),
  ],
  remarks: [{ requirement: 'models-list', outcome: 'error', message: '', exchanges: [], check: 'b' }],
}
/** The transcript under a set with these rows of the first check and these checks. */
const heldWith = (rows: readonly string[], checks: readonly string[]): Transcript =>
  heldBy(whole, { ...bare, checks: new Set(checks), rows: new Map([['a', new Set(rows)]]) }, [{ id: 'a' }, { id: 'b' }])

test('a part or a variation of the request of a row belongs to the row', () => {
  for (const suffix of ['', ', refused once', ', only with accept: */*', ', only temperature', ', only without stop'])
    for (const fewer of ['', ', fewer tokens']) assert.equal(rowOf(`n 1, 7 tokens${fewer}${suffix}`), 'n 1, 7 tokens')
})

test('a set with all rows and checks leaves out nothing', () =>
  assert.equal(heldWith(['one', 'two'], ['a', 'b']), whole))

test('leaving out a row leaves out its attempts, but no control of another row', () => {
  const { exchanges, evidence } = heldWith(['one'], ['a', 'b'])
  assert.deepEqual(membersOf(exchanges, 'id'), names(ONE, B, CONTROLS, 'preflight/1'))
  assert.equal(evidence.length, 3)
})

test('leaving out a check leaves out its exchanges, even if another check uses them', () => {
  const { exchanges, evidence, remarks } = heldWith(['one', 'two'], ['a'])
  assert.deepEqual(membersOf(exchanges, 'id'), names(ONE, TWO, 'control/1/1 preflight/1'))
  assert.deepEqual([membersOf(evidence, 'check'), remarks], [['a', 'a'], []])
})
