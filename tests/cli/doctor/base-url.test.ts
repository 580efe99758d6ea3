import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import { MAX_REQUESTS } from '../../../cli/commands/doctor/probe.ts'
import { alteredMock } from '../../integration/drivers/altered-mock.ts'
import { json, listAt, page, redirect, refusal, saidOf, single } from './doctored.ts'
import { responding } from './responding.ts'

/** Servers that are not the gateway, or that block the way to it. */
const servers: Readonly<Record<string, readonly [respond: RequestListener, says: RegExp]>> = {
  'a web site': [
    page(200, 'Welcome'),
    /base URL: the response is an HTML page "Welcome" with status 200.*requires a login/,
  ],
  'a captive portal': [page(511, 'Sign in'), /base URL: the response is an HTML page "Sign in" with status 511/],
  'a firewall with its own page': [
    page(403, 'Blocked'),
    /proxy: the response is an HTML page "Blocked".*allow this machine/,
  ],
  'a web site without such a page': [
    page(404, 'Not found'),
    /base URL: the response is an HTML page "Not found" with status 404/,
  ],
  'another JSON service': [json(200, { hello: 1 }), /base URL: \/v1\/models returns 200 without a model list/],
  'a service without the path': [json(404, {}), /base URL: \/v1\/models returns 404 without a model list/],
  'a proxy without its gateway': [
    page(502, 'Bad gateway'),
    /proxy: a proxy returns 502: it does not reach the gateway/,
  ],
  'a proxy that timed out': [json(504, {}), /proxy: a proxy returns 504/],
  'a proxy that asks for credentials': [json(407, {}), /proxy: a proxy asks for its own credentials/],
  'a proxy with a password': [
    json(401, {}, { 'www-authenticate': 'Basic realm="staging"' }),
    /proxy: something in front of the gateway asks for other credentials: Basic realm="staging"/,
  ],
  'a redirect to another address': [
    redirect(308, 'https://api.example.com/x/v1/models'),
    /base URL: \/v1\/models returns 308, a redirect to https:\/\/api\.example\.com\/x\/v1\/models;.*Write base_url: https:\/\/api\.example\.com\/x$/,
  ],
  'a redirect to a login': [
    redirect(302, '/login?next=1'),
    /a redirect to http:\/\/127\.0\.0\.1:\d+\/login; .*sign in to this network/,
  ],
  'a TLS port that rejects plain HTTP': [
    page(400, 'The plain HTTP request was sent to HTTPS port'),
    /the port speaks TLS, and base_url says http; Write base_url: https:/,
  ],
  'a key that is refused': [
    refusal(401, 'authentication_error'),
    /key: the key is rejected with 401: "No";.*SVC_CONFORMANCE_KEY/,
  ],
  'a disabled account': [refusal(403), /key: the account or the feature of the key is disabled \(403\)/],
  'a limit on the list': [
    refusal(429, 'rate_limit_error', { 'retry-after': '7' }),
    /catalog: the model list returns 429.*Retry-After is 7 s\b/,
  ],
  'a gateway that is unavailable': [refusal(503), /catalog: the model list returns 503: unavailable/],
  'a gateway with an internal error': [refusal(500), /catalog: the model list returns 500/],
}
for (const [title, [respond, says]] of Object.entries(servers))
  test(`the doctor recognises ${title}`, async () => {
    await using server = await responding((request, response) => {
      response.setHeader('x-svc-request-id', `r-${Math.random()}`)
      respond(request, response)
    })
    single((await saidOf(server.url)).lines, says)
    assert.ok(server.asked.length <= MAX_REQUESTS)
  })

test('the doctor recognises an extra path, a missing /v1 and a repeated /v1', async () => {
  await using plain = await alteredMock((received, { path }) => {
    if (!path.startsWith('/v1/')) Object.assign(received, { status: 404, headers: {}, body: Buffer.from('no') })
  })
  const lines = async (url: string): Promise<readonly string[]> => (await saidOf(url)).lines
  single(await lines(`${plain.url}/v1/openai`), /an extra path: the gateway is at http:\S+:\d+; Write base_url/)
  single(await lines(`${plain.url}/api`), /an extra path/)
  await using missing = await responding(listAt('/models'))
  single(await lines(missing.url), /\/v1 is missing; .*from removing \/v1/)
  await using twice = await responding(listAt('/v1/v1/models'))
  single(await lines(twice.url), /\/v1 occurs twice/)
})
