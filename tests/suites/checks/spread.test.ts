/** The selection of models from a long catalog. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spread } from '../../../suites/checks/projects.ts'

const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => `m${at}`)

test('selects the first, the last, and others evenly between them', () => {
  assert.deepEqual(spread(ids(5), 3), ['m0', 'm2', 'm4'])
  assert.deepEqual(spread(ids(101), 3), ['m0', 'm50', 'm100'])
  assert.deepEqual(spread(ids(4), 3), ['m0', 'm2', 'm3'])
})

test('selects all models of a short catalog', () => {
  for (const count of [0, 1, 3]) assert.deepEqual(spread(ids(count), 3), ids(count))
})
