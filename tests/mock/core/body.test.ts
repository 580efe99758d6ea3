import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo, mockForFile, post, said, saying, talk, valid } from '../asking.ts'

const mock = await mockForFile()
const LIMIT = 1_048_576
const json = JSON.stringify(valid())
const padded = (bytes: number) => json + ' '.repeat(bytes - json.length)
const withNumber = (name: string, digits: string) => json.replace('{', `{"${name}":${digits},`)
const bytes = (...parts: (string | number[])[]) => Buffer.concat(parts.map((part) => Buffer.from(part as string)))

const NOT_JSON: [title: string, body: string | Uint8Array][] = [
  ['an empty body', ''],
  ['white space', '  \n'],
  ['broken JSON', json.slice(0, -1)],
  ['JSON with trailing text', `${json}x`],
  ['single quotes', json.replaceAll('"', "'")],
  ['NaN', withNumber('temperature', 'NaN')],
  ['an array', `[${json}]`],
  ['a string', JSON.stringify(json)],
  ['null', 'null'],
  ['a number', '1'],
  ['a byte order mark', bytes([0xef, 0xbb, 0xbf], json)],
  ['bytes that are not UTF-8', bytes(json.slice(0, -5), [0xff], json.slice(-5))],
  ['UTF-16', Buffer.from(json, 'utf16le')],
  ['unclosed brackets', '['.repeat(500_000)],
  ['deep nesting with a long number', `{"a":1234567890123456789,"b":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
]

for (const [title, body] of NOT_JSON)
  test(`${title} gives 400`, async () => {
    const received = await post(mock.url, body)
    assert.equal(received.status, 400)
    assert.equal(received.json.error.type, 'invalid_request_error')
  })

const INTEGERS: [digits: string, status: number][] = [
  ['9223372036854775807', 200],
  ['9223372036854775808', 400],
  ['9223372036854775807.0', 200],
  ['9223372036854775807e0', 200],
  ['92233720368547758.07e2', 200],
  ['922337203685477.5807e4', 200],
  ['9223372036854775808.0', 400],
  ['9223372036854775807.5', 400],
  ['9.2e18', 200],
  ['9.3e18', 400],
  ['1e400', 400],
  ['1e999999999', 400],
  ['18446744073709551616', 400],
  ['-9223372036854775808', 400],
  ['1.0', 200],
  ['1e0', 200],
  ['10e-1', 200],
  ['1.00000000000000000001', 400],
  ['0.99999999999999999999', 400],
  ['1.5', 400],
  ['9007199254740993', 200],
  ['-0', 400],
]

for (const name of ['max_tokens', 'max_completion_tokens']) {
  for (const [digits, status] of INTEGERS)
    test(`${name} ${digits} gives ${status}`, async () => {
      const received = await post(mock.url, withNumber(name, digits))
      assert.equal(received.status, status)
      if (status === 400) assert.equal(received.json.error.param, name)
    })
}

test('reads long numbers in other fields and in texts correctly', async () => {
  assert.equal((await post(mock.url, withNumber('temperature', '1.00000000000000000001'))).status, 200)
  assert.equal((await post(mock.url, withNumber('n', '1.0'))).status, 200)
  assert.equal((await post(mock.url, withNumber('n', '2.0'))).status, 400)
  assert.equal(said(await post(mock.url, saying('12345678901234567890'))), '12345678901234567890')
})

test('accepts a body of exactly 1 MiB, and rejects one byte more with 413', async () => {
  assert.equal((await post(mock.url, padded(LIMIT))).status, 200)
  const over = await post(mock.url, padded(LIMIT + 1))
  assert.equal(over.status, 413)
  assert.equal(over.json.error.type, 'invalid_request_error')
  assert.ok(over.id)
})

test('the size limit counts bytes, not characters', async () => {
  const wide = JSON.stringify(saying('你'.repeat(400_000)))
  assert.ok(wide.length < LIMIT)
  assert.equal((await post(mock.url, wide)).status, 413)
})

test('the limit holds without Content-Length, and a client that sends far more still gets the 413', async () => {
  const send = async (size: number) => {
    const parts = new ReadableStream({
      start(controller) {
        for (let left = size; left > 0; left -= 65_536) controller.enqueue(Buffer.alloc(Math.min(left, 65_536), 0x20))
        controller.close()
      },
    })
    const response = await fetch(`${mock.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${demo.valid}` },
      body: parts,
      duplex: 'half',
    } as RequestInit)
    return response.status
  }
  assert.equal(await send(LIMIT), 400)
  assert.equal(await send(LIMIT + 1), 413)
  assert.equal(await send(8 * LIMIT), 413)
})

const head = `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${demo.valid}\r\n`

test('a client that sends Expect: 100-continue gets 100 Continue, or the refusal at once', async () => {
  const continued = await talk(mock.port, `${head}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`)
  assert.match(continued, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /)
  const refused = await talk(mock.port, `${head}Expect: 100-continue\r\nContent-Length: ${LIMIT + 1}\r\n\r\n`)
  assert.match(refused, /^HTTP\/1\.1 413 [\s\S]*x-svc-request-id: \S/)
})

test('a client that announces a body above the limit gets the refusal before it sends the body', async () => {
  const refused = await talk(mock.port, `${head}Content-Length: ${LIMIT + 1}\r\n\r\n{`)
  assert.match(refused, /^HTTP\/1\.1 413 [\s\S]*"body_too_large"/)
})
