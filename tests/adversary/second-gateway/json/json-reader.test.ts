import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NumberText, type Read, readJson } from './json-reader.ts'

const read = (text: string): Read => readJson(text, { duplicateKeys: 'last' })

/** Converts a value to what JSON.parse returns for the same text. */
function plain(value: Read): unknown {
  if (value instanceof NumberText) return Number(value.text)
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
  assert.deepEqual(read('[9223372036854775808, 1.0]'), [new NumberText('9223372036854775808'), new NumberText('1.0')])
})

test('follows its option for a name that occurs twice', () => {
  const twice = '{"a":1,"a":2}'
  const first = readJson(twice, { duplicateKeys: 'first' })
  assert.deepEqual(plain(first), { a: 1 })
  assert.throws(() => readJson(twice, { duplicateKeys: 'refuse' }))
})

test('refuses a megabyte of brackets instead of overflowing the stack', () => {
  assert.throws(() => read('['.repeat(1_000_000)), /not JSON/)
})
