import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { mockForFile, talk } from '../../asking.ts'
import { ask } from './admin-client.ts'

const TOKEN = 'a-token-of-this-test'
const open = await mockForFile({ admin: {} })
const closed = await mockForFile({ admin: { token: TOKEN } })

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

test('a browser gets a page, and other clients get no_such_route', async () => {
  const { status, headers } = await ask(open, 'GET', '/', undefined, { headers: BROWSER })
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
  assert.equal((await ask(open, 'GET', '/?from=bookmark', undefined, { headers: BROWSER })).status, 200)
  for (const accept of ['*/*', 'application/json', '']) {
    const { json } = await ask(open, 'GET', '/', undefined, { headers: { accept } })
    assert.equal(json.error.code, 'no_such_route')
  }
  for (const target of ['POST /', 'GET /index.html', 'GET //']) {
    const [method = '', path = ''] = target.split(' ')
    assert.equal((await ask(open, method, path, undefined, { headers: BROWSER })).json.error.code, 'no_such_route')
  }
  assert.equal((await ask(open, 'GET', '/health', undefined, { headers: BROWSER })).json.status, 'ok')
})

test('the page may run only its own script and connect only to its own port, and cannot be framed', async () => {
  const { text, headers } = await ask(open, 'GET', '/', undefined, { headers: BROWSER })
  const digestOf = (tag: string): string => {
    const [, inner = ''] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(text) ?? []
    return `'sha256-${createHash('sha256').update(inner).digest('base64')}'`
  }
  assert.deepEqual((headers.get('content-security-policy') ?? '').split('; '), [
    "default-src 'none'",
    `style-src ${digestOf('style')}`,
    `script-src ${digestOf('script')}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin')
  // Text that is inserted as markup could run scripts.
  assert.doesNotMatch(text, /innerHTML|insertAdjacent|document\.write|eval\(| on\w+=|style=|https?:/)
})

test('the page is the same for every mock and needs no token, but its data does', async () => {
  const { text } = await ask(open, 'GET', '/', undefined, { headers: BROWSER })
  const page = await ask(closed, 'GET', '/', undefined, { headers: BROWSER })
  assert.deepEqual([page.status, page.text], [200, text])
  const paths = ['/projects', '/ledger', '/journal', '/verdict', '/clock']
  const refusals = await Promise.all(paths.map((path) => ask(closed, 'GET', path, undefined, { headers: BROWSER })))
  assert.deepEqual(new Set(refusals.map(({ status }) => status)), new Set([401]))
})

test('without a token, the page is only for loopback hosts, as everything else', async () => {
  const head = 'GET / HTTP/1.1\r\nHost: attacker.example\r\nAccept: text/html\r\nConnection: close\r\n\r\n'
  assert.match(await talk(open.admin?.port ?? 0, head), /^HTTP\/1\.1 403 [\s\S]*foreign_host/)
})

test('the clock can be read, both running and frozen', async () => {
  open.clock.freeze(1_800_000_000_000)
  assert.deepEqual((await ask(open, 'GET', '/clock')).json, { now: 1_800_000_000_000, frozen: true })
  open.clock.resume()
  assert.equal((await ask(open, 'GET', '/clock')).json.frozen, false)
})
