import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../../bench/fuzz/requests/completion-text.ts'
import { redactor } from '../../../../suites/harness/http/redact.ts'

const KEY = 'svc_project1_s3cret-And.Long$Enough'
const SECRET = 's3cret-And.Long$Enough'
const { text, bytes } = redactor([KEY, 'svc_p2_another-secret'])

const base64 = (value: string): string => Buffer.from(value).toString('base64')
for (const [what, value] of [
  ['unchanged', KEY],
  ['only its secret', SECRET],
  ['in the other case', KEY.toUpperCase()],
  ['percent-encoded', encodeURIComponent(KEY)],
  ['in base64', base64(KEY)],
  ['in base64 for Basic', base64(`${KEY}:`)],
  ['in base64url', Buffer.from(KEY).toString('base64url')],
  ['in hexadecimal', Buffer.from(KEY).toString('hex')],
  ['reversed', [...KEY].reverse().join('')],
  ['without its last character', KEY.slice(0, -1)],
  ['with another last character', `${KEY.slice(0, -1)}x`],
  ['of another project', 'svc_p2_another-secret'],
] as const)
  test(`a key leaves no trace: ${what}`, () => {
    const wrapped = `{"echo":"${value}","n":1}`
    for (const masked of [text(wrapped), Buffer.from(bytes(Buffer.from(wrapped))).toString()]) {
      assert.equal(masked.length, wrapped.length)
      assert.ok(masked.startsWith('{"echo":"') && masked.endsWith('","n":1}'))
      for (const part of [SECRET, SECRET.slice(0, -1), value])
        assert.ok(!masked.toLowerCase().includes(part.toLowerCase()), masked)
    }
  })

for (const word of ['application', 'application/json', 'event-stream', 'assistant', 'invalid_request_error'])
  test(`a key with the secret ${word} hides no response, only itself`, () => {
    const by = redactor([`svc_b_${word}`])
    const body = 'application/json text/event-stream {"role":"assistant","type":"invalid_request_error"}'
    assert.equal(by.text(body), body)
    assert.equal(by.text(`{"echo":"svc_b_${word}"}`), `{"echo":"${'*'.repeat(`svc_b_${word}`.length)}"}`)
  })

test('a secret that is the name of a model does not hide the model, only its key', () => {
  const by = redactor(['svc_b_large-model-2'])
  assert.equal(by.text('{"id":"svc/large-model-2"}'), '{"id":"svc/large-model-2"}')
  assert.ok(!by.text('large-model-2 svc_b_large-model-2').includes('model'))
})

test('redacts each occurrence of keys', () =>
  assert.ok(!/secret/i.test(text(`${KEY}${KEY} svc_p2_another-secret${SECRET}`))))

test('does not change bytes around a key that are not text', () => {
  const body = Buffer.concat([Buffer.from([0xff, 0x00, 0xc3]), Buffer.from(KEY), Buffer.from([0xfe])])
  const masked = bytes(body)
  assert.deepEqual([...masked.subarray(0, 3), masked.at(-1)], [0xff, 0x00, 0xc3, 0xfe])
  assert.equal(Buffer.from(masked.subarray(3, -1)).toString(), '*'.repeat(KEY.length))
  assert.ok(body.includes(KEY), 'the received bytes are not changed')
})

test('redacts a view of a larger buffer only within its bounds', () => {
  const whole = Buffer.from(`..${KEY}..`)
  assert.equal(Buffer.from(bytes(whole.subarray(2, -2))).toString(), '*'.repeat(KEY.length))
})

test('redacts nothing without keys', () => assert.equal(redactor([]).text('svc_a_b'), 'svc_a_b'))

test('does not redact parts that are too short to differ from honest text', () =>
  assert.equal(redactor(['svc_a_b']).text('a b svc b'), 'a b svc b'))

test('does not change honest text, or the length of any text', () => {
  const property = fc.property(
    fc.string({ unit: anyCharacter }),
    fc.boolean(),
    fc.string(),
    (before, holds, behind) => {
      const whole = holds ? `${before}${KEY}${behind}` : `${before}${behind}`
      const masked = text(whole)
      assert.equal(masked.length, whole.length)
      if (!holds) assert.equal(masked, whole)
      assert.ok(!masked.includes(SECRET))
    },
  )
  fc.assert(property)
})

test('redacting twice has the same result as once', () => {
  const around = fc.string().map((other) => `${other}${KEY}${other}`)
  fc.assert(fc.property(around, (whole) => text(text(whole)) === text(whole)))
})

for (const before of ['', 'u', 'us', 'use', 'user:'])
  for (const after of ['', ':', ':x', ':xyz'])
    test(`redacts a key within other text in base64 at any position: ${before}…${after}`, () => {
      for (const alphabet of ['base64', 'base64url'] as const) {
        const masked = text(Buffer.from(`${before}${KEY}${after}`).toString(alphabet))
        const seen = Buffer.from(masked.replaceAll('*', 'A'), alphabet).toString('latin1')
        // In base64, a character at each end can share bits with its neighbour.
        for (const part of [SECRET, SECRET.slice(0, -1), KEY.slice(1, 9), SECRET.slice(2, 8)])
          assert.ok(!seen.includes(part), seen)
        assert.equal(masked.length, Buffer.from(`${before}${KEY}${after}`).toString(alphabet).length)
      }
    })

test('redacts a key with characters that JSON escapes', () => {
  const key = 'quo"ted\\secret"key'
  const masked = redactor([key]).text(JSON.stringify({ key }))
  assert.match(masked, /^\{"key":"\*+"\}$/)
})

test('a redacted list of numbers stays valid JSON, so that the body does not look broken', () => {
  const codes = [...Buffer.from(KEY)]
  const body = JSON.stringify({ text: `"[${codes}]`, list: [[1], codes], n: 115 })
  const masked = Buffer.from(bytes(Buffer.from(body))).toString()
  const { list, n } = JSON.parse(masked) as { list: readonly (readonly number[])[]; n: number }
  const ones = codes.map((code) => (code < 100 ? 11 : 111))
  assert.deepEqual([list[1], n], [ones, 115])
  assert.match(masked, /^\{"text":"\\"\[\*[*,]*\]"/)
})
