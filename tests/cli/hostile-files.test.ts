/** Mutates every text of a foreign file in turn: no command may print such a text raw. */
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { failureOf } from '../../cli/output.ts'
import { parseConfig } from '../../mock/control/config/file.ts'
import { demoConfig } from '../../mock/index.ts'
import type { Statement } from '../../reporters/certificate/certificate.ts'
import { formatNames } from '../../reporters/formats/format-names.ts'
import { certifiedRun } from '../reporters/certificate/certified-run.ts'
import { markUp } from '../reporters/markup.ts'
import { reportOn } from '../reporters/samples.ts'
import { command, folder } from './command.ts'
import { textAt } from './files.ts'
import { mutated, PAYLOAD, rawIn } from './mutated.ts'

type Inputs = Readonly<Record<string, string>>

const files = await certifiedRun('smoke')
const report: unknown = JSON.parse(files.report)
const found = await reportOn(markUp, 'smoke')
/** A few items of each list, some of each kind. */
const broken: unknown = {
  ...found,
  requirements: found.requirements.filter(({ findings }) => findings.length > 0).slice(0, 3),
  causes: found.causes?.slice(0, 2),
  checks: found.checks.slice(0, 2),
  observed: found.observed.slice(0, 2),
  exchanges: found.exchanges.filter(({ request }) => request.body).slice(0, 1),
  baseline: { new: ['completion-json'], known: [], stale: [], lost: [] },
  stop: { reason: 'a limit was met', mend: 'raise it' },
}
const certificate = JSON.parse(files.certificate) as Statement
/** A certificate with every optional member, and only a few verdicts. */
const laterCertificate: unknown = {
  ...certificate,
  predicate: {
    ...certificate.predicate,
    harness: { name: 'svc-conformance', version: '9.9.9' },
    target: {
      ...certificate.predicate.target,
      declared: { about: { product: 'Gateway', later: 'said', labels: { tier: 'gold' } } },
    },
    set: { name: '9.9.9-1', digest: certificate.predicate.report.digest },
    not_applicable: [{ id: 'second-project', reason: 'there is one project', requirements: ['models-list'] }],
    challenges: ['models-list'],
    verdicts: { 'models-list': 'warn' },
  },
}
const [head = '', exchange = ''] = files.transcript.trimEnd().split('\n')

const KEY = 'svc_a_0123456789abcdef'

/** Ends a run after it has read its files and before it sends anything: a file blocks its output folder. */
const NOTHING = ['--out', 'in-the-way']

/** Asserts that no command prints anything raw from any mutated copy of a document. */
async function assertClean(
  document: unknown,
  read: (bad: unknown, look: (args: readonly string[], inputs: Inputs) => Promise<string>) => Promise<unknown>,
): Promise<void> {
  const raw: string[] = []
  for (const { place, document: bad } of mutated(document)) {
    await read(bad, async (args, inputs) => {
      const { said, texts } = await saidBy(args, inputs)
      for (const text of texts) {
        const found = rawIn(text)
        if (found !== undefined) raw.push(`${args.join(' ')}: ${place}: ${found}`)
      }
      return said
    })
  }
  assert.deepEqual(raw, [])
}

/** Runs a command with files in its own folder. */
async function saidBy(args: readonly string[], inputs: Inputs): Promise<{ said: string; texts: readonly string[] }> {
  const cwd = folder()
  for (const [name, text] of Object.entries({ 'in-the-way': '', ...inputs })) writeFileSync(join(cwd, name), text)
  mkdirSync(join(cwd, 'written'))
  const { stdout, stderr } = await command(args, { cwd, env: { KEY, SVC_CONFORMANCE_KEY: KEY } })
  const written = readdirSync(join(cwd, 'written')).map((name) => textAt(cwd, 'written', name))
  return { said: `${stdout}${stderr}`, texts: [stdout, stderr, ...written] }
}

test('detects every raw part of the payload', () => {
  const parts = '\u001b[2J|\u009b2J|::error::pwn|##vso[task|\u00ad|\u2060|\u{e0041}|a\ufe0f|\u{e0100}'
  for (const part of parts.split('|')) {
    assert.ok(PAYLOAD.includes(part))
    assert.notEqual(rawIn(part), undefined, part)
  }
  assert.equal(rawIn('é 😀 ❤\n'), undefined)
})

for (const [what, document] of Object.entries({ 'a good report': report, 'a bad report': broken }))
  test(`diff, report and run escape ${what}`, () =>
    assertClean(document, async (bad, look) => {
      const inputs = { 'before.json': files.report, 'bad.json': JSON.stringify(bad) }
      const said = await look(['diff', 'before.json', 'bad.json'], inputs)
      await look(['run', '--baseline', 'bad.json', ...NOTHING], inputs)
      await look(['run', '--base-url', 'http://127.0.0.1:9', '--failed', 'bad.json', ...NOTHING], inputs)
      if (said.includes('this version cannot read this report')) return
      await look(['diff', 'before.json', 'bad.json', '--format', 'markdown', '--out', 'written/diff'], inputs)
      await look(['diff', 'bad.json', 'before.json', '--format', 'json'], inputs)
      for (const format of formatNames)
        await look(['report', 'bad.json', '--format', format, '--out', `written/${format}`], inputs)
    }))

test('verify escapes a certificate', () =>
  assertClean(certificate, (bad, look) =>
    look(['verify', 'bad.json', '--transcript', 'transcript.jsonl', '--report', 'report.json'], {
      'bad.json': JSON.stringify(bad),
      'transcript.jsonl': `${head}\n${exchange}\n`,
      'report.json': files.report,
    }),
  ))

test('gate and verify escape a certificate of another version', () =>
  assertClean(laterCertificate, async (bad, look) => {
    const inputs = { 'bad.json': JSON.stringify(bad) }
    const unmet = 'profile=full,set>=10.0.0-1,product=x,base-url=http://x,no=warnings,no=not-applicable,no=challenges'
    const gate = ['gate', 'bad.json', '--unsigned', '--require', unmet]
    await look(gate, inputs)
    await look([...gate, '--json'], inputs)
    await look(['verify', 'bad.json', '--authentic'], inputs)
  }))

test('verify escapes a transcript', () =>
  assertClean(
    [head, exchange].map((line) => JSON.parse(line)),
    (bad, look) =>
      look(['verify', 'certificate.json'], {
        'certificate.json': files.certificate,
        'transcript.jsonl': `${(bad as unknown[]).map((line) => JSON.stringify(line)).join('\n')}\n`,
      }),
  ))

const WAIVERS = [{ requirement: 'completion-json', reason: 'later', owner: 'Ann', expires: '2099-01-01' }]
const TARGET = {
  base_url: 'http://127.0.0.1:9',
  tls: { ca: 'ca.pem', server_name: 'gateway.test' },
  proxy: 'http://127.0.0.1:9',
  keys: { valid: '${KEY}', second: 'svc_b_0123456789abcdef' },
  models: { chat: 'svc/a', foreign: 'svc/b' },
  provoke: { internal: { headers: { 'x-fault': 'internal' }, model: 'svc/c' } },
  limits: { timeout: '1s', time: '2s' },
  waivers: WAIVERS,
}

test('doctor escapes a target file', () =>
  assertClean(TARGET, (bad, look) => look(['doctor', '--target', 'bad.yaml'], { 'bad.yaml': JSON.stringify(bad) })))

test('run escapes a file of waivers', () =>
  assertClean({ waivers: WAIVERS }, (bad, look) =>
    look(['run', ...NOTHING, '--waivers', 'waivers.yaml'], { 'waivers.yaml': JSON.stringify(bad) }),
  ))

test('run escapes a list of known failures', () =>
  assertClean(['completion-json'], (bad, look) =>
    look(['run', ...NOTHING, '--baseline', 'baseline.txt'], { 'baseline.txt': String(bad) }),
  ))

test('errors escape a configuration of the mock', () => {
  const { projects, models, ...rest } = demoConfig
  for (const { place, document: bad } of mutated({ projects, models, ...rest })) {
    try {
      parseConfig(JSON.stringify(bad), 'mock.yaml')
    } catch (error) {
      assert.equal(rawIn(failureOf(error, false).message), undefined, place)
    }
  }
})

test('commands escape their arguments', async () => {
  for (const args of [
    [PAYLOAD],
    ['run', PAYLOAD],
    ['run', `--${PAYLOAD}`],
    ['explain', PAYLOAD],
    ['diff', PAYLOAD, PAYLOAD],
    ['run', '--profile', PAYLOAD],
  ]) {
    const { said, texts } = await saidBy(args, {})
    for (const text of texts) assert.equal(rawIn(text), undefined, said)
  }
})
