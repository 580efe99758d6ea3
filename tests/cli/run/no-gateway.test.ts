/** At an address without a gateway, a run reports that in one sentence, and no requirement fails. */
import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { startMock } from '../../../mock/index.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import { completionWith } from '../../suites/harness/http/bodies.ts'
import { command, folder, refuses, type Said, withKey } from '../command.ts'
import { json, listAt, page, redirect, refusal } from '../doctor/doctored.ts'
import { KEY, responding } from '../doctor/responding.ts'
import { reportIn } from '../files.ts'

interface Outcome extends Said {
  readonly report: Report
  readonly failed: readonly string[]
}

async function runAt(url: string, key = KEY, ...args: string[]): Promise<Outcome> {
  const out = folder()
  const said = await command(['run', '--base-url', url, '--out', out, ...args], withKey(key))
  const report = reportIn(out)
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
  return { ...said, report, failed: failed.map(({ id }) => id) }
}

/** Asserts that the output is the paths of the files and one sentence with its fix. */
function onlySays({ code, stdout, stderr, report, failed }: Outcome, says: RegExp): void {
  assert.deepEqual([code, failed], [3, []], stdout + stderr)
  const [files = '', sentence = '', ...more] = stdout.trim().split('\n\n')
  for (const line of files.split('\n')) assert.match(line, /report\.(json|html)$/)
  assert.match(sentence, /^INCOMPLETE: .+$/)
  assert.match(sentence, says)
  assert.deepEqual(more, [])
  assert.ok(report.requests <= 20, `${report.requests} requests`)
}

const slowDown: RequestListener = (_request, response) =>
  void response.writeHead(429, { 'content-type': 'text/html', 'retry-after': '0' }).end('<html>Slow down')

/** Servers that send the same response to every request. */
const servers: Readonly<Record<string, readonly [respond: RequestListener, says: RegExp]>> = {
  'a web site': [
    page(200, 'Welcome'),
    /no gateway of this contract at http\S+: the response is an HTML page "Welcome".* open it in a/,
  ],
  'a captive portal': [
    page(511, 'Sign in'),
    /the response is an HTML page "Sign in" with status 511.*requires a login/,
  ],
  'a firewall': [page(403, 'Blocked'), /the response is an HTML page "Blocked" with status 403.*allow this machine/],
  'a redirect to a login': [
    redirect(302, '/login?next=1'),
    /returns 302, a redirect to http:\S+\/login\. Redirects are not followed.*sign in to this network/,
  ],
  'a redirect to another address': [
    redirect(308, 'https://api.example.com/x/v1/models'),
    /a redirect to https:\/\/api\.example\.com\/x\/v1\/models\..*Write base_url: https:\/\/api\.example\.com\/x\.?$/,
  ],
  'a page of a proxy': [
    page(502, 'Bad gateway'),
    /a proxy returns 502: it does not reach the gateway.*Check the proxy/,
  ],
  'a proxy in JSON': [json(504, { message: 'timeout' }), /a proxy returns 504/],
  'a proxy without backends': [json(503, { message: 'no upstream' }), /a proxy returns 503: it does not reach/],
  'a proxy with a password': [
    json(401, {}, { 'www-authenticate': 'Basic realm="staging"' }),
    /something in front of the gateway asks for other credentials: Basic.*use another address/,
  ],
  'another JSON service': [
    json(200, { hello: 1 }),
    /the responses of .* have nothing of this contract \(200\).*doctor/,
  ],
  'a service without these paths': [json(404, { detail: 'Not Found' }), /neither \/v1\/models nor .* exists \(404\)/],
  'a gateway that limits everything': [
    refusal(429, 'rate_limit_error', { 'retry-after': '1', 'x-svc-request-id': 'a' }),
    /both operations return 429 to valid requests: "No"\..*Retry-After is 1 s\b/,
  ],
  'a limit with a page': [slowDown, /both operations return 429.*raise the limits/],
  'a gateway that is down': [refusal(503), /both operations return 503.*Wait until/],
  'a refused key': [refusal(401, 'authentication_error'), /the key is rejected with 401 on both operations: "No"\./],
  'a disabled account': [refusal(403, 'authentication_error'), /disabled \(403, on both operations\)/],
  'a body that is cut short': [
    (_request, response) =>
      void response.writeHead(200, { 'content-length': 500 }).write('{"ob', () => response.destroy()),
    /no complete HTTP response/,
  ],
}
for (const [title, [respond, says]] of Object.entries(servers))
  test(`${title} makes a run incomplete, without failures`, async () => {
    await using server = await responding(respond)
    onlySays(await runAt(server.url), says)
  })

test('smoke reports rate limits on everything within 12 requests', async () => {
  await using server = await responding(refusal(429, 'rate_limit_error', { 'retry-after': '0' }))
  const outcome = await runAt(server.url, KEY, '--profile', 'smoke')
  onlySays(outcome, /both operations return 429 to valid requests/)
  assert.ok(outcome.report.requests <= 12)
})

test('reports a malformed key without showing it', async () => {
  await using mock = await startMock()
  for (const [key, says] of [
    ['sk-0123456789abcdef', /not of the form svc_<id>_<secret>/],
    [`"${KEY}"`, /is in quotes/],
    [`Bearer_${KEY}`, /begins with the word Bearer/],
  ] as const) {
    const outcome = await runAt(mock.url, key)
    onlySays(outcome, says)
    assert.ok(!`${outcome.stdout}${JSON.stringify(outcome.report)}`.includes(key))
  }
})

test('reports an extra path and a missing /v1 with their fix', async () => {
  await using mock = await startMock()
  const extra = /an extra path: the gateway is at http:\S+:\d+\. Write base_url: http:\S+:\d+\.?$/
  onlySays(await runAt(`${mock.url}/api`), extra)
  await using missing = await responding(listAt('/models'))
  onlySays(await runAt(missing.url), /serves \/models instead of \/v1\/models: \/v1 is missing/)
})

test('a gateway that sends its list with a request id at another path does not conform', async () => {
  await using gateway = await responding(listAt('/models', () => ({ 'x-svc-request-id': crypto.randomUUID() })))
  const { code, failed, stdout } = await runAt(gateway.url, KEY, '--profile', 'smoke')
  assert.equal(code, 1, stdout)
  assert.ok(failed.includes('version-path'), failed.join())
  assert.match(stdout, /fix +Serve both operations below \/v1/)
})

test('a base URL with the path of an operation is refused before anything is sent', async () => {
  for (const path of ['/v1', '/v1/models', '/v1/chat/completions/']) {
    const says = new RegExp(`ends with ${path.replace(/\/$/, '')}; drop it`)
    await refuses(['run', '--base-url', `http://127.0.0.1:9${path}`], says, withKey(KEY))
  }
})

const completion: unknown = JSON.parse(completionWith({ model: 'svc/a' }))
const byPath =
  (list: RequestListener, completions: RequestListener): RequestListener =>
  (request, response) =>
    void (request.url === '/v1/models' ? list : completions)(request, response)

/** Like FastAPI, responds with 422 to a body without the required fields. */
const strict: RequestListener = async (request, response) => {
  const known = (await text(request)).includes('"messages"')
  json(known ? 404 : 422, { detail: known ? 'no such model' : [{ loc: ['body', 'model'] }] })(request, response)
}

/** Very broken gateways that still show one sign of a gateway. */
const broken: readonly (readonly [title: string, respond: RequestListener])[] = [
  ['lists models in its own shape', byPath(json(200, { models: ['a'] }), strict)],
  ['has no list, and accepts everything', byPath(json(404, {}), json(200, completion))],
  ['has no list, and refuses as the contract says', byPath(page(404, 'no'), refusal(400, 'invalid_request_error'))],
  ['only lists models', byPath(json(200, { object: 'list', data: [{ id: 'a' }] }), page(404, 'no'))],
  ['responds to everything with 200 and a request id', json(200, {}, { 'x-svc-request-id': 'same' })],
]
for (const [title, respond] of broken)
  test(`a gateway that ${title} is judged`, async () => {
    await using server = await responding(respond)
    const { code, failed } = await runAt(server.url, KEY, '--profile', 'smoke')
    assert.equal(code, 1)
    assert.ok(failed.length > 0)
  })
