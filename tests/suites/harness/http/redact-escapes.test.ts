/** Keys that responses echo escaped, truncated or wrapped, like frameworks and honest error texts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redactor } from '../../../../suites/harness/http/redact.ts'
import { cpuTime } from '../../../cpu-time.ts'

const KEY = 'svc_demo_AbCd/efGh+ijKl0123456789=='
const SECRET = 'AbCd/efGh+ijKl0123456789=='
const { text, bytes } = redactor([KEY, 'svc_words_another-plain-secret', 'svc_numbers_123456789012'])

const each = (change: (character: string, at: number) => string): string => [...KEY].map(change).join('')
const hex = (character: string, digits: number): string =>
  (character.codePointAt(0) ?? 0).toString(16).padStart(digits, '0')
const base64 = (value: string): string => Buffer.from(value).toString('base64')
const mixed = [
  (c: string) => c,
  (c: string) => `\\u${hex(c, 4)}`,
  (c: string) => `%${hex(c, 2)}`,
  (c: string) => `&#x${hex(c, 2)};`,
  (c: string) => `&#${c.codePointAt(0)};`,
  (c: string) => `%25${hex(c, 2)}`,
  (c: string) => `\\\\u${hex(c, 4)}`,
  (c: string) => `&amp;#${c.codePointAt(0)};`,
]

const ways: Readonly<Record<string, string>> = {
  'as PHP writes JSON': KEY.replaceAll('/', '\\/'),
  'as Gson writes JSON': KEY.replaceAll('=', '\\u003d'),
  'in HTML': KEY.replaceAll('/', '&#x2F;').replaceAll('+', '&plus;').replaceAll('=', '&equals;'),
  'in HTML, in decimals': each((c) => `&#${c.codePointAt(0)};`),
  'in HTML within JSON': each((c) => `\\u0026#x${hex(c, 2)};`),
  'in escapes of JSON within JSON': each((c) => `\\\\u${hex(c, 4)}`),
  'with every other character escaped': each((c, at) => (at % 2 ? `\\u${hex(c, 4)}` : c)),
  'with escapes of all kinds': each((c, at) => mixed[at % mixed.length]?.(c) ?? c),
  'in percent twice': each((c) => `%25${hex(c, 2)}`),
  'with soft hyphens': [...KEY].join('\u00ad'),
  'with zero-width spaces and tags': each((c, at) => `${c}${at % 3 ? '\u200b' : '\u{e0041}'}`),
  'with blanks': [...KEY].join(' '),
  'wrapped into lines': KEY.replaceAll(/.{10}/g, '$&\\n'),
  'wrapped into lines of a page': KEY.replaceAll(/.{7}/g, '$&<br>&shy;'),
  'in UTF-16': Buffer.from(KEY, 'utf16le').toString('latin1'),
  'in full-width letters': each((c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0)),
  'in mathematical letters': KEY.replaceAll(/[a-z]/gi, (c) =>
    String.fromCodePoint(/[a-z]/.test(c) ? 0x1d41a + c.charCodeAt(0) - 97 : 0x1d400 + c.charCodeAt(0) - 65),
  ),
  'in hexadecimal with colons': [...KEY].map((c) => hex(c, 2)).join(':'),
  'as a dump of bytes': [...KEY].map((c) => `0x${hex(c, 2)}`).join(', '),
  'as a list of decimals': [...KEY].map((c) => c.charCodeAt(0)).join(','),
  'in decimals with blanks': [...KEY].map((c) => c.charCodeAt(0)).join(' '),
  'in base64 twice': base64(base64(KEY)),
  'in base64 twice, within other text': base64(`a:${base64(`Bearer ${KEY}`)}`),
  'truncated at its end': KEY.slice(0, -10),
  'truncated at both ends': KEY.slice(12, -5),
  'half of its secret': SECRET.slice(0, 13),
  'truncated before a letter of the other case': `${KEY.slice(0, 22)}L`,
  'truncated and escaped': KEY.slice(0, -8).replaceAll('/', '\\/'),
  'truncated in base64': base64(KEY).slice(0, -12),
  'truncated in hexadecimal': Buffer.from(KEY).toString('hex').slice(20),
}
for (const [way, value] of Object.entries(ways))
  test(`a key leaves no trace: ${way}`, () => {
    const error = `{"message":"Invalid key ${value}…","n":1}`
    for (const masked of [text(error), Buffer.from(bytes(Buffer.from(error))).toString()]) {
      assert.match(masked, /^\{"message":"Invalid key .*…","n":1\}$/su)
      const left = masked.replaceAll('*', '').replaceAll(/[^!-~]/g, '')
      for (let at = 0; at + 6 <= SECRET.length; at += 1) assert.ok(!left.includes(SECRET.slice(at, at + 6)), masked)
      assert.match(masked, /\*{2}|\*\W/u)
    }
  })

test('redacts two short parts of a key in one text', () => {
  const both = text('{"message":"Invalid key svc_demo_AbCd/ef***456789==…","n":1}')
  assert.equal(both, `{"message":"Invalid key ${'*'.repeat(16)}***${'*'.repeat(8)}…","n":1}`)
  for (const alone of ['Invalid key svc_demo_AbCd/ef***…', 'Invalid key ***456789==', '456789== and 456789=='])
    assert.equal(text(alone), alone)
})

test('redacted JSON stays valid JSON', () => {
  const secret = 'nu0041Quo"te\\\\d/0123456789'
  const own = redactor([`svc_a_${secret}`])
  const quoted = [`\n${secret}`, `${secret}\n"`, `\\${secret}\\`, `"${secret}"`]
  for (const message of [...quoted, secret.slice(0, 15), `\u0000${secret}é`]) {
    const masked = own.text(JSON.stringify({ message }))
    assert.ok(typeof (JSON.parse(masked) as { message: string }).message === 'string', masked)
    assert.ok(masked.includes('********'), masked)
  }
})

test('does not change honest text', () => {
  const honest = [
    '{"created":1234567,"n":12345678,"id":"chatcmpl-12345678"}',
    'another-plain text, another-plain-s',
    '{"id":"svc/another-plain-sec"}',
    'svc_demo_ is the beginning of a key, and AbCd/efG is too short to be one',
    'abcd/efgh+ijkl01 in the other case',
    '&unknown; %zz \\q \\u12 <br',
  ]
  for (const line of honest) assert.equal(text(line), line)
})

test('does not redact model ids', () => {
  const own = redactor(['svc_a_acme-gpt-4o-mini-2024'])
  assert.equal(own.text('{"id":"svc/gpt-4o-mini-2024"}'), '{"id":"svc/gpt-4o-mini-2024"}')
  assert.equal(own.text('{"key":"acme-gpt-4o-mini-2024"}'), '{"key":"*********************"}')
})

test('hostile texts take linear time', () => {
  const half = SECRET.slice(0, 12)
  for (const part of [half, `${half}\\u0`, '\\', '&#x', '&amp;', '%25', '<br', '\u00ad', '\\u005c', '&#38;']) {
    const long = part.repeat(Math.ceil(1_000_000 / part.length))
    const started = cpuTime()
    text(long)
    assert.ok(cpuTime() - started < 3000, `${part}: ${cpuTime() - started} ms`)
  }
})

test('redacts a key at any position of a long text', () => {
  for (const before of [262_130, 262_144 - 8192 - 10, 300_000]) {
    const masked = text(`${'x'.repeat(before)}${KEY}${'x'.repeat(300_000)}`)
    assert.equal(masked.slice(before, before + KEY.length), '*'.repeat(KEY.length))
  }
})
