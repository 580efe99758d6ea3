import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Exchange, identityOf } from '../../../../suites/harness/http/exchange.ts'
import { networkErrorOf } from '../../../../suites/harness/http/network-errors.ts'
import { listModels, type Plan, postRaw } from '../../../../suites/harness/http/request.ts'
import { describeNetwork, type Network } from '../../../../suites/harness/target/network.ts'
import { networkFor } from '../../../../suites/harness/target/network-file.ts'
import { proxyVariable } from '../../../../suites/harness/target/proxy.ts'
import { parseTarget, targetFromFlags } from '../../../../suites/harness/target/target-file.ts'
import { asked as askedBy, clientOf, KEY, textOf } from '../client/asked.ts'
import { type Act, http, rawServer } from '../client/raw-server.ts'
import { authority, issued } from './made-certificates.ts'
import { proxyServer } from './proxy-server.ts'
import { secureServer } from './secure-server.ts'

const NAME = 'gateway.example'
const PASSWORD = 'carol:tr0ub4dor&3x'
const company = await authority('Company CA')
const certificate = await issued(company, { name: NAME })
const tls = { ca: company.cert }
const OK = http('200 OK', '{"a":1}', ['X-Thing: a', 'x-thing: b'])
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
const portOf = (url: string): number => Number(new URL(url).port)

const asked = (baseUrl: string, network: Network, plan?: Plan): Promise<Exchange> => askedBy(baseUrl, { network }, plan)

const SCHEMES = ['http', 'https'] as const
type Scheme = (typeof SCHEMES)[number]

const serverOf = (scheme: Scheme, act: Act): Promise<{ readonly url: string }> =>
  scheme === 'http' ? rawServer(act) : secureServer(certificate, act)

/** A target that is reachable only through a proxy. */
async function behindProxy(scheme: Scheme, act: Act) {
  const { url } = await serverOf(scheme, act)
  const { host, heads } = await proxyServer({ to: portOf(url) })
  const baseUrl = `${scheme}://${NAME}`
  const found = networkFor(baseUrl, { [`${scheme.toUpperCase()}_PROXY`]: `http://${host}` })
  return { baseUrl, network: { ...found, ...(scheme === 'https' && { tls }) }, heads }
}

for (const scheme of SCHEMES) {
  test(`${scheme}: a proxy does not change headers, interim responses and bodies`, async () => {
    const all = `${CONTINUE}HTTP/1.1 103 Early Hints\r\n\r\n${OK}`
    const { baseUrl, network, heads } = await behindProxy(scheme, (socket) => socket.write(all))
    for (const plan of [listModels(), postRaw('{}')]) {
      const exchange = await asked(baseUrl, network, plan)
      const { response, failure } = exchange
      assert.deepEqual([failure, textOf(exchange)], [undefined, '{"a":1}'])
      assert.deepEqual([response?.status, response?.interim], [200, [103]])
      assert.deepEqual(response?.headers.slice(0, 2).map(String), ['X-Thing,a', 'x-thing,b'])
    }
    assert.equal(heads.length, 2)
  })

  test(`${scheme}: reads an early response through a proxy during an upload`, async () => {
    const { baseUrl, network } = await behindProxy(scheme, (socket, head) => {
      if (head.startsWith('POST')) socket.write(http('413 Payload Too Large', '{"error":{}}'))
    })
    const exchange = await asked(baseUrl, network, postRaw('x'.repeat(4 * 1024 * 1024)))
    assert.equal(exchange.response?.status, 413)
  })

  test(`${scheme}: keeps a connection through a proxy for later requests`, async () => {
    const { baseUrl, network } = await behindProxy(scheme, (socket) => socket.write(OK))
    const client = clientOf(baseUrl, { network })
    for (const id of ['a', 'b', 'c'])
      assert.equal((await client.send(identityOf(id), listModels())).response?.status, 200)
  })
}

test('a proxy sees only host and port of an https exchange', async () => {
  const { baseUrl, network, heads } = await behindProxy('https', (socket) => socket.write(OK))
  await asked(baseUrl, network)
  assert.match(heads[0] ?? '', /^CONNECT gateway\.example:443 HTTP\/1\.1\r\n/)
  assert.ok(!heads.join().includes(KEY) && !heads.join().includes('/v1/models'))
})

test('an http request to a proxy has the whole URL and the Host of the target', async () => {
  const { baseUrl, network, heads } = await behindProxy('http', (socket) => socket.write(OK))
  await asked(`${baseUrl}/eu`, network)
  assert.match(heads[0] ?? '', /^GET http:\/\/gateway\.example\/eu\/v1\/models HTTP\/1\.1\r\n/)
  assert.deepEqual(heads[0]?.match(/^host: .*$/gim), ['host: gateway.example'])
})

test('supports a proxy that speaks TLS', async () => {
  const { url } = await secureServer(certificate, (socket) => socket.write(OK))
  const { host } = await proxyServer({ to: portOf(url), tls: await issued(company, { name: '127.0.0.1' }) })
  const proxy = { origin: `https://${host}`, secrets: [] }
  assert.equal((await asked(`https://${NAME}`, { tls, proxy })).response?.status, 200)
  assert.match((await asked(`https://${NAME}`, { proxy })).failure?.code ?? '', /^PROXY_/)
})

for (const scheme of SCHEMES) {
  test(`${scheme}: sends name and password to a proxy, and shows them nowhere`, async () => {
    const echo: Act = (socket, head) => socket.write(http('200 OK', JSON.stringify({ head, word: PASSWORD })))
    const { url } = await serverOf(scheme, echo)
    const { host, heads } = await proxyServer({ to: portOf(url), password: PASSWORD })
    const [user = '', secret = ''] = PASSWORD.split(':')
    const variable = `http://${user}:${encodeURIComponent(secret)}@${host}`
    const network = { ...networkFor(`${scheme}://${NAME}`, { [`${scheme}_proxy`]: variable }), tls }
    const exchange = await asked(`${scheme}://${NAME}`, network, listModels({ form: 'other-headers' }))
    assert.equal(exchange.response?.status, 200)
    assert.match(heads.join(), /proxy-authorization: Basic /i)
    // The proxy would read the key of the gateway in its own header.
    assert.doesNotMatch([heads, exchange.request.headers].join(), /proxy-authorization[:,] ?Bearer/i)
    const seen = [JSON.stringify([exchange, describeNetwork(network)]), textOf(exchange)].join()
    assert.ok(seen.includes('word'))
    for (const text of [secret, encodeURIComponent(secret), Buffer.from(PASSWORD).toString('base64')])
      assert.ok(!seen.includes(text), text)
    assert.equal(describeNetwork(network).proxy, host)
  })

  for (const [what, options, code, says, only = scheme] of [
    ['asks for a password', { password: PASSWORD }, /^PROXY_407$/, /asks for a user name/],
    ['closes the connection', { hangUp: true }, scheme === 'http' ? /^UND_ERR_SOCKET$/ : /^PROXY_/, /./],
    ['refuses the target', { refuse: 403 }, /^PROXY_403$/, /does not connect to the target/, 'https'],
  ] as const) {
    if (only !== scheme) continue
    test(`${scheme}: explains that the proxy ${what}`, async () => {
      const { host } = await proxyServer({ to: 1, ...options })
      const { failure } = await asked(`${scheme}://${NAME}`, { tls, proxy: { origin: `http://${host}`, secrets: [] } })
      assert.match(failure?.code ?? '', code)
      assert.match(failure ? networkErrorOf(failure).what : '', says)
    })
  }

  test(`${scheme}: explains that the proxy cannot be reached`, async () => {
    const { failure } = await asked(`${scheme}://${NAME}`, { proxy: { origin: 'http://127.0.0.1:1', secrets: [] } })
    assert.deepEqual([failure?.code, failure?.stage], ['PROXY_ECONNREFUSED', 'connect'])
    assert.match(failure ? networkErrorOf(failure).what : '', /the proxy cannot be reached/)
  })
}

const env = { HTTPS_PROXY: 'http://one:1', HTTP_PROXY: 'http://two:2' }
for (const [baseUrl, given, name] of [
  ['https://a.example', env, 'HTTPS_PROXY'],
  ['http://a.example', env, 'HTTP_PROXY'],
  ['https://a.example', { HTTP_PROXY: 'http://two:2' }, undefined],
  ['https://a.example', { ...env, https_proxy: 'http://three:3' }, 'https_proxy'],
  ['https://a.example', { ...env, https_proxy: ' ' }, 'HTTPS_PROXY'],
  ['https://localhost:8080', env, undefined],
  ['https://a.localhost', env, undefined],
  ['http://127.0.0.1:8080', env, undefined],
  ['http://[::1]:8080', env, undefined],
  ['https://10.0.0.1', env, 'HTTPS_PROXY'],
] as const)
  test(`${JSON.stringify(given)} selects ${name ?? 'no proxy'} for ${baseUrl}`, () =>
    assert.equal(proxyVariable(baseUrl, given)?.[0], name))

for (const [list, baseUrl, exempt] of [
  ['*', 'https://a.example', true],
  ['a.example', 'https://a.example', true],
  ['a.example', 'https://b.a.example', true],
  ['.a.example', 'https://b.a.example', true],
  ['.a.example', 'https://a.example', true],
  ['*.a.example', 'https://b.a.example', true],
  ['*.a.example', 'https://a.example', false],
  ['a.example', 'https://ba.example', false],
  ['A.Example', 'https://a.example.', true],
  ['other, a.example', 'https://a.example', true],
  ['other a.example', 'https://a.example', true],
  ['a.example:443', 'https://a.example', true],
  ['a.example:80', 'https://a.example', false],
  ['a.example:8443', 'https://a.example:8443', true],
  ['10.0.0.1', 'https://10.0.0.1', true],
  ['0.0.1', 'https://10.0.0.1', false],
  ['fd00::1', 'https://[fd00::1]', true],
  ['[fd00::1]:8443', 'https://[fd00::1]:8443', true],
  ['[fd00::1]:8443', 'https://[fd00::1]', false],
  ['', 'https://a.example', false],
] as const)
  for (const name of ['NO_PROXY', 'no_proxy'])
    test(`${name}=${JSON.stringify(list)} ${exempt ? 'exempts' : 'does not exempt'} ${baseUrl}`, () =>
      assert.equal(proxyVariable(baseUrl, { ...env, [name]: list }) === undefined, exempt))

const file = (more: string, base = 'http://127.0.0.1:9'): string =>
  `base_url: ${base}\nkeys: { valid: ${KEY} }\n${more}\n`

test('uses a proxy for a loopback target if its file names one', async () => {
  const { url } = await rawServer((socket) => socket.write(OK))
  const { host, heads } = await proxyServer({ to: portOf(url) })
  const target = parseTarget(file(`proxy: http://\${PROXY}`, url), 'target.yaml', { PROXY: host })
  assert.equal((await asked(url, target.network ?? {})).response?.status, 200)
  assert.equal(heads.length, 1)
})

test('a target file can disable the proxy of the environment', () => {
  const { network } = parseTarget(file('proxy: none', 'https://a.example'), 'target.yaml', env)
  // The curl line disables it, too.
  assert.deepEqual(network, { curl: "--noproxy '*'" })
})

test('a target by flags uses the proxy of the environment', () => {
  const given = { ...env, SVC_CONFORMANCE_KEY: KEY }
  const { network } = targetFromFlags({ baseUrl: 'https://a.example', env: given })
  assert.equal(network?.proxy?.origin, 'http://one:1')
})

for (const [value, says] of [
  ['socks5://proxy.example:1080', /cannot be used; write an http or https one/],
  ['http://user:tr0ub4dor3x@:3128', /is not the URL of a proxy/],
  ['http://', /is not the URL of a proxy/],
] as const)
  test(`rejects an invalid proxy without its URL: ${value}`, () => {
    const refuses = (run: () => unknown, place: RegExp): void =>
      assert.throws(run, (error: Error) => {
        assert.equal(error.name, 'UsageError')
        assert.match(error.message, says)
        assert.match(error.message, place)
        return !error.message.includes('tr0ub4dor3x')
      })
    refuses(() => parseTarget(file(`proxy: ${value}`), 'target.yaml', {}), /^target\.yaml:3:8: proxy /)
    refuses(() => networkFor('https://a.example', { HTTPS_PROXY: value }), /variable HTTPS_PROXY .*unset/)
  })

test('a proxy without a scheme uses http', () => {
  const { network } = parseTarget(file('proxy: proxy.example:3128'), 'target.yaml', {})
  assert.equal(network?.proxy?.origin, 'http://proxy.example:3128')
})
