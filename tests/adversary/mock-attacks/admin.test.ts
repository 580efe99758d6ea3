/** Attacks on the admin API by web pages, other machines, and other clients of its port. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { converse, readResponses } from '../../../bench/fuzz/responses/wire-responses.ts'
import { startMock } from '../../../mock/index.ts'
import { mockForFile, models } from '../../mock/asking.ts'
import { assertUnharmed } from './arena.ts'
import { malformed } from './malformed.ts'

const TOKEN = 'an-admin-token-of-tests'

const open = await mockForFile({ admin: {} })
const closed = await mockForFile({ admin: { token: TOKEN } })

/** Sends one raw request, and returns the status, the headers and the text of the only response. */
async function ask(
  port: number,
  head: string,
  body = '',
): Promise<{ status: number; headers: string[]; text: string }> {
  const { bytes } = await converse(port, [Buffer.from(`${head}Connection: close\r\n\r\n${body}`, 'latin1')], true)
  const { responses, rest } = readResponses(bytes)
  assert.equal(rest, undefined)
  assert.equal(responses.length, 1)
  const [{ status, headers, body: received }] = responses as [(typeof responses)[0]]
  return { status, headers: headers.map(([name]) => name), text: received.toString() }
}

const JSON_TYPE = 'Content-Type: application/json\r\n'
const admin = (mock: typeof open): number => mock.admin?.port ?? 0
const opening = (lines: string): string => `POST /projects HTTP/1.1\r\n${lines}Content-Length: 2\r\n`

for (const [title, lines, status] of [
  ['a page whose name was made to lead here', `Host: evil.test\r\n${JSON_TYPE}`, 403],
  ['a name that begins like this machine', `Host: 127.0.0.1.evil.test\r\n${JSON_TYPE}`, 403],
  ['a name that ends like this machine', `Host: evil-localhost\r\n${JSON_TYPE}`, 403],
  ['a forwarded name of this machine', `Host: evil.test\r\nX-Forwarded-Host: localhost\r\n${JSON_TYPE}`, 403],
  ['a second Host', `Host: evil.test\r\nHost: localhost\r\n${JSON_TYPE}`, 403],
  ['an empty Host', `Host:\r\n${JSON_TYPE}`, 403],
  ['no Host', JSON_TYPE, 400],
  ['a form of another page', 'Host: localhost\r\nOrigin: https://evil.test\r\nContent-Type: text/plain\r\n', 403],
  ['no content type', 'Host: localhost\r\n', 415],
] as const) {
  test(`${title} opens no project`, async () => {
    const before = open.gateway.projects.length
    const { status: received, headers } = await ask(admin(open), opening(lines), '{}')
    assert.equal(received, status)
    assert.ok(!headers.some((name) => name.startsWith('access-control-')))
    assert.equal(open.gateway.projects.length, before)
  })
}

test('what is asked of a page before it may call gets no leave', async () => {
  const asked =
    'OPTIONS /projects HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.test\r\nAccess-Control-Request-Method: POST\r\n'
  const { status, headers } = await ask(admin(open), asked)
  assert.equal(status, 403)
  assert.ok(!headers.some((name) => name.startsWith('access-control-')))
})

for (const authorization of [
  '',
  'Bearer',
  `Bearer ${TOKEN}x`,
  `Bearer ${TOKEN.slice(0, -1)}`,
  `Basic ${TOKEN}`,
  TOKEN,
  `Bearer ${'a'.repeat(9_000)}`,
]) {
  test(`with the token no one gets in by ${JSON.stringify(authorization.slice(0, 30))}`, async () => {
    const lines = `Host: localhost\r\n${authorization && `Authorization: ${authorization}\r\n`}Content-Type: application/json\r\n`
    const { status, text } = await ask(admin(closed), opening(lines), '{}')
    assert.equal(status, 401)
    assert.doesNotMatch(text, new RegExp(TOKEN))
  })
}

test('nothing of it is reached at the port of the mock', async () => {
  for (const path of ['/projects', '/journal', '/metrics', '/openapi.json', '/clock']) {
    const { status, text } = await ask(open.port, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n`)
    assert.deepEqual([status, JSON.parse(text).error.code], [404, 'route_not_found'])
  }
})

for (const [title, body, status] of [
  ['arrays in arrays', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`, 400],
  ['a name that objects have by nature', '{"__proto__":{"name":"x"},"constructor":1}', 400],
  ['a long number', `{"quota":{"requests_per_minute":1${'0'.repeat(1_000_000)}1}}`, 400],
  ['more than it takes', ' '.repeat(4_200_000), 413],
] as const) {
  test(`a body with ${title} is refused`, { timeout: 60_000 }, async () => {
    const head = `POST /projects HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`
    const received = await ask(admin(open), head, body)
    assert.equal(received.status, status)
    assert.equal(typeof JSON.parse(received.text).error.message, 'string')
  })
}

test('malformed requests end in an orderly way, and neither API is harmed', async () => {
  const port = admin(open)
  const ends = await Promise.all(malformed.map(({ sent }) => converse(port, [Buffer.from(sent, 'latin1')])))
  assert.ok(ends.every(({ end }) => end !== 'late'))
  assert.equal((await fetch(`${open.admin?.url}/health`)).status, 200)
  await assertUnharmed(open)
})

test('where no admin API was asked for there is none', async () => {
  await using without = await startMock()
  assert.equal(without.admin, undefined)
  assert.equal((await models(without.url)).status, 200)
})
