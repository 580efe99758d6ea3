import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fallsShortByDefault, isForDefaults } from './outcome.ts'
import { hostileTargets } from './targets/index.ts'

const found = { requests: 1, broken: [], leaks: [], strayed: [] }
const hang = { ...found, name: 'hang-x', does: 'x', conclusion: 'incomplete', exit: 3, took: 62_000, memory: 120 }

test('under default limits a target that hangs is given up in time, and not accused', () => {
  assert.deepEqual(fallsShortByDefault(hang), [])
  assert.deepEqual(fallsShortByDefault({ ...hang, name: 'many-x', exit: 1, took: 100_000 }), [])
  for (const mutated of [{ took: 95_000 }, { exit: 1 }, { memory: 310 }, { conclusion: 'conformant' }])
    assert.equal(fallsShortByDefault({ ...hang, ...mutated }).length, 1, JSON.stringify(mutated))
})

test('hangs at each stage, crumbs and endless heads run under default limits', () => {
  const names = hostileTargets.map(({ name }) => name).filter(isForDefaults)
  for (const name of ['hang-before-status', 'hang-between-events', 'crumbs', 'h2-crumbs', 'endless-continue-head'])
    assert.ok(names.includes(name), name)
})
