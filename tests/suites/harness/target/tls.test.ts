import assert from 'node:assert/strict'
import { createPrivateKey } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TlsOptions } from 'node:tls'
import type { Exchange } from '../../../../suites/harness/http/exchange.ts'
import { networkErrorOf } from '../../../../suites/harness/http/network-errors.ts'
import type { TlsSettings } from '../../../../suites/harness/target/network.ts'
import { parseTarget } from '../../../../suites/harness/target/target-file.ts'
import { folder } from '../../../cli/command.ts'
import { asked as askedBy, KEY } from '../client/asked.ts'
import { complaintOf } from './complaint.ts'
import { authority, issued } from './made-certificates.ts'
import { secureServer } from './secure-server.ts'

const PASSPHRASE = 'open-sesame-1234'
const company = await authority('Company CA')
const stranger = await authority('Another CA')
const here = await issued(company, { name: '127.0.0.1' })
const person = await issued(company, { name: 'person' })
const locked = await issued(company, { name: 'person', passphrase: PASSPHRASE })

const asked = (baseUrl: string, tls?: TlsSettings): Promise<Exchange> =>
  askedBy(baseUrl, tls ? { network: { tls } } : {})

const wants: TlsOptions = { ...here, requestCert: true, rejectUnauthorized: true, ca: company.cert }

test('trusts a CA of the target file in addition to the system CAs, only for that target', async () => {
  const { url } = await secureServer(here)
  assert.equal((await asked(url, { ca: company.cert })).response?.status, 200)
  for (const tls of [undefined, { ca: stranger.cert }]) assert.equal((await asked(url, tls)).failure?.stage, 'tls')
})

test('accepts several CAs in one file', async () => {
  const { url } = await secureServer(here)
  assert.equal((await asked(url, { ca: `${stranger.cert}\n${company.cert}` })).response?.status, 200)
})

for (const [what, { key, cert }, passphrase] of [
  ['open', person, undefined],
  ['encrypted with a passphrase', locked, PASSPHRASE],
] as const)
  test(`presents a client certificate whose key is ${what}`, async () => {
    const server = await secureServer(wants)
    const tls = { ca: company.cert, cert, key, ...(passphrase === undefined ? {} : { passphrase }) }
    assert.equal((await asked(server.url, tls)).response?.status, 200)
    assert.deepEqual(server.clients, ['person'])
  })

test('requests server_name (SNI), and requires it in the certificate', async () => {
  const server = await secureServer(await issued(company, { name: 'gateway.example' }))
  assert.equal((await asked(server.url, { ca: company.cert, serverName: 'gateway.example' })).response?.status, 200)
  assert.deepEqual(server.names, ['gateway.example'])
  const { failure } = await asked(server.url, { ca: company.cert, serverName: 'other.example' })
  assert.equal(failure?.code, 'ERR_TLS_CERT_ALTNAME_INVALID')
})

const late = await issued(company, { name: '127.0.0.1', from: -30, until: -1 })
const early = await issued(company, { name: '127.0.0.1', from: 1 })
const elsewhere = await issued(company, { name: 'elsewhere.example' })
const weak = await issued(company, { name: '127.0.0.1', digest: 'sha1' })
const alone = await issued(undefined, { name: '127.0.0.1' })
const ca = company.cert
const old: TlsOptions = { ...here, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }

const withCa: TlsOptions = { ...here, cert: `${here.cert}\n${company.cert}` }
const REQUIRED = [/client certificate/, /tls\.cert and tls\.key/] as const

for (const [what, server, tls, says, mend] of [
  ['self-signed', alone, {}, /self-signed/, /tls\.ca/],
  ['of an unknown issuer', here, {}, /this machine does not know, or/, /tls\.ca.*NODE_EXTRA_CA_CERTS/],
  ['of an unknown CA that is sent along', withCa, {}, /a CA that this machine does not know/, /tls\.ca/],
  ['expired', late, { ca }, /expired/, /Renew.*clock/],
  ['not yet valid', early, { ca }, /not valid yet/, /Renew.*clock/],
  ['of another host', elsewhere, { ca }, /another host/, /tls\.server_name/],
  ['signed too weakly', weak, { ca }, /too weak/, /SHA-256/],
  ['of a server with an old TLS version', old, { ca }, /no secure version of TLS/, /TLS 1\.2/],
  ['valid, but a client certificate is required', wants, { ca }, ...REQUIRED],
  ['valid, but a client certificate is required (TLS 1.2)', { ...wants, maxVersion: 'TLSv1.2' }, { ca }, ...REQUIRED],
] as const)
  test(`explains that the certificate is ${what}`, async () => {
    const { url } = await secureServer(server)
    const { failure = assert.fail('no failure') } = await asked(url, tls)
    assert.equal(failure.stage, 'tls', failure.message)
    const error = networkErrorOf(failure)
    assert.match(error.what, says)
    assert.match(error.fix, mend)
  })

test('NODE_TLS_REJECT_UNAUTHORIZED does not turn off the verification', async (context) => {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  context.after(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED)
  for (const [server, tls] of [
    [alone, {}],
    [elsewhere, { ca }],
  ] as const) {
    const { url } = await secureServer(server)
    assert.equal((await asked(url, tls)).failure?.stage, 'tls')
  }
})

const directory = folder()
const files = {
  'ca.pem': company.cert,
  'person.pem': person.cert,
  'person-key.pem': person.key,
  'locked.pem': locked.cert,
  'locked-key.pem': locked.key,
  'broken.pem': '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
  'notes.txt': 'nothing of use',
}
for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)

function described(tls: string, base = 'https://gateway.example'): ReturnType<typeof parseTarget> {
  const text = `base_url: ${base}\nkeys: { valid: ${KEY} }\ntls:\n${tls}`
  return parseTarget(text, 'target.yaml', { PASSPHRASE }, directory)
}

const LOCKED = '  cert: locked.pem\n  key: locked-key.pem'

test('reads the files of a target file relative to its folder', () => {
  const { network } = described(`  ca: ca.pem\n${LOCKED}\n  passphrase: \${PASSPHRASE}\n  server_name: inner\n`)
  const { cert, key } = locked
  assert.deepEqual(network?.tls, { ca, cert, key, passphrase: PASSPHRASE, serverName: 'inner' })
})

for (const [tls, says] of [
  ['  ca: none.pem', /^target\.yaml:4:7: tls\.ca .*no such file.*folder of the target file/],
  ['  ca: .', /tls\.ca .*folder/],
  ['  ca: notes.txt', /tls\.ca contains no certificate.*PEM/],
  ['  ca: broken.pem', /tls\.ca .*unreadable/],
  ['  cert: person.pem', /tls\.cert needs tls\.key/],
  ['  key: person-key.pem', /tls\.key needs tls\.cert/],
  ['  cert: person.pem\n  key: ca.pem', /target\.yaml:5:8: tls\.key contains no private key/],
  ['  cert: ca.pem\n  key: person-key.pem', /tls\.key is not the key of the certificate/],
  [LOCKED, /tls\.key is locked.*tls\.passphrase/],
  [`${LOCKED}\n  passphrase: wrong-wrong`, /tls\.passphrase does not open/],
  ['  ca: ca.pem\n  passphrase: x', /tls\.passphrase needs tls\.key/],
  ['  insecure: true', /tls\.insecure is unknown here/],
] as const)
  test(`reports a mistake at its location: ${tls.trim().replaceAll('\n', ',')}`, () => {
    const said = complaintOf(() => described(`${tls}\n`))
    assert.match(said, says)
    assert.ok(!said.includes('wrong-wrong') && !said.includes('PRIVATE KEY-----\nM'))
  })

test('reports a wrong or missing passphrase that happens to decrypt a key to garbage', () => {
  const unlocksToNonsense = (key: string, passphrase = ''): boolean => {
    try {
      createPrivateKey({ key, passphrase })
      return false
    } catch (error) {
      return !/DECRYPT/i.test(`${(error as NodeJS.ErrnoException).code}`)
    }
  }
  const wrong = Array.from({ length: 10_000 }, (_, at) => `wrong-${at}`).find((it) => unlocksToNonsense(locked.key, it))
  assert.ok(wrong !== undefined)
  assert.throws(() => described(`${LOCKED}\n  passphrase: ${wrong}\n`), /tls\.passphrase does not open/)

  const key = createPrivateKey({ key: locked.key, passphrase: PASSPHRASE })
  const lockedAgain = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSPHRASE } as const
  let unlucky: string
  do unlucky = key.export(lockedAgain).toString()
  while (!unlocksToNonsense(unlucky))
  writeFileSync(join(directory, 'unlucky-key.pem'), unlucky)
  assert.throws(() => described('  cert: locked.pem\n  key: unlucky-key.pem\n'), /tls\.key is locked.*tls\.passphrase/)
})

test('certificates need an https base URL', () =>
  assert.throws(() => described('  ca: ca.pem\n', 'http://gateway.example'), /tls is for a base_url .*https/))
