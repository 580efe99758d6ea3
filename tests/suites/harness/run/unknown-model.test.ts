import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unknownModel } from '../../../../suites/harness/run/plain-body.ts'

test('the unknown model is drawn by the seed, has the form of the contract, and is not listed', () => {
  const names = Array.from({ length: 500 }, (_, seed) => unknownModel(seed))
  for (const name of names) assert.match(name, /^svc\/[a-z0-9-]+$/)
  assert.ok(new Set(names).size > 480, `${new Set(names).size} different names`)
  assert.equal(unknownModel(7), unknownModel(7))
  assert.notEqual(unknownModel(7, [unknownModel(7)]), unknownModel(7))
})
