import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decode, exactNumber, isObject, parseBytes, parseJson } from '../../../../suites/harness/http/exact-json.ts'
import { conforms } from '../../../../suites/harness/judge/schema.ts'
import { names } from '../../../../suites/harness/text/names.ts'
import { cpuTime } from '../../../cpu-time.ts'

/** Whether the wire schemas accept a literal as `created`, an integer from 0 to 2^63 - 1. */
function isCount(literal: string): boolean {
  return conforms('model', { id: 'svc/a', object: 'model', created: exactNumber(literal), owned_by: 'svc' })
}

const COUNTS = names(
  '0 -0 0.0 0e500 0e-500 1.0 1e0 100e-2 1e18 9.223372036854775807e18 9007199254740993 9223372036854775806',
  '9223372036854775807 9223372036854775807.0 92233720368547758070e-1',
)
const NO_COUNTS = names(
  '9223372036854775808 9223372036854775809 9223372036854776832 9223372036854775807.5',
  '9223372036854775807.0000000000000000000000001 9.223372036854775808e18 9223372036854775808e0 1e19 1e400',
  '1e99999999999999999999 -1 -1e-400 -9223372036854775809 0.5 1e-400 1e-99999999999999999999',
  '0.99999999999999999999999 1.00000000000000000000001 4503599627370496.5 9007199254740991.5',
)

for (const literal of COUNTS) test(`${literal} is a count`, () => assert.ok(isCount(literal)))
for (const literal of NO_COUNTS) test(`${literal} is not a count`, () => assert.ok(!isCount(literal)))

const digits = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: length })
const whole = digits(21).map((text) => text.replace(/^0+(?=\d)/, ''))
const nearBound = fc.bigInt({ min: 2n ** 63n - 3000n, max: 2n ** 63n + 3000n }).map(String)
const literals = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(whole, nearBound),
    fc.option(fc.oneof(digits(25), fc.constant('0')), { nil: undefined }),
    fc.option(fc.integer({ min: -45, max: 45 }), { nil: undefined }),
  )
  .map(
    ([sign, int, fraction, exponent]) =>
      `${sign}${int}${fraction === undefined ? '' : `.${fraction}`}${exponent === undefined ? '' : `e${exponent}`}`,
  )

/** An independent check: compares the literal as a fraction of two integers, without rounding. */
function isCountExactly(literal: string): boolean {
  const [mantissa = '', exponent = '0'] = literal.split('e')
  const [int = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const power = Number(exponent) - fraction.length
  const numerator = BigInt(int + fraction) * 10n ** BigInt(Math.max(power, 0))
  const denominator = 10n ** BigInt(Math.max(-power, 0))
  if (numerator % denominator !== 0n) return false
  const value = numerator / denominator
  return literal.startsWith('-') ? value === 0n : value < 2n ** 63n
}

test('accepts a literal as a count exactly if it is one without rounding', () => {
  const property = fc.property(literals, (literal) => isCount(literal) === isCountExactly(literal))
  fc.assert(property, { numRuns: 5000 })
})

test('a literal that a double represents exactly becomes that double', () => {
  const doubles = fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  const property = fc.property(doubles, (value) => {
    assert.ok(Object.is(exactNumber(JSON.stringify(value)), value === 0 ? 0 : value))
  })
  fc.assert(property, { numRuns: 2000 })
})

test('a fraction that rounds to a bound stays on its side of the bound', () => {
  assert.ok(exactNumber('2.00000000000000000000001') > 2 && exactNumber('1.99999999999999999999999') < 2)
  assert.ok(exactNumber('1e-400') > 0 && exactNumber('-1e-400') < 0)
})

// A quadratic algorithm would take many minutes here on any machine.
test('reads a literal of a million digits quickly', () => {
  const zeros = '0'.repeat(1_000_000)
  const started = cpuTime()
  for (const literal of [`1${zeros}`, `1${zeros}1`, `0.${zeros}1`, `1.${zeros}`, `1${zeros}1e-1000001`])
    exactNumber(literal)
  assert.ok(cpuTime() - started < 60_000)
})

test('parses text with exact numbers, and keeps their literals', () => {
  const parsed = parseJson('{"a":[9223372036854775808, 1.50],"b":7}')
  assert.ok(parsed.ok)
  const { a, b } = parsed.value as { a: [number, number]; b: number }
  assert.ok(a[0] > 2 ** 63)
  assert.deepEqual([parsed.literals.get(a[0]), a[1], b], ['9223372036854775808', 1.5, 7])
})

/** Short decimals like those of options, most of which have a fast path. */
const decimals = fc
  .tuple(fc.constantFrom('', '-'), fc.nat({ max: 10 ** 12 }), fc.stringMatching(/^0{0,8}\d{1,8}$/))
  .map(([sign, int, fraction]) => `${sign}${int}.${fraction}`)

test('reads any number in a text like its literal, and keeps a literal that differs from its double', () => {
  const space = fc.constantFrom('', ' ', '\n')
  const property = fc.property(fc.oneof(decimals, literals), space, (literal, around) => {
    const parsed = parseJson(`{"a":[1,${around}${literal}${around}],"b":"1.50"}`)
    assert.ok(parsed.ok)
    const [, value] = (parsed.value as { a: [number, number] }).a
    assert.ok(Object.is(value, exactNumber(literal)))
    assert.equal(parsed.literals.get(value), String(value) === literal ? undefined : literal)
  })
  fc.assert(property, { numRuns: 5000 })
})

for (const text of ['', ' ', '{', '{"a":1,}', "{'a':1}", '{"a":01}', '{"a":NaN}', '[1] 2', '\u00a01'])
  test(`${JSON.stringify(text)} is not JSON`, () => assert.equal(parseJson(text).ok, false))

test('nesting beyond the stack is reported, not a crash', () => {
  const parsed = parseJson('['.repeat(200_000) + ']'.repeat(200_000))
  assert.deepEqual(parsed.ok ? undefined : parsed.reason, 'nested too deeply')
})

test('__proto__ is a member like any other', () => {
  const parsed = parseJson('{"__proto__":{"a":1}}')
  assert.ok(parsed.ok && isObject(parsed.value))
  assert.deepEqual(Object.keys(parsed.value), ['__proto__'])
})

test('bytes that are not UTF-8 are not JSON, but are decoded as text', () => {
  const bytes = Buffer.from([0x22, 0xff, 0x22])
  assert.deepEqual(parseBytes(bytes), { ok: false, reason: 'the bytes are not UTF-8' })
  assert.deepEqual(decode(bytes), { text: '"\ufffd"', utf8: false, bom: false })
})

test('reports a byte order mark separately from the text', () =>
  assert.deepEqual(decode(Buffer.from('\ufeff{}')), { text: '{}', utf8: true, bom: true }))

test('arrays, null and scalars are not objects', () =>
  assert.deepEqual([{}, [], null, 0, '', true].map(isObject), [true, false, false, false, false, false]))
