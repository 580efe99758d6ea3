import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { startMock } from '../../../mock/index.ts'
import type { Statement } from '../../../reporters/certificate/certificate.ts'
import { Client } from '../../../suites/harness/client/client.ts'
import { Peers } from '../../../suites/harness/client/connections.ts'
import { identityOf } from '../../../suites/harness/http/exchange.ts'
import { listModels } from '../../../suites/harness/http/request.ts'
import { type DescribedTarget, describeTarget, type Peer, seenTarget } from '../../../suites/harness/target/target.ts'
import { parseTarget } from '../../../suites/harness/target/target-file.ts'
import { authority, issued } from '../../suites/harness/target/made-certificates.ts'
import { proxyServer } from '../../suites/harness/target/proxy-server.ts'
import { secureServer } from '../../suites/harness/target/secure-server.ts'
import { exits, folder, withKey } from '../command.ts'
import { jsonAt, targetFile, textAt } from '../files.ts'

const KEY = 'svc_project1_averysecretsecret'

test('a certificate of a host behind a local proxy has the route, and the gate can refuse it', async () => {
  await using mock = await startMock()
  const proxy = await proxyServer({ to: Number(new URL(mock.url).port) })
  const out = folder()
  const certificate = join(out, 'certificate.json')
  const lines = `base_url: http://gateway.bank.example\nproxy: http://${proxy.host}\n`
  const target = targetFile(`${lines}keys: { valid: "\${SVC_CONFORMANCE_KEY}" }\n`)
  const args = ['run', '--target', target, '--profile', 'smoke', '--out', out, '--certificate', certificate]
  await exits(0, [...args, '--reporter', 'badge'], withKey(mock.demo.valid))
  const { peers, loopback } = jsonAt<Statement>(certificate).predicate.target
  assert.deepEqual([peers, loopback], [[{ address: '127.0.0.1' }], true])
  assert.match(textAt(out, 'badge.json'), /loopback/)
  assert.match(textAt(out, 'report.html'), /Connected to<\/dt><dd>127\.0\.0\.1/)
  const verified = await exits(0, ['verify', certificate, '--unsigned'])
  assert.match(verified.stdout, /^OF A LOOPBACK ADDRESS: http:\/\/gateway\.bank\.example was reached at/)
  assert.match(verified.stdout, /reached through the proxy 127\.0\.0\.1:\d+\./)
  for (const demand of ['no=loopback', 'no=proxy', 'no=plain-http'])
    await exits(1, ['gate', certificate, '--unsigned', '--require', demand])
})

test('records the address and the TLS certificate of each peer', async () => {
  const company = await authority('Company CA')
  const own = await issued(company, { name: '127.0.0.1' })
  const { url } = await secureServer(own)
  const peers = new Peers()
  const network = { tls: { ca: company.cert } }
  const target = { baseUrl: url, keys: { valid: KEY }, concurrency: 1, timeout: 60_000, network, peers }
  await using client = new Client(target)
  assert.equal((await client.send(identityOf('x/1'), listModels())).response?.status, 200)
  const certificate = new X509Certificate(own.cert).fingerprint256
  assert.deepEqual(peers.all, [{ address: '127.0.0.1', certificate }])
})

const described: DescribedTarget = describeTarget(
  parseTarget('base_url: https://gateway.example.com\nkeys: { valid: svc_a_bcdefghijklmnop }', 'target.yaml', {}),
)

for (const [peers, loopback] of [
  [[{ address: '203.0.113.9' }], undefined],
  [[{ address: '203.0.113.9' }, { address: '::1' }], true],
  [[{ address: '::ffff:127.0.0.1' }], true],
  [undefined, undefined],
] as readonly (readonly [readonly Peer[] | undefined, true | undefined])[])
  test(`a public name that resolves to ${JSON.stringify(peers)} is ${loopback ? '' : 'not '}this machine`, () =>
    assert.equal(seenTarget(described, peers).loopback, loopback))
