import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { jsonOf, quote, unreadable } from '../../../../suites/harness/http/response.ts'
import { responseOf } from './exchanges.ts'

const quoted = (body: string): string => quote(responseOf(body)).replace('200 application/json ', '')

for (const whole of ['a'.repeat(160), 'é'.repeat(160), '世'.repeat(160), '😀'.repeat(80)])
  test(`a quote of ${whole.slice(0, 2)} has at most 160 code units, and an ellipsis only if it leaves some out`, () => {
    const quotes = [whole, `${whole}a`, whole.repeat(30)].map(quoted)
    assert.deepEqual(quotes, [whole, `${whole}…`, `${whole}…`])
  })

test('a compressed body that is not labelled as such is unreadable, and messages say why', () => {
  const plain = responseOf('{"object":"list"}')
  assert.equal(unreadable(plain), undefined)
  for (const [name, compress] of Object.entries({ gzip: gzipSync, zstd: zstdCompressSync })) {
    const response = { ...plain, body: compress(plain.body) }
    const reason = `it is compressed with ${name}, and its Content-Encoding does not say so`
    assert.equal(unreadable(response), reason)
    assert.deepEqual(jsonOf(response), { ok: false, reason })
    assert.ok(quote(response).startsWith(`200 application/json (${reason}) `))
  }
})
