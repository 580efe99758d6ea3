/** `run --revisit`, `revisit`, and what certificates say of it. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fail, startMock } from '../../../mock/index.ts'
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import { cheatingGateway } from '../../adversary/cheats/gateway.ts'
import { type CommandOptions, command, commandAsProcess, folder, type Said } from '../command.ts'

const OTHER_KEY = 'svc_visitor_9d1c7be2a4f05386'
const KEYS = ['svc_runner_0123456789abcdef', OTHER_KEY]

function pair(): { readonly pem: string; readonly public: string } {
  const pem = join(folder(), 'key.pem')
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(pem, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(`${pem}.pub`, publicKey.export({ type: 'spki', format: 'pem' }))
  return { pem, public: `${pem}.pub` }
}

const json = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T

const mock = await startMock({
  config: { models: { 'svc/echo-1': {} }, projects: { team: { keys: KEYS, models: ['svc/echo-1'] } } },
})
test.after(() => mock.close())
const env = { SVC_CONFORMANCE_KEY: KEYS[0] ?? '', OTHER: OTHER_KEY }

interface Certified {
  readonly out: string
  readonly certificate: string
}

async function certified(url: string, own: CommandOptions = { env }, ...args: readonly string[]): Promise<Certified> {
  const out = folder()
  const certificate = join(out, 'certificate.json')
  const { code, stderr } = await command(
    ['run', '--base-url', url, '--profile', 'smoke', '--out', out, '--certificate', certificate, ...args],
    own,
  )
  assert.equal(code, 0, stderr)
  return { out, certificate }
}

const revisit = (certificate: string, url: string, ...args: readonly string[]): Promise<Said> =>
  command(['revisit', certificate, '--base-url', url, ...args], { env })

test('a run is revisited from another process with the other key, and its certificate says when', async () => {
  const [out, signing] = [folder(), pair()]
  const target = join(out, 'target.yaml')
  writeFileSync(target, `base_url: ${mock.url}\nkeys:\n  valid: $\{SVC_CONFORMANCE_KEY}\n  revisit: $\{OTHER}\n`)
  const certificate = join(out, 'certificate.json')
  const files = ['--certificate', certificate, '--sign-key', signing.pem, '--reporter', 'junit']
  const run = ['run', '--target', target, '--profile', 'smoke', '--out', join(out, 'out'), ...files]
  const said = await commandAsProcess([...run, '--revisit', '1ms,2ms'], { env })
  assert.equal(said.code, 0, said.stderr)
  assert.match(
    said.stdout,
    /Revisited \S+ with another key and \S+ with another key \(\d+ requests\): no contradiction/,
  )
  const { revisits = [], finished } = json<Report>(join(out, 'out', 'report.json'))
  assert.deepEqual(
    revisits.map((each) => [each.conclusion, each.another_key, each.started >= finished]),
    [
      ['conformant', true, true],
      ['conformant', true, true],
    ],
  )
  assert.doesNotMatch(readFileSync(join(out, 'out', 'revisit-1.jsonl'), 'utf8'), /svc_visitor/)
  const verify = (...more: readonly string[]): Promise<Said> =>
    command([
      ...['verify', certificate, '--public-key', signing.public, '--report', join(out, 'out', 'report.json')],
      ...['--transcript', join(out, 'out', 'transcript.jsonl'), ...more],
    ])
  const valid = await verify()
  assert.equal(valid.code, 0, valid.stdout)
  assert.match(valid.stdout, /revisited \S+ with another key, \S+ with another key: no contradiction/)
  assert.equal((await verify('--require', `key=${signing.public},revisited=1ms`)).code, 0)
  const demand = `key=${signing.public},revisited=1h`
  assert.match((await verify('--require', demand)).stdout, /revisited=1h: it was last revisited/)
  assert.equal((await command(['gate', certificate, '--require', demand])).code, 1)
})

test('a certificate that was not revisited says so, and a gate can demand it', async () => {
  const { certificate } = await certified(mock.url)
  const { code, stdout } = await command(['gate', certificate, '--unsigned', '--require', 'revisited=10m'])
  assert.equal(code, 1)
  assert.match(stdout, /not revisited after the run\n.*revisited=10m: it was not revisited/s)
  assert.equal((await command(['gate', certificate, '--unsigned', '--require', 'revisited=soon'])).code, 2)
})

test('a changed transcript of a revisit, or a revisit before the end of the run, makes a certificate invalid', async () => {
  const { out, certificate } = await certified(mock.url)
  assert.equal((await revisit(certificate, mock.url)).code, 0)
  assert.equal((await command(['verify', certificate, '--unsigned'])).code, 0)
  const path = join(out, 'revisit-1.jsonl')
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace('"status":200', '"status":201'))
  const changed = await command(['verify', certificate, '--unsigned'])
  assert.equal(changed.code, 1)
  assert.match(changed.stdout, /changed exchange: \S+revisit-1.jsonl is not the transcript of a revisit/)
  writeFileSync(path, text)
  const statement = json<AnyStatement>(certificate)
  const [own] = statement.predicate.revisits ?? []
  assert.ok(own)
  const revisits = [{ ...own, started: statement.predicate.started }]
  writeFileSync(certificate, JSON.stringify({ ...statement, predicate: { ...statement.predicate, revisits } }))
  assert.match((await command(['verify', certificate, '--unsigned'])).stdout, /began before its end/)
})

test('a contradiction makes the run nonconformant, says why, and removes the certificate', async () => {
  // As many as the run sends.
  await using cheat = await cheatingGateway(mock.url, ({ number }) => number <= 9, 0)
  const { out, certificate } = await certified(cheat.url)
  const { code, stdout } = await revisit(certificate, cheat.url, '--reporter', 'junit')
  assert.equal(code, 1)
  assert.match(stdout, /NONCONFORMANT: \d+ requirements do not hold.*answers differently when it is not being tested/s)
  assert.equal(existsSync(certificate), false)
  const { conclusion, causes = [], requirements } = json<Report>(join(out, 'report.json'))
  assert.equal(conclusion, 'nonconformant')
  assert.match(causes[0]?.title ?? '', /^answers differently when it is not being tested: /)
  assert.equal(requirements.find(({ id }) => id === 'request-id-present')?.verdict, 'fail')
  assert.match(readFileSync(join(out, 'junit.xml'), 'utf8'), /<failure/)
  assert.equal((await command(['report', join(out, 'report.json'), '--format', 'markdown'])).code, 0)
})

test('a gateway with errors at the revisit is asked again, and one that is down is not accused', async () => {
  const gone = await startMock()
  const project = gone.project()
  const own = { env: { SVC_CONFORMANCE_KEY: project.key } }
  const { out, certificate } = await certified(gone.url, own)
  project.next(fail('unavailable').times(4))
  const busy = await command(['revisit', certificate, '--base-url', gone.url], own)
  assert.equal(busy.code, 0, busy.stdout)
  const before = readFileSync(certificate, 'utf8')
  await gone.close()
  const { code, stdout } = await command(['revisit', certificate, '--base-url', gone.url], own)
  assert.equal(code, 3)
  assert.match(stdout, /^INCONCLUSIVE: the revisit shows nothing: /)
  assert.deepEqual(
    [readFileSync(certificate, 'utf8'), json<Report>(join(out, 'report.json')).conclusion],
    [before, 'conformant'],
  )
})

test('only the key of a certificate signs it again; without it nothing is written', async () => {
  const [own, other] = [pair(), pair()]
  const { certificate } = await certified(mock.url, { env }, '--sign-key', own.pem)
  const before = readFileSync(certificate, 'utf8')
  const { code, stdout } = await revisit(certificate, mock.url)
  assert.deepEqual([code, /Nothing was written: the certificate is signed/.test(stdout)], [0, true])
  assert.equal((await revisit(certificate, mock.url, '--sign-key', other.pem)).code, 2)
  assert.equal(readFileSync(certificate, 'utf8'), before)
  assert.equal((await revisit(certificate, 'http://127.0.0.1:9')).code, 2)
})

test('--revisit needs a certificate and a target', async () => {
  const without = await command(['run', '--base-url', mock.url, '--revisit', '1m'], { env })
  assert.deepEqual([without.code, /--revisit needs --certificate/.test(without.stderr)], [2, true])
  const mocked = await command(['run', '--revisit', '1m', '--certificate', 'c.json'])
  assert.deepEqual([mocked.code, /--revisit needs a target/.test(mocked.stderr)], [2, true])
  assert.equal((await command(['run', '--base-url', mock.url, '--revisit', 'later'], { env })).code, 2)
})
