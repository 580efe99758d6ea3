import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { exits, folder, refuses, type Said } from '../command.ts'
import { publicPem, written } from '../files.ts'
import { NOW, other, release, signedBy } from './certificates.ts'

const directory = folder()
const write = (name: string, text: string): string => written(join(directory, name), text)
const pem = write('release.pub', publicPem(release.publicKey))
const KEY = `key=${pem}`
const good = write('good.json', signedBy(release, {}))
const small = write('small.json', signedBy(release, { profile: 'smoke' }))
const foreign = write('foreign.json', signedBy(other, {}))

interface Gated {
  readonly passed: boolean
  readonly now: string
  readonly required: string[]
  readonly certificates: {
    readonly file: string
    readonly passed: boolean
    readonly reasons: unknown[]
    readonly says: { profile: string; set: string; loopback: boolean; not_scored?: string[]; challenges?: string[] }
  }[]
}

const AT = ['--at', NOW.toISOString()]
const gate = (code: number, ...args: readonly string[]): Promise<Said> => exits(code, ['gate', ...args, ...AT])

test('a certificate that meets every demand passes, and the gate prints its claims and the demands', async () => {
  const { stdout } = await gate(0, good, '--require', KEY, '--require', 'profile=core,max-age=8d')
  assert.match(
    stdout,
    /^PASSED: .*good\.json\n {2}it says: https:\/\/gateway\.example\.com · contract 1\.0\.0 · profile core · set 1\.0\.0-2 · .* · declared: product Gateway, the large one · /,
  )
  assert.match(stdout, /\nRequired: key=.*release\.pub, profile=core, max-age=8d, not expired\n$/)
})

test('the gate always prints what weakens a certificate: loopback, warnings, absent states, open challenges', async () => {
  const absent = { id: 'second-project', reason: 'there is one project', requirements: ['models-other-project'] }
  const change = {
    target: { base_url: 'http://127.0.0.1:8080' },
    not_applicable: [absent],
    challenges: ['2026-1'],
    not_scored: ['models-list'],
    verdicts: { 'models-list': 'pass', 'list-steady': 'warn' },
  }
  const here = write('here.json', signedBy(release, change))
  const { stdout } = await gate(0, here, '--require', KEY)
  assert.deepEqual(stdout.split('\n').slice(2, 7), [
    '  OF A LOOPBACK ADDRESS: http://127.0.0.1:8080 is the machine of the run, like the built-in mock: this certifies no deployment that others can reach.',
    '  it warns of list-steady',
    '  not shown, declared absent: second-project (there is one project): models-other-project',
    '  not scored: models-list (pass)',
    '  open challenges, whose requirements did not score: 2026-1',
  ])
  const { certificates, required } = JSON.parse((await gate(0, here, good, '--json', '--unsigned')).stdout) as Gated
  assert.deepEqual(required, ['not expired', 'no signature'])
  const said = certificates.map(({ says }) => [says.loopback, says.not_scored, says.challenges])
  assert.deepEqual(said, [
    [true, ['models-list'], ['2026-1']],
    [false, undefined, undefined],
  ])
  assert.doesNotMatch((await gate(0, good, '--require', KEY)).stdout, /LOOPBACK|not shown|challenges/)
})

test('one certificate that fails is enough to refuse, with a line for each reason', async () => {
  const { stdout } = await gate(1, good, small, foreign, '--require', `${KEY},profile=core`)
  const lines = stdout.split('\n').filter((line) => !/it says:|not revisited/.test(line))
  assert.deepEqual(lines.slice(0, -2).join('\n').replaceAll(`${directory}/`, '').split('\n'), [
    'PASSED: good.json',
    'REFUSED: small.json',
    '  profile=core: its profile is smoke',
    'REFUSED: foreign.json',
    '  key=release.pub: it is not signed with this key',
  ])
})

test('--json reports the same decision', async () => {
  const { stdout } = await gate(1, good, small, '--json', '--require', `${KEY},profile=core`)
  const { passed, now, required, certificates } = JSON.parse(stdout) as Gated
  assert.deepEqual([passed, now, required], [false, NOW.toISOString(), [KEY, 'profile=core', 'not expired']])
  const said = certificates.map(({ file, passed, reasons, says }) => [file, passed, reasons, says.profile, says.set])
  assert.deepEqual(said, [
    [good, true, [], 'core', '1.0.0-2'],
    [small, false, [{ demand: 'profile=core', message: 'its profile is smoke' }], 'smoke', '1.0.0-2'],
  ])
})

/** The good certificate with more signatures before the valid one. */
const withExtraSignatures = (others: number): string => {
  const envelope = JSON.parse(signedBy(release, {})) as { signatures: object[] }
  const sig = Buffer.alloc(64, 7).toString('base64')
  return JSON.stringify({ ...envelope, signatures: [...Array(others).fill({ sig }), ...envelope.signatures] })
}

test('accepts a certificate with 16 signatures', async () => {
  await gate(0, write('16.json', withExtraSignatures(15)), '--require', KEY)
})

test('refuses a certificate next to another report', async () => {
  const folder = join(directory, 'with-a-report')
  mkdirSync(folder)
  written(join(folder, 'report.json'), '{}')
  copyFileSync(good, join(folder, 'good.json'))
  const { stdout } = await gate(1, join(folder, 'good.json'), '--require', KEY)
  assert.match(stdout, /changed report: .*report\.json is not the report that was certified/)
})

test('does not read a neighbour that is not a regular file: a pipe would never end', async () => {
  const folder = join(directory, 'apart')
  mkdirSync(join(folder, 'transcript.jsonl'), { recursive: true })
  copyFileSync(good, join(folder, 'good.json'))
  await gate(0, join(folder, 'good.json'), '--require', KEY)
})

const mistakes: Readonly<Record<string, readonly [args: readonly string[], says: RegExp]>> = {
  'an unknown demand': [[good, '--require', 'profle=core'], /did you mean profile\?/],
  'a key together with --unsigned': [
    [good, '--unsigned', '--require', KEY],
    /--unsigned and key= are mutually exclusive/,
  ],
  'a missing key file': [[good, '--require', 'key=none.pub'], /none\.pub/],
  'a missing certificate': [[join(directory, 'none.json')], /none\.json/],
  'a file that is not a certificate': [[pem], /release\.pub/],
  'a certificate that is null': [[write('null.json', 'null'), '--unsigned'], /null\.json: this version cannot read/],
  'a certificate with 17 signatures': [
    [write('17.json', withExtraSignatures(16)), '--require', KEY],
    /17\.json: it has 17 signatures, and at most 16 are checked/,
  ],
  'a certificate of more than 8 MiB': [
    [write('long.json', ' '.repeat(8 * 1024 * 1024 + 1)), '--unsigned'],
    /long\.json: the certificate cannot be read: it has more than 8 MiB/,
  ],
  'a certificate with a repeated member': [
    [write('twice.json', signedBy(release, {}).replace('{', '{"payload":"",')), '--unsigned'],
    /twice\.json:2?\d*:\d+: an object has the member "payload" twice/,
  ],
}
for (const [what, [args, says]] of Object.entries(mistakes))
  test(`${what} is a usage error: exit code 2`, () => refuses(['gate', ...args, ...AT], says))
