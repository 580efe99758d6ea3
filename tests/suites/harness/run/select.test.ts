/** The selection of checks by profile and filters. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { select } from '../../../../suites/harness/run/select.ts'
import { allChecks } from '../../../../suites/index.ts'

const chosen = (profile: 'smoke' | 'core' | 'full', filter: Parameters<typeof select>[2] = {}) =>
  select(allChecks, profile, filter)
const ids = ({ checks }: ReturnType<typeof chosen>) => checks.filter(({ explains }) => !explains).map(({ id }) => id)

test('a larger profile has all checks of a smaller one, and without a filter nothing is limited', () => {
  const [smoke, core, full] = (['smoke', 'core', 'full'] as const).map((profile) => chosen(profile))
  assert.ok(smoke && core && full)
  assert.deepEqual(new Set(ids(full)), new Set([...ids(smoke), ...ids(core), ...ids(full)]))
  assert.ok(ids(smoke).length < ids(core).length && ids(core).length < ids(full).length)
  assert.deepEqual([smoke.only, core.only, full.only], [undefined, undefined, undefined])
})

test('a suite, a requirement or a check limits the run', () => {
  const models = chosen('core', { suites: ['models'] })
  const suites = new Set(models.checks.filter(({ explains }) => !explains).map(({ suite }) => suite))
  assert.deepEqual([...suites], ['models'])
  const covering = chosen('full', { requirements: ['auth-disabled'] })
  assert.ok(covering.checks.every(({ covers, explains }) => explains || covers === 'auth-disabled'))
  assert.deepEqual([...(covering.only ?? [])], ['auth-disabled'])
  const one = chosen('core', { checkIds: ['models-query'] })
  assert.deepEqual([ids(one), [...(one.only ?? [])]], [['models-query'], ['models-query']])
  assert.deepEqual(ids(chosen('smoke', { requirements: ['auth-disabled'] })), [])
})

test('a requirement without its own check selects every check of the profile or the given suite', () => {
  assert.deepEqual(ids(chosen('core', { requirements: ['request-id-present'] })), ids(chosen('core')))
  const within = chosen('core', { requirements: ['request-id-present'], suites: ['models'] })
  assert.deepEqual(ids(within), ids(chosen('core', { suites: ['models'] })))
  assert.deepEqual([...(within.only ?? [])], ['request-id-present'])
})

for (const [filter, message] of [
  [{ suites: ['modells'] }, /there is no suite 'modells'; did you mean models/],
  [{ requirements: ['request-m'] }, /there is no requirement 'request-m'; did you mean request-n/],
  [{ checkIds: ['models-querys'] }, /there is no check 'models-querys'; did you mean models-query\?/],
  [{ checkIds: ['nothing-like-it-at-all'] }, /list checks shows all/],
] as const)
  test(`${JSON.stringify(filter)} is a usage error`, () =>
    assert.throws(() => chosen('core', filter), { name: 'UsageError', message }))
