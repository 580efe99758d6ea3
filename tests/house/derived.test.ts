import assert from 'node:assert/strict'
import { test } from 'node:test'
import { derived, withTable, written } from './derived.ts'

for (const [name, make] of Object.entries(derived))
  test(`${name} is up to date: npm run tables`, () => assert.equal(written(name), make(written(name))))

test('inserts a table into its page, with aligned columns', () => {
  const page = 'A\n\n| a | b |\n|---|---|\n| old | 1 |\n\nB\n'
  const made = withTable(page, ['a', 'b'], [['new', '2']])
  assert.equal(made, 'A\n\n| a   | b |\n| --- | - |\n| new | 2 |\n\nB\n')
  assert.throws(() => withTable(page, ['c'], []), /no table has the head c/)
})
