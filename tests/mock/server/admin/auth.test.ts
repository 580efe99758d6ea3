import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, startMock } from '../../../../mock/index.ts'
import { mockForFile, talk } from '../../asking.ts'
import { certificates } from '../certificates.ts'
import { ask } from './admin-client.ts'

const TOKEN = 'a-token-of-this-test'
const open = await mockForFile({ admin: {} })
const closed = await mockForFile({ admin: { token: TOKEN, host: '0.0.0.0' } })

const portOf = (mock: typeof open): number => mock.admin?.port ?? 0
const CLOSE = 'Connection: close\r\n'

/** Sends a raw request; returns the status and the error code, if any. */
async function status(mock: typeof open, head: string, body = ''): Promise<string> {
  const response = await talk(portOf(mock), `${head}${CLOSE}Content-Length: ${body.length}\r\n\r\n${body}`)
  const [, code = ''] = /^HTTP\/1\.1 (\d+)/.exec(response) ?? []
  const [, error] = /"code":"(\w+)"/.exec(response) ?? []
  return error ? `${code} ${error}` : code
}

const HOSTS: readonly [host: string, status: string][] = [
  ['127.0.0.1', '200'],
  ['127.9.9.9:80', '200'],
  ['localhost:1234', '200'],
  ['LOCALHOST', '200'],
  ['[::1]:99', '200'],
  ['attacker.example', '403 foreign_host'],
  ['attacker.example:80', '403 foreign_host'],
  ['127.0.0.1.attacker.example', '403 foreign_host'],
  ['localhost.attacker.example', '403 foreign_host'],
  ['attacker.example:80@127.0.0.1', '403 foreign_host'],
  ['10.0.0.1', '403 foreign_host'],
  ['', '403 foreign_host'],
]
for (const [host, expected] of HOSTS)
  test(`without a token a request with the Host ${JSON.stringify(host)} gets ${expected}`, async () => {
    const head = `GET /health HTTP/1.1\r\nHost: ${host}\r\n`
    assert.equal(await status(open, head), expected)
    assert.equal(await status(closed, `${head}Authorization: Bearer ${TOKEN}\r\n`), '200')
  })

const SENDERS: readonly [lines: string, status: string][] = [
  ['', '204'],
  ['Sec-Fetch-Site: none\r\n', '204'],
  ['Sec-Fetch-Site: same-origin\r\nOrigin: http://localhost:9\r\n', '204'],
  ['Origin: HTTP://LOCALHOST:9\r\n', '204'],
  ['Sec-Fetch-Site: same-site\r\n', '403 foreign_origin'],
  ['Sec-Fetch-Site: cross-site\r\n', '403 foreign_origin'],
  ['Origin: https://attacker.example\r\n', '403 foreign_origin'],
  ['Origin: http://localhost:8\r\n', '403 foreign_origin'],
  ['Origin: null\r\n', '403 foreign_origin'],
  ['Origin:\r\n', '403 foreign_origin'],
]
for (const [lines, expected] of SENDERS)
  test(`a request with the sender headers ${JSON.stringify(lines)} gets ${expected}`, async () => {
    const head = `DELETE /projects/main/script HTTP/1.1\r\nHost: localhost:9\r\n${lines}`
    assert.equal(await status(open, head), expected)
    assert.equal(await status(closed, `${head}Authorization: Bearer ${TOKEN}\r\n`), expected)
  })

test('the response to a wrong token is delayed, so that guessing takes long', async () => {
  const started = performance.now()
  const response = await status(closed, 'GET /health HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wrong\r\n')
  assert.match(response, /^401/)
  // Timers of Node may fire a millisecond early.
  assert.ok(performance.now() - started >= 245)
})

test('a link on another site may open the page, which contains no data of the mock', async () => {
  const head = 'GET / HTTP/1.1\r\nHost: localhost:9\r\nAccept: text/html\r\nSec-Fetch-Site: cross-site\r\n'
  assert.equal(await status(open, head), '200')
})

test('an absolute target does not replace the Host', async () => {
  const head = 'GET http://127.0.0.1/health HTTP/1.1\r\nHost: attacker.example\r\n'
  assert.equal(await status(open, head), '403 foreign_host')
})

const CREDENTIALS: readonly [value: string | undefined, status: number][] = [
  [undefined, 401],
  ['Bearer', 401],
  ['Bearer ', 401],
  [`Basic ${TOKEN}`, 401],
  [TOKEN, 401],
  [`Bearer ${TOKEN}x`, 401],
  [`Bearer ${TOKEN.slice(0, -1)}`, 401],
  [`Bearer ${TOKEN.toUpperCase()}`, 401],
  [`Bearer ${TOKEN}`, 200],
  [`bearer  ${TOKEN}`, 200],
]
for (const [authorization, expected] of CREDENTIALS)
  test(`with a token the authorization ${JSON.stringify(authorization)} gets ${expected} everywhere`, async () => {
    const headers = authorization === undefined ? {} : { authorization }
    const get = (path: string) => ask(closed, 'GET', path, undefined, { headers })
    // Concurrent, since each refusal is delayed.
    const [nowhere, ...responses] = await Promise.all([
      get('/nothing'),
      ask(closed, 'POST', '/clock/resume', {}, { headers }),
      ...['/health', '/metrics', '/openapi.json', '/projects'].map(get),
    ])
    const statuses = responses.map(({ status }) => status)
    assert.deepEqual(statuses, Array(5).fill(expected))
    if (expected === 401) {
      assert.equal(nowhere.headers.get('www-authenticate'), 'Bearer realm="svc-mock-admin"')
      assert.equal(nowhere.json.error.code, 'unauthenticated')
    }
  })

test('the admin API rejects the key of a project', async () => {
  const headers = { authorization: `Bearer ${closed.key}` }
  assert.equal((await ask(closed, 'GET', '/health', undefined, { headers })).status, 401)
})

const FORMS = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
for (const type of [undefined, ...FORMS, 'application/jsonp'])
  test(`refuses a POST of type ${type}, as a form of another page could send, without effect`, async () => {
    const line = type === undefined ? '' : `Content-Type: ${type}\r\n`
    const before = open.gateway.projects.length
    const head = `POST /projects HTTP/1.1\r\nHost: localhost\r\n${line}`
    for (const body of ['', '{}']) assert.equal(await status(open, head, body), '415 wrong_content_type')
    assert.equal(open.gateway.projects.length, before)
  })

test('no response allows another page to read it', async () => {
  const headers = { origin: 'https://attacker.example', 'access-control-request-method': 'POST' }
  for (const [method, path] of Object.entries({ GET: '/health', POST: '/projects', OPTIONS: '/projects' })) {
    const response = await ask(open, method, path, undefined, { headers })
    const allowing = [...response.headers.keys()].filter((name) => name.startsWith('access-control'))
    assert.deepEqual(allowing, [])
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(response.headers.get('cache-control'), 'no-store')
  }
})

const MISTAKES: readonly [what: string, options: object, words: RegExp][] = [
  ['all addresses', { host: '0.0.0.0' }, /admin\.host: others can reach 0\.0\.0\.0, so that a token is needed/],
  ['all addresses of IPv6', { host: '::' }, /admin\.host/],
  ['a name that only begins like loopback', { host: '127.0.0.1.attacker.example' }, /admin\.host/],
  ['an empty host', { host: '' }, /admin\.host/],
  ['an empty token', { token: '' }, /admin\.token: must have at least 16 characters/],
  ['a short token', { token: 'short-token', host: '0.0.0.0' }, /admin\.token/],
  ['a token that no header can carry', { token: 'with a space in the middle' }, /admin\.token/],
]
for (const [what, admin, words] of MISTAKES)
  test(`refuses ${what}, and starts nothing`, async () => {
    // If the mock started first, it would report the taken port.
    await assert.rejects(startMock({ port: open.port, admin }), (error) => {
      assert.ok(error instanceof ConfigError)
      assert.match(error.message, words)
      assert.doesNotMatch(error.message, /short-token|with a space/)
      return true
    })
  })

test('reports a port in use, and does not start the mock', () =>
  assert.rejects(startMock({ admin: { port: portOf(open) } }), {
    name: 'ConfigError',
    message: /admin: cannot listen at port \d+ of 127\.0\.0\.1 \(EADDRINUSE\)/,
  }))

test('closes the admin API if the mock cannot listen', async () => {
  const { port, close } = await startMock({ admin: {} }).then(async (mock) => {
    await mock.close()
    return { port: portOf(mock), close: mock.close }
  })
  await close()
  await assert.rejects(startMock({ port: open.port, admin: { port } }), { code: 'EADDRINUSE' })
  await using again = await startMock({ admin: { port } })
  assert.equal(portOf(again), port)
})

test('the admin API speaks TLS when the mock does', async () => {
  await using mock = await startMock({ tls: { cert: certificates.cert, key: certificates.private }, admin: {} })
  assert.match(mock.admin?.url ?? '', /^https:/)
})
