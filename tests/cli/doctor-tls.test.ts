import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { generate } from 'selfsigned'
import { examine } from '../../cli/doctor/examine.ts'
import { aboutTls } from '../../cli/doctor/tls.ts'
import { targetFromFlags } from '../../suites/harness/target-file.ts'
import { answering, KEY } from './answering.ts'
import { command, folder } from './command.ts'

const DAY = 24 * 60 * 60_000

interface Wanted {
  /** Days from today. */
  readonly from?: number
  readonly to?: number
  readonly ip?: string
  readonly ca?: { readonly key: string; readonly cert: string }
}

async function certificate({ from = -1, to = 30, ip = '127.0.0.1', ca }: Wanted) {
  const { cert, private: key } = await generate([{ name: 'commonName', value: ca ? 'leaf' : 'gateway' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() + from * DAY),
    notAfterDate: new Date(Date.now() + to * DAY),
    extensions: [
      { name: 'basicConstraints', cA: ca === undefined },
      { name: 'subjectAltName', altNames: [{ type: 7, ip }] },
    ],
    ...(ca ? { ca } : {}),
  })
  return { cert, key }
}

async function saidOf(baseUrl: string): Promise<string> {
  const { diagnoses, requests } = await examine(targetFromFlags({ baseUrl, env: { SVC_CONFORMANCE_KEY: KEY } }))
  assert.equal(diagnoses.length, 1)
  const [{ about, verdict, found, mend } = assert.fail('no diagnosis')] = diagnoses
  return `${verdict} ${about}: ${found}; ${mend} (${requests})`
}

const authority = await certificate({})
const rows: readonly (readonly [title: string, wanted: Wanted, says: RegExp])[] = [
  ['a self-signed certificate', {}, /^problem TLS: the certificate is self-signed .*tls\.ca/],
  [
    'a certificate of an unknown authority',
    { ca: authority },
    /^problem TLS: .*authority that this machine does not know.*tls\.ca/,
  ],
]
for (const [title, wanted, says] of rows) {
  test(`the doctor recognises ${title}, and sends no key`, async () => {
    await using server = await answering((_request, response) => void response.end(), await certificate(wanted))
    assert.match(await saidOf(server.url), says)
    assert.deepEqual(server.asked, [])
  })
}

/** Certificates that the command trusts, and that are wrong all the same. */
const trusted: readonly (readonly [title: string, wanted: Wanted, says: RegExp])[] = [
  [
    'an expired certificate',
    { from: -30, to: -1 },
    /problem {2}TLS {9}the certificate has expired[\s\S]*clock of this machine/,
  ],
  [
    'a certificate for later',
    { from: 1 },
    /problem {2}TLS {9}the certificate is not valid yet[\s\S]*clock of this machine/,
  ],
  [
    'a certificate of another host',
    { ip: '192.0.2.1' },
    /problem {2}TLS {9}the certificate is made out to another host/,
  ],
]
test('the doctor recognises expired, early and foreign certificates, and sends no key', async () => {
  await Promise.all(
    trusted.map(async ([title, wanted, says]) => {
      const own = await certificate(wanted)
      await using server = await answering((_request, response) => void response.end(), own)
      const ca = join(folder(), 'ca.pem')
      writeFileSync(ca, own.cert)
      const env = { SVC_CONFORMANCE_KEY: KEY, NODE_EXTRA_CA_CERTS: ca }
      const { code, stdout } = await command(['doctor', '--base-url', server.url], { env })
      assert.equal(code, 3, title)
      assert.match(stdout, says)
      assert.deepEqual(server.asked, [])
    }),
  )
})

test('the doctor tells http from https, whichever the other side speaks, and sends no key over the other', async () => {
  await using tls = await answering((_request, response) => void response.end(), await certificate({}))
  const plainTo = tls.url.replace('https:', 'http:')
  assert.match(
    await saidOf(plainTo),
    /problem base URL: \S+ speaks TLS, and base_url says http; Write base_url: https:\S+ \(2\)/,
  )
  await using plain = await answering((_request, response) => void response.writeHead(404).end())
  const tlsTo = plain.url.replace('http:', 'https:')
  assert.match(
    await saidOf(tlsTo),
    /problem base URL: \S+ speaks plain HTTP, and base_url says https; Write base_url: http:\S+ \(2\)/,
  )
  assert.deepEqual(plain.asked, ['GET /v1/models -'])
})

test('a failure of TLS that is in no table is told with its code', () => {
  const { found, mend } = aboutTls({ stage: 'tls', code: 'ERR_SSL_TLSV1_ALERT', message: 'handshake failure' })
  assert.equal(found, 'the TLS handshake failed (ERR_SSL_TLSV1_ALERT: handshake failure)')
  assert.match(mend ?? '', /asks for a certificate/)
})
