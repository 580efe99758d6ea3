import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { mayHoldLongNumbers } from '../../../mock/core/request/exact-integers.ts'

const digits = fc.string({ unit: fc.constantFrom('0', '7', '9', '.', 'x', '"'), maxLength: 60 })

test('finds a long number at any position of a text', () => {
  for (let before = 0; before < 40; before++) {
    assert.equal(mayHoldLongNumbers(`${' '.repeat(before)}1234567890.12345 `), true, `after ${before} characters`)
    assert.equal(mayHoldLongNumbers(`${' '.repeat(before)}1234567890.1234 5`), false, `after ${before} characters`)
  }
})

test('the fast search agrees with a regular expression', () => {
  fc.assert(fc.property(digits, (text) => assert.equal(mayHoldLongNumbers(text), /[\d.]{16}/.test(text))))
})
