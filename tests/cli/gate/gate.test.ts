import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { exits, folder, refuses, type Said } from '../command.ts'
import { publicPem, written } from '../files.ts'
import { NOW, other, release, signedBy } from './certificates.ts'

const place = folder()
const inPlace = (name: string, text: string): string => written(join(place, name), text)
const pem = inPlace('release.pub', publicPem(release.publicKey))
const KEY = `key=${pem}`
const good = inPlace('good.json', signedBy(release, {}))
const small = inPlace('small.json', signedBy(release, { profile: 'smoke' }))
const foreign = inPlace('foreign.json', signedBy(other, {}))

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

test('certificates that meet every demand pass, and it is said what they say and what was required', async () => {
  const { stdout } = await gate(0, good, '--require', KEY, '--require', 'profile=core,max-age=7d')
  assert.match(
    stdout,
    /^PASSED: .*good\.json\n {2}it says: https:\/\/gateway\.example\.com · contract 1\.0\.0 · profile core · set 1\.0\.0-2 · .* · declared: product Gateway, the large one · /,
  )
  assert.match(stdout, /\nRequired: key=.*release\.pub, profile=core, max-age=7d, not expired\n$/)
})

test('what a certificate does not show is printed without a demand: a loopback address, what was not shown, open challenges', async () => {
  const absent = { id: 'second-project', reason: 'there is one project', requirements: ['models-other-project'] }
  const change = {
    target: { base_url: 'http://127.0.0.1:8080' },
    not_applicable: [absent],
    challenges: ['2026-1'],
    not_scored: ['models-list'],
  }
  const here = inPlace('here.json', signedBy(release, change))
  const { stdout } = await gate(0, here, '--require', KEY)
  assert.deepEqual(stdout.split('\n').slice(2, 6), [
    '  OF A LOOPBACK ADDRESS: http://127.0.0.1:8080 is the machine of the run, like the built-in mock: this certifies no deployment that others can reach.',
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

test('one that does not is enough to refuse, with a line for each reason of each', async () => {
  const { stdout } = await gate(1, good, small, foreign, '--require', `${KEY},profile=core`)
  const lines = stdout.split('\n').filter((line) => !/it says:|not revisited/.test(line))
  assert.deepEqual(lines.slice(0, -2).join('\n').replaceAll(`${place}/`, '').split('\n'), [
    'PASSED: good.json',
    'REFUSED: small.json',
    '  profile=core: its profile is smoke',
    'REFUSED: foreign.json',
    '  key=release.pub: it is not signed with this key',
  ])
})

test('--json says the same, for programs', async () => {
  const { stdout } = await gate(1, good, small, '--json', '--require', `${KEY},profile=core`)
  const { passed, now, required, certificates } = JSON.parse(stdout) as Gated
  assert.deepEqual([passed, now, required], [false, NOW.toISOString(), [KEY, 'profile=core', 'not expired']])
  const said = certificates.map(({ file, passed, reasons, says }) => [file, passed, reasons, says.profile, says.set])
  assert.deepEqual(said, [
    [good, true, [], 'core', '1.0.0-2'],
    [small, false, [{ demand: 'profile=core', message: 'its profile is smoke' }], 'smoke', '1.0.0-2'],
  ])
})

/** The good one with further signatures before its own. */
const crowded = (others: number): string => {
  const envelope = JSON.parse(signedBy(release, {})) as { signatures: object[] }
  const sig = Buffer.alloc(64, 7).toString('base64')
  return JSON.stringify({ ...envelope, signatures: [...Array(others).fill({ sig }), ...envelope.signatures] })
}

test('a certificate with 16 signatures is read', async () => {
  await gate(0, inPlace('16.json', crowded(15)), '--require', KEY)
})

test('a file next to the certificate has to be its own', async () => {
  const folder = join(place, 'with-a-report')
  mkdirSync(folder)
  written(join(folder, 'report.json'), '{}')
  copyFileSync(good, join(folder, 'good.json'))
  const { stdout } = await gate(1, join(folder, 'good.json'), '--require', KEY)
  assert.match(stdout, /changed report: .*report\.json is not the report that was certified/)
})

test('what is not a file is not read, though it lies there under the name: a pipe would never end', async () => {
  const folder = join(place, 'apart')
  mkdirSync(join(folder, 'transcript.jsonl'), { recursive: true })
  copyFileSync(good, join(folder, 'good.json'))
  await gate(0, join(folder, 'good.json'), '--require', KEY)
})

const mistakes: Readonly<Record<string, readonly [args: readonly string[], says: RegExp]>> = {
  'a demand that there is not': [[good, '--require', 'profle=core'], /did you mean profile\?/],
  'a key together with --unsigned': [
    [good, '--unsigned', '--require', KEY],
    /--unsigned and key= are mutually exclusive/,
  ],
  'a key that is not there': [[good, '--require', 'key=none.pub'], /none\.pub/],
  'a certificate that is not there': [[join(place, 'none.json')], /none\.json/],
  'a file that is not a certificate': [[pem], /release\.pub/],
  'a certificate with 17 signatures': [
    [inPlace('17.json', crowded(16)), '--require', KEY],
    /17\.json: it has 17 signatures, and at most 16 are checked/,
  ],
  'a certificate of more than 8 MiB': [
    [inPlace('long.json', ' '.repeat(8 * 1024 * 1024 + 1)), '--unsigned'],
    /long\.json: the certificate cannot be read: it has more than 8 MiB/,
  ],
  'a certificate that says something twice': [
    [inPlace('twice.json', signedBy(release, {}).replace('{', '{"payload":"",')), '--unsigned'],
    /twice\.json:2?\d*:\d+: an object has the member "payload" twice/,
  ],
}
for (const [what, [args, says]] of Object.entries(mistakes))
  test(`${what} is a mistake of usage: exit code 2`, () => refuses(['gate', ...args, ...AT], says))
