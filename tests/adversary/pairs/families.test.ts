import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawnPairs } from './families.ts'

test('pairs are drawn from all faults, the same ones for a seed', () => {
  const pairs = drawnPairs(50, 1)
  assert.deepEqual(drawnPairs(50, 1), pairs)
  assert.equal(new Set(pairs.map((pair) => pair.map(({ name }) => name).join())).size, 50)
})
