import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Pattern } from '../../../mock/scripts/pattern/pattern.ts'

const atom = fc.constantFrom(
  ...['a', 'b', 'K', 'é', '😀', '.', '\\d', '\\w', '\\W', '\\s', '\\S', '\\n', '\\u0061', '\\x62', '\\.', '\\/'],
  ...['[ab]', '[^a]', '[a-c\\d]', '[^\\s\\-]', '[-a]', '[\\D]', '[^\\W]', '[]', '[^]', '[.*]'],
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

test('a pattern is found where the regular expression of JavaScript is', () => {
  fc.assert(
    fc.property(tree, text, fc.boolean(), (pattern, signs, ignoreCase) => {
      const said = signs.join('')
      assert.equal(new Pattern(pattern, ignoreCase).isIn(said), new RegExp(pattern, ignoreCase ? 'iu' : 'u').test(said))
    }),
    { numRuns: 3000, seed: 7 },
  )
})

const REFUSED: readonly [pattern: string, words: RegExp][] = [
  ['a(?=b)', /nothing looks ahead or behind \(at character 4\)/],
  ['(?<name>a)', /nothing looks ahead/],
  ['(a)\\1', /\\1 means nothing here/],
  ['\\p{L}', /\\p means nothing here/],
  ['(a', /a \( has no \)/],
  ['a)', /a \) has no \(/],
  ['*a', /\* stands for itself only behind a backslash \(at character 1\)/],
  ['a**', /repeated twice/],
  ['a{2', /a \{ begins a repetition/],
  ['a{3,2}', /wrong order/],
  ['[b-a]', /wrong order/],
  ['[\\d-a]', /between two single characters/],
  ['[a', /ends too early/],
  ['a\\', /ends too early/],
  ['\\u12', /4 hexadecimal digits/],
  ['^*', /a place cannot be repeated/],
  ['a{1001}', /up to 1000/],
  ['(a{100}){100}', /repeats too much/],
  ['(((a{900}){900}){900}){900}', /repeats too much/],
  ['('.repeat(60), /nested too deeply/],
  ['a'.repeat(501), /more than 500 characters/],
]
for (const [pattern, words] of REFUSED) {
  test(`the pattern ${pattern.slice(0, 30)} is refused with the reason`, () => {
    assert.throws(() => new Pattern(pattern), { name: 'RangeError', message: words })
  })
}

test('patterns that keep a regular expression busy for ages take no longer than others', () => {
  const begun = performance.now()
  for (const pattern of ['(a+)+$', '(a|a)*b', '(a*)*b', '(.*)(.*)(.*)x', 'a*a*a*a*a*b'])
    assert.equal(new Pattern(pattern).isIn(`${'a'.repeat(3000)}!`), false)
  assert.ok(performance.now() - begun < 5000)
})
