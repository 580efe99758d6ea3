import assert from 'node:assert/strict'
import { createServer, type ListenOptions } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { wayOf } from '../../../../reporters/wording/requests.ts'
import { isAboutCertificate, networkErrorOf } from '../../../../suites/harness/http/network-errors.ts'
import type { Report } from '../../../../suites/harness/report/report.ts'
import { describeNetwork, type Network } from '../../../../suites/harness/target/network.ts'
import { describeTarget } from '../../../../suites/harness/target/target.ts'
import { parseTarget } from '../../../../suites/harness/target/target-file.ts'
import { folder } from '../../../cli/command.ts'
import { asked, KEY } from '../client/asked.ts'
import { listening } from '../client/listening.ts'
import { http } from '../client/raw-server.ts'

const OK = http('200 OK', '{"a":1}')
const directory = folder()

/** A server with one response for all requests; returns its port and the received heads. */
async function responding(at: ListenOptions): Promise<{ port: number; heads: string[] }> {
  const heads: string[] = []
  const server = createServer((socket) =>
    socket.on('data', (data) => {
      heads.push(data.toString('latin1'))
      socket.write(OK)
    }),
  )
  return { port: await listening(server, at), heads }
}

const file = (more: string): string => `base_url: http://gateway.example/eu\nkeys: { valid: ${KEY} }\n${more}\n`

test('a Unix socket replaces host and port; the path and Host header are those of the base URL', async () => {
  const { heads } = await responding({ path: join(directory, 'gateway.sock') })
  const { baseUrl, network } = parseTarget(file('socket: gateway.sock'), 'target.yaml', {}, directory)
  assert.equal((await asked(baseUrl, { network })).response?.status, 200)
  assert.match(heads[0] ?? '', /^GET \/eu\/v1\/models HTTP\/1\.1\r\nhost: gateway\.example\r\n/i)
})

test('explains a missing socket', async () => {
  const network = { socket: join(directory, 'none.sock') }
  const { failure = assert.fail('no failure') } = await asked('http://gateway.example', { network })
  assert.equal(failure.stage, 'connect')
  assert.match(networkErrorOf(failure).what, /nothing listens on the socket/)
  assert.match(networkErrorOf(failure).fix, /socket of the target file/)
})

test('a certificate error shows that the port speaks TLS, and a wrong version does not', () => {
  const isCertificate = (code: string): boolean => isAboutCertificate({ stage: 'tls', code, message: '' })
  for (const code of ['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'])
    assert.ok(isCertificate(code), code)
  assert.ok(!isCertificate('ERR_SSL_WRONG_VERSION_NUMBER'))
})

test('uses no proxy with a socket', () => {
  const env = { HTTP_PROXY: 'http://one:1' }
  assert.equal(parseTarget(file('socket: a.sock'), 'target.yaml', env, directory).network?.proxy, undefined)
  const both = () => parseTarget(file('socket: a.sock\nproxy: http://one:1'), 'target.yaml', {})
  assert.throws(both, /target\.yaml:4:8: proxy and socket are mutually exclusive/)
})

const hasIpv6 = Object.values(networkInterfaces()).some((own) => own?.some(({ address }) => address === '::1'))

test('connects to an IPv6 address in a base URL', async () => {
  if (hasIpv6) {
    const { port, heads } = await responding({ port: 0, host: '::1' })
    assert.equal((await asked(`http://[::1]:${port}/eu`)).response?.status, 200)
    assert.match(heads[0] ?? '', /^GET \/eu\/v1\/models HTTP\/1\.1\r\nhost: \[::1\]:\d+\r\n/i)
  } else {
    // Without IPv6 on this machine, the failure shows the attempt.
    const { failure } = await asked('http://[::1]:1')
    assert.equal(failure?.stage, 'connect')
    assert.match(failure?.message ?? '', /::1/)
  }
})

test('an IPv6 loopback target has no rate limit, like any other on this machine', () => {
  const { limits } = parseTarget(`base_url: http://[::1]:8080\nkeys: { valid: ${KEY} }\n`, 'target.yaml', {})
  assert.equal(limits.rate, Number.POSITIVE_INFINITY)
})

const whole: Network = {
  tls: { ca: 'PEM', cert: 'PEM', key: 'PEM', passphrase: 'open-sesame', serverName: 'inner.example' },
  proxy: { origin: 'http://proxy.example:3128', authorization: 'Basic abc', secrets: ['user:password'] },
  socket: '/run/gateway.sock',
  http2: true,
  extraCa: true,
}

test('a report describes how a target was reached, without secrets', () => {
  assert.deepEqual(describeNetwork(whole), {
    proxy: 'proxy.example:3128',
    custom_ca: true,
    extra_ca: true,
    client_certificate: true,
    server_name: 'inner.example',
    socket: true,
    http2: true,
    identified: false,
  })
  const target = parseTarget(file('proxy: http://user:password@one:1'), 'target.yaml', { NODE_EXTRA_CA_CERTS: 'x.pem' })
  const described = describeTarget(target)
  assert.deepEqual([described.network?.proxy, described.network?.extra_ca], ['one:1', true])
  for (const env of [
    { NODE_OPTIONS: '--use-openssl-ca' },
    { NODE_OPTIONS: '--use_system_ca' },
    { NODE_USE_SYSTEM_CA: '1' },
  ]) {
    const other = describeTarget(parseTarget(file(''), 'target.yaml', env))
    assert.equal(other.network?.extra_ca, true)
  }
  assert.ok(!JSON.stringify(described).includes('password'))
})

test('describes every part of the route, and nothing for a direct one', () => {
  const describe = (network: Network): string | undefined =>
    wayOf({ target: { base_url: 'https://gateway.example', network: describeNetwork(network) } } as unknown as Report)
  const way =
    'by HTTP/2, over a Unix socket, through the proxy proxy.example:3128, with CAs of the target file, with CAs of the environment, with a client certificate, as inner.example'
  assert.deepEqual([describe(whole), describe({})], [way, undefined])
  assert.equal(wayOf({ target: {} } as unknown as Report), undefined)
})
