import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Alter, alteredMock } from '../../integration/drivers/altered-mock.ts'
import { error, saidOf, single } from './doctored.ts'

const replaced = (body: unknown): Buffer => Buffer.from(JSON.stringify(body))
const onCompletions =
  (status: number, type?: string): Alter =>
  (received, { path }) => {
    if (path !== '/v1/chat/completions') return
    received.status = status
    if (type) received.body = replaced(error(type))
  }
const isStream = ({ headers }: Parameters<Alter>[0]): boolean =>
  headers['content-type']?.startsWith('text/event-stream') ?? false

type Row = readonly [alter: Alter, says: RegExp]

const refusing = (status: number, type: string, says: RegExp): Row => [onCompletions(status, type), says]
const INVALID = 'invalid_request_error'

/** The mock with something corrupted in transit, and the one problem that this causes. */
const mutated: Readonly<Record<string, Row>> = {
  'an empty catalog': [
    (received, { path, headers }) =>
      path === '/v1/models' && headers.authorization && (received.body = replaced({ object: 'list', data: [] })),
    /catalog: the list is empty/,
  ],
  'a listed model that is unknown': refusing(404, INVALID, /completion: svc\/\S+ returns 404, although it is listed/),
  'models that are all unavailable': refusing(
    503,
    'server_error',
    /completion: svc\/\S+ returns 503: unavailable: "No"/,
  ),
  'a limit on completions': refusing(429, 'rate_limit_error', /completion: svc\/\S+ returns 429: a limit is exceeded/),
  'a proxy that gives up on completions': [onCompletions(504), /proxy: svc\/\S+ returns 504, which only a proxy does/],
  'a gateway that rejects every completion': refusing(400, INVALID, /completion: svc\/\S+ returns 400: "No"/),
  'a cache that serves the list to everyone': [
    (received, { path }) =>
      path === '/v1/models' &&
      Object.assign(received, { status: 200, body: replaced({ object: 'list', data: [{ id: 'svc/echo-1' }] }) }),
    /key: the model list is returned without a key, too/,
  ],
  'a proxy that replaces error pages': [
    (received) => received.status === 401 && (received.body = Buffer.from('<html>401</html>')),
    /proxy: a rejection is an HTML page/,
  ],
  'a stripped request id': [
    (received) => delete received.headers['x-svc-request-id'],
    /request id: no response has x-svc-request-id/,
  ],
  'a request id that is missing from errors': [
    (received) => received.status === 401 && delete received.headers['x-svc-request-id'],
    /request id: responses with status 401 have no x-svc-request-id/,
  ],
  'a stream that becomes JSON': [
    (received) => {
      if (!isStream(received)) return
      received.headers['content-type'] = 'application/json'
      received.body = Buffer.from('{}')
    },
    /stream: the response to stream true is application\/json/,
  ],
}
for (const [title, [alter, says]] of Object.entries(mutated))
  test(`the doctor recognises ${title}`, async () => {
    await using gateway = await alteredMock(alter)
    single((await saidOf(gateway.url)).lines, says)
  })

test('the doctor recognises a stream that breaks off', async () => {
  await using gateway = await alteredMock((received, _request, response) => {
    if (!isStream(received)) return
    response.writeHead(200, received.headers)
    response.write(received.body.subarray(0, 100), () => response.destroy())
  })
  single((await saidOf(gateway.url)).lines, /stream: the stream broke off after 100 bytes/)
})

test('the doctor notes proxies, a wrong clock and a buffered stream, and finds no problem', async () => {
  await using gateway = await alteredMock((received) => {
    received.headers.via = '1.1 \u001b[2Jproxy'.replace('\u001b', '')
    received.headers.server = 'nginx'
    received.headers.date = new Date(Date.now() + 3_600_000).toUTCString()
    if (isStream(received)) received.headers['content-length'] = String(received.body.length)
  })
  const { lines } = await saidOf(gateway.url)
  assert.equal(lines.length, 3, lines.join('\n'))
  assert.match(lines[0] ?? '', /^note stream: the stream has Content-Length \d+, so a proxy buffered it/)
  assert.match(lines[1] ?? '', /^note proxy: via: 1\.1 \[2Jproxy; server: nginx/)
  assert.match(lines[2] ?? '', /^note clock: the clock there is 3\d\d\d seconds ahead of this one/)
})
