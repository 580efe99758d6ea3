import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareNumber, LosslessNumber } from 'lossless-json'
import { isInteger, type Read, readJson } from './json-reader.ts'

const read = (text: string): Read => readJson(text, { duplicateKeys: 'last' })

/** Converts a value to what JSON.parse returns for the same text. */
function plain(value: Read): unknown {
  if (value instanceof LosslessNumber) return Number(value.value)
  if (Array.isArray(value)) return value.map(plain)
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([name, content]) => [name, plain(content)]))
  }
  return value
}

/** Texts by topic; the first three lists are valid JSON. */
const texts = {
  values: [' [ ] ', '\n\t\r 1 ', '"a\\"\\\\\\u00e9\\n"', '[1,2.5,-0,1e5,1E-5,-1.5e+3]', 'null', 'true'],
  members: ['{}', '{"a":{"b":[{"c":null}]}, "d" : "" }', '{"__proto__":1,"a":2}', '{"a":1,"a":2}'],
  unusualLetters: ['"\u2028"', '"\\ud800"'],
  unfinished: ['', ' ', '{', '}', '[1}', '{"a":}', '"a', '"\\', '"\\"'],
  commas: ['[1,]', '[,1]', '{"a":1,}', '[1 2]', '1 2', '{"a":1 "b":2}'],
  names: ['{a:1}', "{'a':1}", '{"a" 1}'],
  numbers: ['01', '+1', '.5', '1.', '1e', '-', 'NaN', 'Infinity'],
  words: ['undefined', 'nul', 'truex'],
  strings: ['"\n"', '"\\x"', '"\\u12"'],
  surroundings: ['{} x', '//c\n1', '\u00a01', '\uFEFF{}', '\u000b1'],
}

for (const text of Object.values(texts).flat()) {
  test(`agrees with JSON.parse about ${JSON.stringify(text)}`, () => {
    let expected: unknown
    try {
      expected = JSON.parse(text)
    } catch {
      assert.throws(() => read(text), /not/)
      return
    }
    assert.deepEqual(plain(read(text)), expected)
  })
}

test('keeps the spelling of numbers', () => {
  assert.deepEqual(read('[9223372036854775808, 1.0]'), [
    new LosslessNumber('9223372036854775808'),
    new LosslessNumber('1.0'),
  ])
})

test('follows its option for a name that occurs twice', () => {
  const twice = '{"a":1,"a":2}'
  const first = readJson(twice, { duplicateKeys: 'first' })
  assert.deepEqual(plain(first), { a: 1 })
  for (const text of [twice, '{"a":1,"a":1}']) assert.throws(() => readJson(text, { duplicateKeys: 'refuse' }), /twice/)
})

test('refuses a megabyte of brackets instead of overflowing the stack', () => {
  assert.throws(() => read('['.repeat(1_000_000)), /not JSON/)
})

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
    assert.equal(Math.sign(compareNumber(a, b)), expected)
    assert.equal(Math.sign(compareNumber(b, a)), expected === 0 ? 0 : -expected)
  })
}

test('a long row of noughts is compared in no time', () => {
  const long = `1${'0'.repeat(500_000)}1${'0'.repeat(500_000)}`
  assert.equal(compareNumber(long, '2'), 1)
})

test('integers by value and by spelling', () => {
  const byValue = ['1', '1.0', '1e0', '10e-1', '0.0', '-0', '1.5e1']
  for (const text of byValue) assert.ok(isInteger(text, 'value'), text)
  for (const text of ['1.5', '1e-1', '0.1']) assert.ok(!isInteger(text, 'value'), text)
  for (const text of ['1.0', '1e0']) assert.ok(!isInteger(text, 'digits'), text)
})
