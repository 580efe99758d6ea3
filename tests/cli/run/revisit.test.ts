/** `run --revisit`, `revisit`, and their record in certificates. */
import assert from 'node:assert/strict'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { asAnother } from '../../../cli/commands/revisit/asking.ts'
import { fail, startMock } from '../../../mock/index.ts'
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import { targetFromFlags } from '../../../suites/harness/target/target-file.ts'
import { cheatingGateway } from '../../adversary/cheats/gateway.ts'
import { mockForFile, oneModel } from '../../mock/asking.ts'
import type { CommandOptions, Said } from '../command.ts'
import { command, commandAsProcess, exits, folder, refuses, withKey } from '../command.ts'
import { jsonAt, reportIn, signingKeys, targetFile, textAt } from '../files.ts'

const OTHER_KEY = 'svc_visitor_9d1c7be2a4f05386'
const KEYS = ['svc_runner_0123456789abcdef', OTHER_KEY]

const mock = await mockForFile({ config: oneModel({}, { keys: KEYS }, 'svc/echo-1') })
const env = { SVC_CONFORMANCE_KEY: KEYS[0] ?? '', OTHER: OTHER_KEY }

interface Certified {
  readonly out: string
  readonly certificate: string
}

async function certified(url: string, own: CommandOptions = { env }, ...args: readonly string[]): Promise<Certified> {
  const out = folder()
  const certificate = join(out, 'certificate.json')
  const files = ['--out', out, '--certificate', certificate]
  await exits(0, ['run', '--base-url', url, '--profile', 'smoke', ...files, ...args], own)
  return { out, certificate }
}

const revisit = (certificate: string, url: string, ...args: readonly string[]): Promise<Said> =>
  command(['revisit', certificate, '--base-url', url, ...args], { env })

test('run --revisit repeats requests with another key, and the certificate says when', async () => {
  const [out, signing] = [folder(), signingKeys()]
  const target = targetFile(`base_url: ${mock.url}\nkeys:\n  valid: $\{SVC_CONFORMANCE_KEY}\n  revisit: $\{OTHER}\n`)
  const certificate = join(out, 'certificate.json')
  const files = ['--certificate', certificate, '--sign-key', signing.private, '--reporter', 'junit']
  const run = ['run', '--target', target, '--profile', 'smoke', '--out', join(out, 'out'), ...files]
  const said = await commandAsProcess([...run, '--revisit', '1ms,2ms'], { env })
  assert.equal(said.code, 0, said.stderr)
  const seldom = /Revisited \S+ with another key and \S+ with another key \(\d+ requests\): no contradiction/
  assert.match(said.stdout, seldom)
  const { revisits = [], finished } = reportIn(join(out, 'out'))
  const known = revisits.map((each) => [each.conclusion, each.another_key, each.started >= finished])
  assert.deepEqual(known, [
    ['conformant', true, true],
    ['conformant', true, true],
  ])
  assert.doesNotMatch(textAt(out, 'out', 'revisit-1.jsonl'), /svc_visitor/)
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
  await exits(1, ['gate', certificate, '--require', demand])
})

test('gate reports that a certificate was not revisited, and can demand it', async () => {
  const { certificate } = await certified(mock.url)
  const { code, stdout } = await command(['gate', certificate, '--unsigned', '--require', 'revisited=10m'])
  assert.equal(code, 1)
  assert.match(stdout, /not revisited after the run\n.*revisited=10m: it was not revisited/s)
  await exits(2, ['gate', certificate, '--unsigned', '--require', 'revisited=soon'])
})

test('a revisit of another machine leaves seconds between its requests', () => {
  for (const [url, rate] of [
    ['http://gateway.example', 0.3],
    ['http://127.0.0.1:1', Number.POSITIVE_INFINITY],
  ] as const) {
    const target = targetFromFlags({ baseUrl: url, env: { SVC_CONFORMANCE_KEY: KEYS[0] } })
    assert.equal(asAnother(target, 'svc/echo-1').limits.rate, rate)
  }
})

test('a revisit by another way than the run is named, and gate can refuse it', async () => {
  const { certificate } = await certified(mock.url)
  assert.equal((await revisit(certificate, mock.url, '--header', 'x-mode: please')).code, 0)
  const { stdout } = await exits(1, ['gate', certificate, '--unsigned', '--require', 'no=headers'])
  assert.match(stdout, /no=headers: at a revisit, its requests had the headers x-mode/)
  await exits(0, ['verify', certificate, '--unsigned'])
})

test('a changed transcript of a revisit, or one before the end of the run, makes a certificate invalid', async () => {
  const { out, certificate } = await certified(mock.url)
  assert.equal((await revisit(certificate, mock.url)).code, 0)
  await exits(0, ['verify', certificate, '--unsigned'])
  const path = join(out, 'revisit-1.jsonl')
  const text = textAt(path)
  writeFileSync(path, text.replace('"status":200', '"status":201'))
  const changed = await exits(1, ['verify', certificate, '--unsigned'])
  assert.match(changed.stdout, /changed exchange: \S+revisit-1.jsonl is not the transcript of a revisit/)
  rmSync(path)
  assert.match(
    (await exits(2, ['verify', certificate, '--unsigned'])).stderr,
    /revisit-1\.jsonl: there is no transcript/,
  )
  writeFileSync(path, text)
  const statement = jsonAt<AnyStatement>(certificate)
  const [own] = statement.predicate.revisits ?? []
  assert.ok(own)
  const claiming = async (claim: object): Promise<string> => {
    const revisits = [{ ...own, ...claim }]
    writeFileSync(certificate, JSON.stringify({ ...statement, predicate: { ...statement.predicate, revisits } }))
    return (await command(['verify', certificate, '--unsigned'])).stdout
  }
  assert.match(await claiming({ started: statement.predicate.started }), /began before its end/)
  assert.match(await claiming({ requests: own.requests + 1 }), /revisit-1\.jsonl: the revisit is not what it should be/)
})

test('a contradiction makes the run nonconformant, says why, and removes the certificate', async () => {
  // The run sends 9 requests.
  await using cheat = await cheatingGateway(mock.url, ({ number }) => number <= 9, 0)
  const { out, certificate } = await certified(cheat.url)
  const { code, stdout } = await revisit(certificate, cheat.url, '--reporter', 'junit')
  assert.equal(code, 1)
  assert.match(stdout, /NONCONFORMANT: \d+ requirements do not hold.*responds differently when it is not being tested/s)
  assert.equal(existsSync(certificate), false)
  const { conclusion, causes = [], requirements } = reportIn(out)
  assert.equal(conclusion, 'nonconformant')
  assert.match(causes[0]?.title ?? '', /^responds differently when it is not being tested: /)
  assert.equal(requirements.find(({ id }) => id === 'request-id-present')?.verdict, 'fail')
  assert.match(textAt(out, 'junit.xml'), /<failure/)
  await exits(0, ['report', join(out, 'report.json'), '--format', 'markdown'])
})

test('retries a gateway with transient errors, and is inconclusive if it is down', async () => {
  const gone = await startMock()
  const project = gone.project()
  const own = withKey(project.key)
  const { out, certificate } = await certified(gone.url, own)
  project.next(fail('unavailable').times(4))
  await exits(0, ['revisit', certificate, '--base-url', gone.url], own)
  const before = textAt(certificate)
  await gone.close()
  const { stdout } = await exits(3, ['revisit', certificate, '--base-url', gone.url], own)
  assert.match(stdout, /^INCONCLUSIVE: the revisit shows nothing: /)
  assert.deepEqual([textAt(certificate), reportIn(out).conclusion], [before, 'conformant'])
})

test('a signed certificate is updated only with its own key', async () => {
  const [own, other] = [signingKeys(), signingKeys()]
  const { certificate } = await certified(mock.url, { env }, '--sign-key', own.private)
  const before = textAt(certificate)
  const { code, stdout } = await revisit(certificate, mock.url)
  assert.deepEqual([code, /Nothing was written: the certificate is signed/.test(stdout)], [0, true])
  assert.equal((await revisit(certificate, mock.url, '--sign-key', other.private)).code, 2)
  assert.equal(textAt(certificate), before)
  assert.equal((await revisit(certificate, 'http://127.0.0.1:9')).code, 2)
})

test('--revisit needs a certificate and a target', async () => {
  await refuses(['run', '--base-url', mock.url, '--revisit', '1m'], /--revisit needs --certificate/, { env })
  await refuses(['run', '--revisit', '1m', '--certificate', 'c.json'], /--revisit needs a target/)
  await exits(2, ['run', '--base-url', mock.url, '--revisit', 'later'], { env })
})
