import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import fc from 'fast-check'
import { searchFor } from '../../../mock/scripts/pattern.ts'
import { bundle } from '../../integration/browser/site.ts'

/** Runs in a separate process, because concurrent tests also use patterns. */
const LOADING = `
  const { createRequire } = await import('node:module')
  const { reply, startMock } = await import(process.argv[1])
  const isLoaded = () => Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes('re2js'))
  const mock = await startMock()
  mock.project().when({ text: 'weather' }).next(reply('Sunny'))
  const before = isLoaded()
  mock.project().when({ text: { pattern: 'wea.her' } }).next(reply('Sunny'))
  console.log(before, isLoaded())
  await mock.close()`

test('loads the pattern library with the first pattern, not with the mock', () => {
  const mock = new URL('../../../mock/index.ts', import.meta.url).href
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', LOADING, mock], { encoding: 'utf8' })
  assert.equal(output, 'false true\n')
})

test('a browser bundle lacks the pattern library, and a pattern fails there with the reason', async () => {
  const text = await bundle(new URL('../../../mock/msw.ts', import.meta.url), 'msw')
  assert.match(text, /cannot be used in a browser/)
  assert.doesNotMatch(text, /RE2JSSyntaxException/)
  const { getBuiltinModule } = process
  try {
    process.getBuiltinModule = undefined as never
    assert.throws(() => searchFor('a'), /^RangeError: The pattern cannot be used in a browser: give text/)
  } finally {
    process.getBuiltinModule = getBuiltinModule
  }
})

const atom = fc.constantFrom(
  ...['a', 'b', 'K', 'é', '😀', '.', '\\d', '\\w', '\\W', '\\s', '\\S', '\\n', '\\x62', '\\.', '\\/'],
  ...['[ab]', '[^a]', '[a-c\\d]', '[^\\s\\-]', '[-a]', '[\\D]', '[^\\W]', '[.*]'],
)
const edge = fc.constantFrom('^', '$', '\\b', '\\B')
const often = fc.constantFrom('', '', '*', '+', '?', '*?', '{2}', '{0}', '{1,}', '{1,2}', '{0,2}?')

const { tree } = fc.letrec<{ tree: string; part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 4 },
    { weight: 4, arbitrary: fc.tuple(atom, often).map(([one, times]) => one + times) },
    { weight: 1, arbitrary: edge },
    { weight: 2, arbitrary: fc.tuple(tie('tree'), often).map(([all, times]) => `(${all})${times}`) },
    { weight: 1, arbitrary: fc.tuple(tie('tree'), tie('tree')).map(([one, two]) => `(?:${one}|${two})`) },
  ),
  tree: fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join('')),
}))
const text = fc.array(fc.constantFrom('a', 'b', 'A', 'K', 'é', 'É', '😀', '1', ' ', '\n', '-', '.', '_', '/'), {
  maxLength: 8,
})

test('a pattern matches where the same JavaScript regular expression matches', () => {
  fc.assert(
    fc.property(tree, text, fc.boolean(), (pattern, signs, ignoreCase) => {
      const subject = signs.join('')
      assert.equal(searchFor(pattern, ignoreCase)(subject), new RegExp(pattern, ignoreCase ? 'iu' : 'u').test(subject))
    }),
    { numRuns: 500, seed: 7 },
  )
})

const SYNTAX =
  /^The pattern cannot be used: invalid or unsupported Perl syntax: `\(\?=` \(its syntax is that of RE2\)\.$/
const REFUSED: readonly [pattern: string, words: RegExp][] = [
  ['a(?=b)', SYNTAX],
  ['(?<=a)b', /invalid (or unsupported Perl syntax|named capture)/],
  ['(a)\\1', /invalid escape sequence: `\\1`/],
  ['\\p{None}', /invalid character class range/],
  ['(a', /missing closing \)/],
  ['a)', /unexpected \)/],
  ['*a', /missing argument to repetition operator: `\*`/],
  ['a**', /invalid nested repetition operator/],
  ['a{3,2}', /invalid repeat count/],
  ['[b-a]', /invalid character class range: `b-a`/],
  ['[a', /missing closing \]/],
  ['a\\', /trailing backslash/],
  ['a{1001}', /invalid repeat count/],
  ['(a{100}){100}', /invalid repeat count/],
  ['a{0,1000}', /repeats too much; lower the numbers in braces/],
  ['(?:a{400}|b{400}|c{400})', /repeats too much/],
  ['a'.repeat(501), /more than 500 characters/],
]
for (const [pattern, words] of REFUSED)
  test(`the pattern ${pattern.slice(0, 30)} is refused with the reason`, () =>
    assert.throws(() => searchFor(pattern), { name: 'RangeError', message: words }))

const MEBI = 1024 * 1024

/** Patterns with a worst-case text for each. */
const HARD: readonly [pattern: string, text: string][] = [
  ['[a-z]{1,400}!', `!${'a'.repeat(MEBI)}`],
  ['x{0,480}[yz]', 'x'.repeat(MEBI)],
  ['(a+)+$', `${'a'.repeat(MEBI)}!`],
  ['(.*)(.*)(.*)x', 'a'.repeat(MEBI)],
]
for (const [pattern, text] of HARD)
  test(`the pattern ${pattern} searches a worst-case message of 1 MiB quickly`, () => {
    const begun = process.cpuUsage()
    searchFor(pattern)(text)
    const { user } = process.cpuUsage(begun)
    assert.ok(user < 1_500_000, `${user} µs`)
  })

test('searches only the first 65,536 characters of a message', () => {
  const search = searchFor('a[!?]')
  assert.equal(search(`${' '.repeat(65_534)}a!`), true)
  assert.equal(search(`${' '.repeat(65_535)}a!`), false)
})

test('ignore_case uses the simple case folding of Unicode', () => {
  assert.equal(searchFor('i', true)('İ'), false)
  for (const [one, other] of ['ςΣ', 'ςσ', 'éÉ', 'k\u212a'].map((both) => [...both] as [string, string]))
    assert.ok(searchFor(one, true)(other) && searchFor(other, true)(one), one + other)
})
