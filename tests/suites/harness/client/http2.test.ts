import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMock } from '../../../../mock/index.ts'
import type { Profile } from '../../../../suites/harness/catalogue/profiles.ts'
import type { RequirementId } from '../../../../suites/harness/catalogue/requirements.ts'
import { headersOf } from '../../../../suites/harness/client/http2-stream.ts'
import { type Exchange, identityOf } from '../../../../suites/harness/http/exchange.ts'
import { networkErrorOf } from '../../../../suites/harness/http/network-errors.ts'
import { listModels } from '../../../../suites/harness/http/request.ts'
import { certify } from '../../../../suites/harness/run/certify.ts'
import type { Network } from '../../../../suites/harness/target/network.ts'
import { parseTarget } from '../../../../suites/harness/target/target-file.ts'
import { allChecks } from '../../../../suites/index.ts'
import { gatewayTarget } from '../../../prove/gateway-target.ts'
import { authority, issued } from '../target/made-certificates.ts'
import { secureServer } from '../target/secure-server.ts'
import { asked as askedBy, clientOf, KEY } from './asked.ts'
import { http2Front, responding } from './http2-front.ts'

const company = await authority('Company CA')
const here = await issued(company, { name: '127.0.0.1' })

/** Runs against the mock with some faults, directly or through a front proxy that speaks HTTP/2. */
async function run(profile: Profile, faults: readonly string[], network?: Network) {
  await using mock = await startMock({ faults })
  const straight = gatewayTarget(mock)
  const front = network && (await http2Front(mock.url, network.tls ? here : undefined))
  const target = front ? { ...straight, baseUrl: front, network } : straight
  const { judged, conclusion } = await certify({ target, checks: allChecks, profile })
  const verdicts = Object.fromEntries(judged.map(({ requirement, verdict }) => [requirement.id, verdict]))
  return { conclusion, verdicts }
}

const asked = (baseUrl: string, network: Network = { http2: true }, timeout = 60_000): Promise<Exchange> =>
  askedBy(baseUrl, { network, timeout, maxBody: 100_000 })

test('the mock behind HTTP/2 with TLS is conformant, with all states', async () => {
  const { conclusion } = await run('full', [], { http2: true, tls: { ca: company.cert } })
  assert.equal(conclusion, 'conformant')
})

/** Faults that share a run if they do not hide each other: a stream sent as JSON cannot lack [DONE]. */
const breaches: readonly (readonly [requirement: RequirementId, fault: string])[][] = [
  [
    ['request-id-present', 'request-id-twice'],
    ['completion-usage', 'completion-usage-null'],
    ['stream-done', 'stream-done-missing'],
    ['error-body', 'error-503-html'],
    ['request-temperature', 'lets-pass-temperature-up-to-two-and-a-half'],
  ],
  [['stream-media-type', 'stream-as-json']],
]
for (const together of breaches) {
  const faults = together.map(([, fault]) => fault)
  // A short run is enough for a single fault.
  const profile = together.length > 1 ? 'core' : 'smoke'
  test(`${faults.join(', ')}: the same verdicts over HTTP/2 as over HTTP/1.1`, async () => {
    const [one, two] = [await run(profile, faults), await run(profile, faults, { http2: true })]
    assert.equal(one.conclusion, 'nonconformant')
    for (const [requirement, fault] of together) assert.equal(one.verdicts[requirement], 'fail', fault)
    assert.deepEqual(two, one)
  })
}

test('keeps header lines as received, and records interim responses', async () => {
  const url = await responding((stream) => {
    stream.additionalHeaders({ ':status': 103 })
    stream.respond({ ':status': 200, 'x-svc-request-id': ['a', 'b'], 'content-type': 'application/json' })
    stream.end('{}')
  })
  const { response } = await asked(url)
  assert.deepEqual([response?.status, response?.interim, response?.complete], [200, [103], true])
  const ids = response?.headers.filter(([name]) => name === 'x-svc-request-id').map(([, value]) => value)
  assert.deepEqual(ids, ['a', 'b'])
  assert.ok(response?.headers.every(([name]) => !name.startsWith(':')))
})

test('a response that is reset in the middle with any code is incomplete', async () => {
  for (const reason of [new Error('broken'), new DOMException('left', 'AbortError')]) {
    const url = await responding((stream) => {
      stream.respond({ ':status': 200 })
      stream.write('{"object":', () => setImmediate(() => stream.destroy(reason)))
    })
    const { response, failure } = await asked(url)
    assert.deepEqual([response?.complete, failure?.stage], [false, 'body'], reason.name)
  }
})

test('fails if the connection ends before a response, and opens a new one for the next request', async () => {
  const sessions = new Set<unknown>()
  const url = await responding((stream) => {
    if (sessions.add(stream.session).size === 1) stream.session?.destroy()
    else stream.respond({ ':status': 200 }, { endStream: true })
  })
  const client = clientOf(url, { network: { http2: true } })
  assert.equal((await client.send(identityOf('x/1'), listModels())).failure?.stage, 'headers')
  assert.equal((await client.send(identityOf('x/2'), listModels())).response?.status, 200)
})

test('cuts off a response that never begins or never ends', async () => {
  const silent = await asked(await responding(() => undefined), { http2: true }, 300)
  assert.deepEqual([silent.response, silent.failure?.code], [undefined, 'TIMEOUT'])
  const pouring = await responding((stream) => {
    stream.respond({ ':status': 200 })
    const more = (error?: Error | null): void =>
      void (error || stream.destroyed || stream.write('x'.repeat(16_384), more))
    more()
  })
  const endless = await asked(pouring)
  assert.deepEqual([endless.response?.complete, endless.failure?.code], [false, 'TOO_LARGE'])
})

test('distinguishes a server without HTTP/2 from a broken one', async () => {
  const { url } = await secureServer({ ...here, ALPNProtocols: ['http/1.1'] })
  const { failure } = await asked(url, { http2: true, tls: { ca: company.cert } })
  assert.equal(failure?.code, 'HTTP2_NOT_SPOKEN')
  assert.match(networkErrorOf(failure).fix, /Remove http2/)
  await using mock = await startMock()
  const plain = await asked(mock.url)
  assert.match(plain.failure?.code ?? '', /^ERR_HTTP2_/)
  assert.match(networkErrorOf(plain.failure ?? assert.fail()).what, /not valid HTTP\/2/)
})

test('validates certificates over HTTP/2, too', async () => {
  const url = await responding((stream) => stream.respond({ ':status': 200 }, { endStream: true }), here)
  assert.equal((await asked(url, { http2: true })).failure?.stage, 'tls')
  assert.equal((await asked(url, { http2: true, tls: { ca: company.cert } })).response?.status, 200)
})

test('sends headers in the form of HTTP/2', () => {
  const list = ['Host', 'a.example', 'Connection', 'close', 'Authorization', 'Bearer a', 'authorization', 'Bearer b']
  assert.deepEqual(headersOf(list), { ':authority': 'a.example', authorization: 'Bearer a, Bearer b' })
})

test('reads http2 of a target file, and refuses it with a proxy without TLS', () => {
  const file = (more: string) => `base_url: http://gateway.example\nkeys: { valid: ${KEY} }\nhttp2: true\n${more}`
  assert.equal(parseTarget(file(''), 'target.yaml', {}).network?.http2, true)
  const proxied = (): unknown => parseTarget(file('proxy: http://proxy.example:3128\n'), 'target.yaml', {})
  assert.throws(proxied, /target\.yaml:3:8: http2 cannot go through a proxy/)
})
