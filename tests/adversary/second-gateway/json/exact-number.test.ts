import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareNumbers, isInteger } from './exact-number.ts'

const orders: [string, '<' | '=' | '>', string][] = [
  ['9223372036854775807', '<', '9223372036854775808'],
  ['9223372036854775807', '=', '9223372036854775807.000'],
  ['9.223372036854775808e18', '>', '9223372036854775807'],
  ['2.00000000000000000000001', '>', '2'],
  ['0.1e1', '=', '1'],
  ['100e-2', '=', '1'],
  ['-0.0e5', '=', '0'],
  ['-1', '<', '0'],
  ['-2', '<', '-1'],
  ['1e-400', '>', '0'],
  ['1e400', '>', '2'],
  ['1e99999999999999999999', '>', '9223372036854775807'],
  ['0.05', '<', '0.5'],
  ['10', '>', '9'],
]

for (const [a, sign, b] of orders) {
  test(`${a} ${sign} ${b}`, () => {
    const expected = sign === '<' ? -1 : sign === '>' ? 1 : 0
    assert.equal(Math.sign(compareNumbers(a, b)), expected)
    assert.equal(Math.sign(compareNumbers(b, a)), expected === 0 ? 0 : -expected)
  })
}

test('a long row of noughts is compared in no time', () => {
  const long = `1${'0'.repeat(500_000)}1${'0'.repeat(500_000)}`
  assert.equal(compareNumbers(long, '2'), 1)
})

test('integers by value and by spelling', () => {
  const byValue = ['1', '1.0', '1e0', '10e-1', '0.0', '-0', '1.5e1']
  for (const text of byValue) assert.ok(isInteger(text, 'value'), text)
  for (const text of ['1.5', '1e-1', '0.1']) assert.ok(!isInteger(text, 'value'), text)
  for (const text of ['1.0', '1e0']) assert.ok(!isInteger(text, 'digits'), text)
})
