import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Report } from '../../../suites/harness/report/report.ts'
import { accusedIn } from './by-command.ts'
import { fallsShortByDefault, isForDefaults } from './outcome.ts'
import { hostileTargets } from './targets/index.ts'

const found = { requests: 1, broken: [], leaks: [], strayed: [] }
const hang = { ...found, name: 'hang-x', does: 'x', conclusion: 'incomplete', exit: 3, took: 62_000, memory: 120 }

test('under default limits a target that hangs is given up in time, and not accused', () => {
  assert.deepEqual(fallsShortByDefault(hang), [])
  assert.deepEqual(fallsShortByDefault({ ...hang, name: 'many-x', exit: 1, took: 100_000 }), [])
  for (const mutated of [{ took: 95_000 }, { accused: ['stream-done'] }, { memory: 310 }, { conclusion: 'conformant' }])
    assert.equal(fallsShortByDefault({ ...hang, ...mutated }).length, 1, JSON.stringify(mutated))
})

test('a requirement that fails on a response without an end is an accusation, and no other is', () => {
  const failure = { stage: 'body', code: 'TIMEOUT', message: 'x' }
  const exchanges = [{ id: 'late', failure }, { id: 'whole' }]
  const requirements = (['fail', 'warn', 'fail'] as const).map((verdict, at) => {
    const finding = { outcome: 'fail', exchanges: [at === 2 ? 'whole' : 'late'] }
    return { id: `${verdict}-${at}`, verdict, findings: [finding] }
  })
  assert.deepEqual(accusedIn({ requirements, exchanges } as unknown as Report), ['fail-0'])
})

test('hangs at each stage, crumbs and endless heads run under default limits', () => {
  const names = hostileTargets.map(({ name }) => name).filter(isForDefaults)
  for (const name of ['hang-before-status', 'hang-between-events', 'crumbs', 'h2-crumbs', 'endless-continue-head'])
    assert.ok(names.includes(name), name)
})
