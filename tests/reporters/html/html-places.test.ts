import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bodyBytes, hexDump, visible } from '../../../reporters/html/bytes/bytes.ts'
import { indented, jsonSpan, type Span } from '../../../reporters/html/bytes/json-span.ts'
import { difference, spanOf } from '../../../reporters/html/parts/exchange/location.ts'
import { sizeBudget } from '../../../reporters/html/parts/finding.ts'
import { clipped, html } from '../../../reporters/html/parts/markup.ts'
import { duration } from '../../../reporters/html/parts/quantities.ts'

const at = (text: string, span: Span | undefined): string | undefined => span && text.slice(span.start, span.end)

const pointers: readonly (readonly [title: string, text: string, pointer: string, found: string | undefined])[] = [
  ['a member', '{"a":1,"usage":null}', '/usage', 'null'],
  ['a member of an item', ' {"choices": [ {"a":"]}"}, {"delta" : {"b":[1]}} ] }', '/choices/1/delta', '{"b":[1]}'],
  ['a name with escaped signs', '{"a/b":{"m~n":"\\"x\\""}}', '/a~1b/m~0n', '"\\"x\\""'],
  ['a name in escapes', '{"\\u0061":true}', '/a', 'true'],
  ['the last of two members with the same name', '{"a":1,"a":2}', '/a', '2'],
  ['the object that lacks the member', '{"error":{"type":"x"}}', '/error/param', '{"type":"x"}'],
  ['the beginning of a long object that lacks the member', `{"a":{"b":"${'x'.repeat(80)}"}}`, '/a/c', '{'],
  ['the whole document', ' [1, 2] ', '/', '[1, 2]'],
  ['a truncated string', '{"a":{"b":"cut of', '/a/b', '"cut of'],
  ['a long truncated string', `{"a":"${'x'.repeat(100_000)}`, '/a/b', `"${'x'.repeat(100_000)}`],
  ['a truncated object', '{"a":{"b":1,', '/a', '{"b":1,'],
  ['nothing in a body that is not JSON', '<html>{"a":1}</html>', '/a', undefined],
  ['the whole of a body that is not JSON', '<html></html>', '/', '<html></html>'],
  ['garbage after a brace', '{]]]]', '/a', '{]'],
  ['nothing in an empty body', '', '/', undefined],
]
for (const [title, text, pointer, found] of pointers)
  test(`a pointer finds ${title}`, () => assert.equal(at(text, jsonSpan(text, pointer)), found))

test('a pointer finds every value of any JSON', () => {
  const stepOf = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1')
  function* all(value: unknown, pointer: string): Generator<readonly [pointer: string, value: unknown]> {
    yield [pointer === '' ? '/' : pointer, value]
    if (typeof value !== 'object' || value === null) return
    for (const [step, part] of Object.entries(value)) yield* all(part, `${pointer}/${stepOf(step)}`)
  }
  // The pointer / means the whole document, so no member has an empty name here.
  const key = fc.string({ minLength: 1 })
  const json = fc.object({
    key,
    values: [fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(null, true)],
  })
  fc.assert(
    fc.property(json, fc.constantFrom('', '  '), (value, space) => {
      const text = JSON.stringify(value, null, space)
      for (const [pointer, part] of all(JSON.parse(text), ''))
        assert.deepEqual(JSON.parse(at(text, jsonSpan(text, pointer)) ?? ''), part, pointer)
    }),
    { numRuns: 300 },
  )
})

test('indented JSON has the same tokens and spans', () => {
  const tokens = (text: string): string => text.replaceAll(/("(?:[^"\\]|\\.)*")|\s/g, '$1')
  fc.assert(
    fc.property(fc.json(), (text) => {
      const lines = indented(text)
      if (!lines) return
      assert.equal(tokens(lines.text), tokens(text))
      for (const pointer of ['/', '/0', '/a']) {
        const span = jsonSpan(text, pointer)
        if (span) assert.equal(tokens(at(lines.text, lines.spanOf(span)) ?? ''), tokens(at(text, span) ?? ''))
      }
    }),
    { numRuns: 500 },
  )
  const long = `{"a":[{"b":1.0,"c":18446744073709551616},{"d":"${'x'.repeat(100)}"}],"e":{}}`
  assert.deepEqual(indented(long)?.text.split('\n').slice(0, 4), [
    '{',
    '  "a": [',
    '    {"b": 1.0, "c": 18446744073709551616},',
    '    {',
  ])
  for (const text of ['no', '[', '{"a":1}', '"x"', `${'['.repeat(200)}${']'.repeat(200)}`])
    assert.equal(indented(text), undefined, text)
})

const STREAM = 'data: {"é":1}\n\ndata: {"a":[null]}\n\n'
const locations: readonly (readonly [location: string, found: string | undefined])[] = [
  ['byte 0', 'data: {"é":1}'],
  ['byte 16', 'data: {"a":[null]}'],
  ['byte 15', '\n'],
  ['byte 16, /a/0', 'null'],
  ['byte 36', ''],
  ['byte 37', undefined],
  ['byte 36, /a', undefined],
  ['the header', undefined],
]
for (const [location, found] of locations)
  test(`finds “${location}” in a stream`, () => assert.equal(at(STREAM, spanOf(STREAM, location)), found))

test('marks exactly the difference of a request to its control', () => {
  assert.deepEqual(difference('{"t":2.5}', '{"t":2}'), { start: 6, end: 8 })
  assert.deepEqual(difference('{"t":2}', '{"t":2.5}'), { start: 6, end: 6 })
  assert.deepEqual(difference('aa', 'a'), { start: 1, end: 2 })
  assert.equal(difference('same', 'same'), undefined)
})

test('marks a member that only one of two requests has as a whole', () => {
  const [less, more] = ['{"model":"a","max_tokens":16}', '{"model":"a","messages":[{"role":"user"}],"max_tokens":16}']
  assert.equal(at(more, difference(more, less)), '"messages":[{"role":"user"}],')
  assert.deepEqual(difference(less, more), { start: 13, end: 13 })
  const last = '{"model":"a","max_tokens":16,"n":1}'
  assert.equal(at(last, difference(last, less)), ',"n":1')
  // An additional digit is not a member.
  assert.equal(at('{"n":166}', difference('{"n":166}', '{"n":16}')), '6')
})

test('shows invisible characters, and keeps line breaks', () =>
  assert.equal(html`${visible('a\r\n\nb\u001b[0m<')}`.text, 'a<i>\\r\\n</i>\n<i>\\n</i>\nb<i>\\x1b</i>[0m&lt;'))

test('shows the surroundings of the mark in a long body', () => {
  const text = `${'a'.repeat(5000)}HERE${'b'.repeat(5000)}`
  const span = { start: 5000, end: 5004 }
  const shown = html`${bodyBytes({ bytes: 10_004, text }, { span, byte: undefined, why: 'here' })}`.text
  assert.match(shown, /… 4,500 characters before this.*\n.*a<mark title="here">HERE<\/mark>b.*\n.*after this/)
  assert.ok(shown.length < 2500, `${shown.length} characters`)
})

test('dumps bytes that are not text around the location', () => {
  const dump = html`${hexDump(
    Uint8Array.from({ length: 1000 }, (_, index) => index % 256),
    515,
  )}`.text
  assert.match(dump, /<span class="note">000200<\/span> {2}00 01 02 <mark>03<\/mark> 04/)
  assert.ok(dump.split('\n').length <= 17)
  assert.match(html`${hexDump(Buffer.from('<\u00ff'), -1)}`.text, /3c c3 bf .*&lt;\.\.\n$/)
})

test('templates escape every value except finished markup', () => {
  const inner = html`<b>${'"x" & \'y\''}</b>`
  assert.equal(
    html`<p title="${'">'}">${inner}${['<', 1]}${undefined}\n</p>`.text,
    '<p title="&quot;&gt;"><b>&quot;x&quot; &amp; &#39;y&#39;</b>&lt;1\n</p>',
  )
  assert.equal(clipped('abcdef', 3), 'abc… (6 characters)')
})

test('the size budget accepts markup until it is spent, and skips markup that is too big', () => {
  const budget = sizeBudget(10)
  const taken = ['12345678', 'é1', '12'].map((text) => budget(() => html`${text}`)?.text)
  assert.deepEqual(taken, ['12345678', undefined, '12'])
  assert.ok(!budget(() => assert.fail('no markup is made without a budget')))
})

test('a duration never has 60 seconds after its minutes', () => {
  assert.deepEqual([119_940, 179_499, 179_800].map(duration), ['119.9 s', '2 min 59 s', '3 min 0 s'])
})
