import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { examine } from '../../../cli/commands/doctor/examine.ts'
import { aboutTls } from '../../../cli/commands/doctor/reach.ts'
import { parseTarget } from '../../../suites/harness/target/target-file.ts'
import { authority, issued, type Wish } from '../../suites/harness/target/made-certificates.ts'
import { folder } from '../command.ts'
import { KEY, responding } from './responding.ts'

const ca = await authority('a CA')
const caFile = join(folder(), 'ca.pem')
writeFileSync(caFile, ca.cert)

/** The only diagnosis of the doctor, as a line. */
async function saidOf(baseUrl: string, trusting = false): Promise<string> {
  const tls = trusting ? `tls: { ca: ${JSON.stringify(caFile)} }\n` : ''
  const target = parseTarget(`base_url: ${baseUrl}\n${tls}keys: { valid: ${KEY} }\n`, 'target.yaml', {})
  const { diagnoses, requests } = await examine(target)
  assert.equal(diagnoses.length, 1)
  const [{ about, verdict, found, mend } = assert.fail('no diagnosis')] = diagnoses
  return `${verdict} ${about}: ${found}; ${mend} (${requests})`
}

const ours = { name: '127.0.0.1' }

interface Row {
  readonly wish?: Wish
  readonly selfSigned?: true
  /** The target file names the CA. */
  readonly trusting?: true
  readonly says: RegExp
}

const rows: Readonly<Record<string, Row>> = {
  'a self-signed certificate': { selfSigned: true, says: /^problem TLS: the certificate is self-signed .*tls\.ca/ },
  'a certificate of an unknown authority': { says: /^problem TLS: .*this machine does not know.*tls\.ca/ },
  'an expired certificate': {
    wish: { ...ours, from: -30, until: -1 },
    trusting: true,
    says: /^problem TLS: the certificate has expired .*clock of this machine/,
  },
  'a certificate that is not valid yet': {
    wish: { ...ours, from: 1 },
    trusting: true,
    says: /^problem TLS: the certificate is not valid yet .*clock of this machine/,
  },
  'a certificate of another host': {
    wish: { name: '192.0.2.1' },
    trusting: true,
    says: /^problem TLS: the certificate is for another host /,
  },
}
for (const [title, { wish = ours, selfSigned, trusting, says }] of Object.entries(rows))
  test(`the doctor recognises ${title}, and sends no key`, async () => {
    const own = await issued(selfSigned ? undefined : ca, wish)
    await using server = await responding((_request, response) => void response.end(), own)
    assert.match(await saidOf(server.url, trusting), says)
    assert.deepEqual(server.asked, [])
  })

test('a certificate of a CA that the target file names is not a problem', async () => {
  await using server = await responding(
    (_request, response) => void response.writeHead(502).end(),
    await issued(ca, ours),
  )
  assert.match(await saidOf(server.url, true), /^problem proxy: a proxy returns 502/)
})

test('the doctor detects http instead of https and the reverse, and sends no key', async () => {
  await using tls = await responding((_request, response) => void response.end(), await issued(undefined, ours))
  const overHttp = await saidOf(tls.url.replace('https:', 'http:'))
  assert.match(overHttp, /problem base URL: \S+ speaks TLS, and base_url says http; Write base_url: https:\S+ \(2\)/)
  await using plain = await responding((_request, response) => void response.writeHead(404).end())
  const byTls = await saidOf(plain.url.replace('http:', 'https:'))
  assert.match(
    byTls,
    /problem base URL: \S+ speaks plain HTTP, and base_url says https; Write base_url: http:\S+ \(2\)/,
  )
  assert.deepEqual(plain.asked, ['GET /v1/models -'])
})

test('an unknown TLS failure is reported with its code', () => {
  const { found, mend } = aboutTls({ stage: 'tls', code: 'ERR_SSL_TLSV1_ALERT', message: 'handshake failure' })
  assert.equal(found, 'the TLS handshake failed (ERR_SSL_TLSV1_ALERT: handshake failure)')
  assert.match(mend ?? '', /asks for a client certificate, set tls\.cert/)
})
