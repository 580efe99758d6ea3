import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:net'
import { test } from 'node:test'
import type { Diagnosis } from '../../cli/doctor/diagnosis.ts'
import { examine } from '../../cli/doctor/examine.ts'
import { MOST_REQUESTS } from '../../cli/doctor/probe.ts'
import { startMock } from '../../mock/index.ts'
import { targetFromFlags } from '../../suites/harness/target-file.ts'
import { type Answering, answering, KEY, type Spoil, spoiledMock } from './answering.ts'
import { command } from './command.ts'

/** What the doctor says is wrong, and what it notes, as lines. */
async function saidOf(
  baseUrl: string,
  key = KEY,
): Promise<{ lines: string[]; requests: number; all: readonly Diagnosis[] }> {
  const { diagnoses, requests } = await examine(targetFromFlags({ baseUrl, env: { SVC_CONFORMANCE_KEY: key } }))
  assert.ok(requests <= MOST_REQUESTS, `${requests} requests`)
  const shown = diagnoses.filter(({ verdict }) => verdict !== 'ok')
  for (const { verdict, found, mend } of shown) {
    if (verdict === 'problem') assert.ok(mend, found)
    assert.ok(!`${found}${mend}`.includes('not-a-real-secret'), found)
  }
  const lines = shown.map(({ about, verdict, found, mend }) => `${verdict} ${about}: ${found}; ${mend ?? ''}`)
  return { lines, requests, all: diagnoses }
}

/** Says that there is exactly this problem. */
function single(lines: readonly string[], says: RegExp): void {
  const problems = lines.filter((line) => line.startsWith('problem '))
  assert.equal(problems.length, 1, lines.join('\n'))
  assert.match(problems[0] ?? '', says)
}

test('a gateway that conforms has nothing in its way', async () => {
  await using mock = await startMock()
  const { lines, requests, all } = await saidOf(mock.url)
  assert.deepEqual(lines, [])
  assert.equal(requests, 4)
  assert.deepEqual(
    [...new Set(all.map(({ about }) => about))],
    ['base URL', 'key', 'catalog', 'completion', 'stream', 'request id'],
  )
})

const page =
  (status: number, title: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end(`<!doctype html><title>${title}</title>`)

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const error = (type: string): object => ({ error: { message: 'No.', type, param: null, code: 'no' } })

/** Servers that are not the gateway, or do not let through to it. */
const servers: readonly (readonly [title: string, answer: RequestListener, says: RegExp])[] = [
  ['a web site', page(200, 'Welcome'), /base URL: an HTML page "Welcome" came with status 200.*login page/],
  ['a captive portal', page(511, 'Sign in'), /base URL: an HTML page "Sign in" came with status 511/],
  [
    'a firewall with a page of its own',
    page(403, 'Blocked'),
    /in between: an HTML page "Blocked".*let this machine through/,
  ],
  [
    'a web site without such a page',
    page(404, 'Not found'),
    /in between: an HTML page "Not found" came with status 404/,
  ],
  ['another JSON service', json(200, { hello: 1 }), /base URL: \/v1\/models answers 200 without a model list/],
  ['a service without the path', json(404, {}), /base URL: \/v1\/models answers 404 without a model list/],
  [
    'a proxy without its gateway',
    page(502, 'Bad gateway'),
    /in between: a proxy answers 502: it does not reach the gateway/,
  ],
  ['a proxy that lost patience', json(504, {}), /in between: a proxy answers 504/],
  ['a proxy that asks for credentials', json(407, {}), /in between: a proxy asks for credentials of its own/],
  [
    'a proxy with a password',
    json(401, {}, { 'www-authenticate': 'Basic realm="staging"' }),
    /in between: something asks for credentials of another kind: Basic realm="staging"/,
  ],
  [
    'a redirect to another address',
    (_request, response) => void response.writeHead(308, { location: 'https://api.example.com/x/v1/models' }).end(),
    /base URL: \/v1\/models answers 308, a redirect to https:\/\/api\.example\.com\/x\/v1\/models;.*Write base_url: https:\/\/api\.example\.com\/x$/,
  ],
  [
    'a redirect to a login',
    (_request, response) => void response.writeHead(302, { location: '/login?next=1' }).end(),
    /a redirect to http:\/\/127\.0\.0\.1:\d+\/login; .*sign in to this network/,
  ],
  [
    'a TLS port that says so',
    page(400, 'The plain HTTP request was sent to HTTPS port'),
    /the port speaks TLS, and base_url says http; Write base_url: https:/,
  ],
  [
    'a key that is refused',
    json(401, error('authentication_error')),
    /key: the key is refused with 401: No\.;.*SVC_CONFORMANCE_KEY/,
  ],
  [
    'a disabled account',
    json(403, error('server_error')),
    /key: the account or the feature of the key is disabled \(403\)/,
  ],
  [
    'a limit on the list',
    json(429, error('rate_limit_error'), { 'retry-after': '7' }),
    /catalog: the model list answers 429.*after 7 seconds/,
  ],
  [
    'a gateway that is unavailable',
    json(503, error('server_error')),
    /catalog: the model list answers 503: unavailable/,
  ],
  ['a gateway that breaks', json(500, error('server_error')), /catalog: the model list answers 500/],
]
for (const [title, answer, says] of servers) {
  test(`the doctor recognises ${title}`, async () => {
    await using server = await answering((request, response) => {
      response.setHeader('x-svc-request-id', `r-${Math.random()}`)
      answer(request, response)
    })
    single((await saidOf(server.url)).lines, says)
    assert.ok(server.asked.length <= MOST_REQUESTS)
  })
}

/** Serves the mock where a path is rewritten. */
async function moved(rewrite: (path: string) => string | undefined): Promise<Answering> {
  return spoiledMock((answer, request) => {
    if (rewrite(request.url ?? '') === undefined)
      Object.assign(answer, { status: 404, headers: {}, body: Buffer.from('no') })
  })
}

test('the doctor recognises a path too much, /v1 that is missing, and /v1 that is there twice', async () => {
  await using plain = await moved((path) => (path.startsWith('/v1/') ? path : undefined))
  single(
    (await saidOf(`${plain.url}/v1/chat/completions`)).lines,
    /a path too much: the gateway is at http:\S+:\d+; Write base_url/,
  )
  single((await saidOf(`${plain.url}/api`)).lines, /a path too much/)
  const list = JSON.stringify({ object: 'list', data: [] })
  const only =
    (path: string): RequestListener =>
    (request, response) =>
      void response.writeHead(request.url === path ? 200 : 404).end(request.url === path ? list : '{}')
  await using missing = await answering(only('/models'))
  single((await saidOf(missing.url)).lines, /\/v1 is missing; .*not cut \/v1 off/)
  await using twice = await answering(only('/v1/v1/models'))
  single((await saidOf(twice.url)).lines, /\/v1 is there twice/)
})

const replaced = (body: unknown): Buffer => Buffer.from(JSON.stringify(body))
const onList =
  (spoil: (answer: Parameters<Spoil>[0]) => void): Spoil =>
  (answer, { url, headers }) => {
    if (url === '/v1/models' && headers.authorization) spoil(answer)
  }
const onCompletions =
  (spoil: (answer: Parameters<Spoil>[0]) => void): Spoil =>
  (answer, { url }) => {
    if (url === '/v1/chat/completions') spoil(answer)
  }
const onStream =
  (spoil: (answer: Parameters<Spoil>[0]) => void): Spoil =>
  (answer, _request) => {
    if (answer.headers['content-type']?.startsWith('text/event-stream')) spoil(answer)
  }

/** The mock with something spoiled on the way, and the one problem that it leads to. */
const spoiled: readonly (readonly [title: string, spoil: Spoil, says: RegExp])[] = [
  [
    'an empty catalog',
    onList((answer) => (answer.body = replaced({ object: 'list', data: [] }))),
    /catalog: the list is empty/,
  ],
  [
    'a listed model that is unknown',
    onCompletions((answer) => Object.assign(answer, { status: 404, body: replaced(error('invalid_request_error')) })),
    /completion: svc\/\S+ answers 404, although it is listed/,
  ],
  [
    'models that are all unavailable',
    onCompletions((answer) => Object.assign(answer, { status: 503, body: replaced(error('server_error')) })),
    /completion: svc\/\S+ answers 503: unavailable: No\./,
  ],
  [
    'a limit on completions',
    onCompletions((answer) => Object.assign(answer, { status: 429, body: replaced(error('rate_limit_error')) })),
    /completion: svc\/\S+ answers 429: a limit is exceeded/,
  ],
  [
    'a proxy that gives up on completions',
    onCompletions((answer) => Object.assign(answer, { status: 504 })),
    /in between: svc\/\S+ answers 504, which only a proxy does/,
  ],
  [
    'a gateway that takes nothing',
    onCompletions((answer) => Object.assign(answer, { status: 400, body: replaced(error('invalid_request_error')) })),
    /completion: svc\/\S+ answers 400: No\./,
  ],
  [
    'a cache that serves the list to everyone',
    (answer, { url }) =>
      url === '/v1/models' &&
      Object.assign(answer, { status: 200, body: replaced({ object: 'list', data: [{ id: 'svc/echo-1' }] }) }),
    /key: the model list is given without a key as well/,
  ],
  [
    'a proxy that replaces error pages',
    (answer) => answer.status === 401 && (answer.body = Buffer.from('<html>401</html>')),
    /in between: a refusal comes as an HTML page/,
  ],
  [
    'a stripped request id',
    (answer) => delete answer.headers['x-svc-request-id'],
    /request id: no answer carries x-svc-request-id/,
  ],
  [
    'a request id that errors lack',
    (answer) => answer.status === 401 && delete answer.headers['x-svc-request-id'],
    /request id: answers with status 401 carry no x-svc-request-id/,
  ],
  [
    'a stream that is gathered to JSON',
    onStream((answer) =>
      Object.assign(answer, {
        headers: { ...answer.headers, 'content-type': 'application/json' },
        body: Buffer.from('{}'),
      }),
    ),
    /stream: stream true is answered with application\/json/,
  ],
]
for (const [title, spoil, says] of spoiled) {
  test(`the doctor recognises ${title}`, async () => {
    await using gateway = await spoiledMock(spoil)
    single((await saidOf(gateway.url)).lines, says)
  })
}

test('the doctor recognises a stream that breaks off', async () => {
  await using gateway = await spoiledMock((answer, _request, response) => {
    if (!answer.headers['content-type']?.startsWith('text/event-stream')) return
    response.writeHead(200, answer.headers)
    response.end = (() => response) as typeof response.end
    response.write(answer.body.subarray(0, 100), () => response.destroy())
    Object.defineProperty(response, 'writableEnded', { value: true })
  })
  single((await saidOf(gateway.url)).lines, /stream: the stream broke off after 100 bytes/)
})

test('it notes proxies, a clock that is off, and a stream that was gathered first, and finds no problem', async () => {
  await using gateway = await spoiledMock((answer) => {
    answer.headers.via = '1.1 \u001b[2Jproxy'.replace('\u001b', '')
    answer.headers.server = 'nginx'
    answer.headers.date = new Date(Date.now() + 3_600_000).toUTCString()
    if (answer.headers['content-type']?.startsWith('text/event-stream'))
      answer.headers['content-length'] = String(answer.body.length)
  })
  const { lines } = await saidOf(gateway.url)
  assert.equal(lines.length, 3, lines.join('\n'))
  assert.match(lines[0] ?? '', /^note stream: the stream came with Content-Length \d+, so something gathered it first/)
  assert.match(lines[1] ?? '', /^note in between: via: 1\.1 \[2Jproxy; server: nginx/)
  assert.match(lines[2] ?? '', /^note clock: the clock there is 3\d\d\d seconds ahead of this one/)
})

test('it says what is odd about the key itself, without the key', async () => {
  await using mock = await startMock()
  for (const [key, says] of [
    [`Bearer_${KEY}`, /begins with the word Bearer/],
    [`"${KEY}"`, /stands in quotes/],
    ['sk-0123456789', /not of the form svc_<id>_<secret>/],
  ] as const)
    single((await saidOf(mock.url, key)).lines, says)
})

test('it tells a name that does not resolve, and a port where nothing listens', async () => {
  single(
    (await saidOf('http://no-such-host.invalid')).lines,
    /base URL: the host name no-such-host\.invalid cannot be resolved/,
  )
  const { port } = await (async () => {
    await using server = await answering(() => undefined)
    return server
  })()
  single(
    (await saidOf(`http://127.0.0.1:${port}`)).lines,
    /base URL: nothing listens at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/,
  )
})

test('it tells a service that does not speak HTTP', async () => {
  const server = createServer((socket) => socket.end('220 mail.example.com ESMTP\r\n'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  single((await saidOf(`http://127.0.0.1:${port}`)).lines, /gives no usable HTTP answer .*not to another service/)
  server.close()
})

test('the command prints a line for each thing and its mend, and ends with 3 where there is a problem', async () => {
  await using mock = await startMock()
  const good = await command(['doctor', '--base-url', mock.url], { env: { SVC_CONFORMANCE_KEY: KEY } })
  assert.equal(good.code, 0, good.stderr)
  assert.match(good.stdout, /^ok {7}base URL {4}http:[\s\S]*Nothing is in the way of a run\. 4 requests were sent\.\n$/)
  const bad = await command(['doctor', '--base-url', `${mock.url}/x`], { env: { SVC_CONFORMANCE_KEY: KEY } })
  assert.equal(bad.code, 3)
  assert.match(
    bad.stdout,
    /^problem {2}base URL .*\n {21}mend: Write base_url: http:[\s\S]*1 problem is in the way of a run\. \d requests were sent\.\n$/,
  )
  const data = await command(['doctor', '--base-url', mock.url, '--json'], { env: { SVC_CONFORMANCE_KEY: KEY } })
  assert.equal((JSON.parse(data.stdout) as { requests: number }).requests, 4)
})

const mistakes: readonly (readonly [
  title: string,
  args: readonly string[],
  env: Record<string, string>,
  says: RegExp,
])[] = [
  ['no target', [], {}, /name the target with --base-url or --target/],
  ['no key', ['--base-url', 'http://127.0.0.1'], {}, /SVC_CONFORMANCE_KEY/],
  [
    'a key with a line break',
    ['--base-url', 'http://127.0.0.1'],
    { SVC_CONFORMANCE_KEY: `${KEY}\n` },
    /holds a space, a line break/,
  ],
  [
    'a base URL with /v1',
    ['--base-url', 'http://127.0.0.1/v1'],
    { SVC_CONFORMANCE_KEY: KEY },
    /ends with \/v1; drop it/,
  ],
  ['a base URL that is none', ['--base-url', 'gateway'], { SVC_CONFORMANCE_KEY: KEY }, /not an absolute URL/],
]
for (const [title, args, env, says] of mistakes) {
  test(`${title}: exit code 2`, async () => {
    const { code, stdout, stderr } = await command(['doctor', ...args], { env })
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, says)
    assert.ok(!stderr.includes('not-a-real-secret'))
  })
}
