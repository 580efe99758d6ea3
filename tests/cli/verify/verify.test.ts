import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sha256 } from '../../../cli/certificate/file.ts'
import { verifyCodeOf } from '../../../cli/commands/verify/command.ts'
import type { Verification } from '../../../cli/commands/verify/verification.ts'
import type { Statement } from '../../../reporters/certificate/certificate.ts'
import { type Envelope, seal } from '../../../reporters/certificate/dsse.ts'
import { type Build, harnessVersion } from '../../../suites/harness/catalogue/version.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { isOfThisMachine } from '../../../suites/harness/target/base-url.ts'
import { command, exits, folder, refuses } from '../command.ts'
import { jsonAt, signingKeys, textAt } from '../files.ts'

const out = folder()
const certificate = join(out, 'certificate.json')
const pem = signingKeys(out)
const unsigned = join(out, 'unsigned.json')
const signing = ['--certificate', certificate, '--sign-key', pem.private]
const ran = await command(['run', '--profile', 'smoke', '--about', 'product=Acme', '--out', out, ...signing])
writeFileSync(unsigned, Buffer.from(jsonAt<Envelope>(certificate).payload, 'base64'))

/** Words of the first two lines, up to their colons. */
const words = (stdout: string): string[] =>
  stdout
    .split('\n')
    .slice(0, 2)
    .map((line) => line.replace(/:.*/, ''))

const LOOPBACK = 'OF A LOOPBACK ADDRESS'

test('a certificate with a checked signature is valid, and verify first warns of a loopback address', async () => {
  assert.equal(ran.code, 0, ran.stderr)
  const { code, stdout } = await command(['verify', certificate, '--public-key', pem.public])
  assert.deepEqual([code, words(stdout)], [0, [LOOPBACK, 'VALID']])
  assert.match(stdout, /Acme\. The certificate states this as it was declared/)
})

test('without a key a certificate is only consistent: exit code 3, or 0 with --unsigned', async () => {
  const { code, stdout } = await command(['verify', certificate])
  assert.deepEqual([code, words(stdout)], [3, [LOOPBACK, 'CONSISTENT, NOT AUTHENTICATED']])
  assert.doesNotMatch(stdout, /VALID/)
  const enough = await command(['verify', certificate, '--unsigned'])
  assert.deepEqual([enough.code, enough.stdout], [0, stdout])
})

test('a certificate whose subject is another target is invalid, signed or not', async () => {
  const statement = jsonAt<Statement>(unsigned)
  const [own, ...others] = statement.subject
  for (const subject of [
    { ...own, name: 'https://gateway.example.com' },
    { ...own, digest: { sha256: '0'.repeat(64) } },
  ]) {
    const text = JSON.stringify({ ...statement, subject: [subject, ...others] })
    const forged = join(out, 'forged.json')
    for (const [written, ...flags] of [
      [text, '--unsigned'],
      [text, '--authentic'],
      [JSON.stringify(seal(text, pem.privateKey)), '--authentic', '--public-key', pem.public],
    ] as const) {
      writeFileSync(forged, written)
      const { stdout } = await exits(1, ['verify', forged, ...flags])
      assert.match(stdout, /changed certificate: its first subject is not its target/)
    }
  }
})

test('--unsigned and --public-key are mutually exclusive', () =>
  refuses(
    ['verify', certificate, '--unsigned', '--public-key', pem.public],
    /--unsigned and --public-key are mutually exclusive/,
  ))

test('--unsigned and --authentic are mutually exclusive: together they would accept any certificate', async () => {
  const says = /--unsigned and --authentic are mutually exclusive/
  await refuses(['verify', unsigned, '--authentic', '--unsigned'], says)
  await exits(3, ['verify', unsigned, '--authentic'])
})

test('each result has its own exit code, and a problem outranks a missing signature', () => {
  const same = { kind: 'the same', verdicts: 1, exchanges: 1, whole: true } as const
  const otherwise = { kind: 'otherwise', differences: ['x'] } as const
  const not = { kind: 'not', reason: 'x' } as const
  const problems = [{ kind: 'expired', message: 'x' }] as const
  const rows: readonly (readonly [found: Partial<Verification>, unsigned: boolean, code: number])[] = [
    [{ rejudged: same }, false, 0],
    [{}, false, 0],
    [{ soon: 'x' }, false, 7],
    [{ soon: 'x', signed: false }, false, 3],
    [{ soon: 'x', problems }, false, 1],
    [{ unmet: [{ demand: 'no=loopback', message: 'x' }] }, false, 1],
    [{ problems }, false, 1],
    [{ problems, signed: false, rejudged: not }, true, 1],
    [{ signed: false, rejudged: same }, false, 3],
    [{ signed: false, rejudged: same }, true, 0],
    [{ signed: false, rejudged: not }, false, 3],
    [{ rejudged: not }, false, 5],
    [{ signed: false, rejudged: not }, true, 5],
    [{ rejudged: otherwise }, false, 6],
    [{ signed: false, rejudged: otherwise }, true, 6],
  ]
  for (const [found, unsigned, code] of rows)
    assert.equal(verifyCodeOf({ problems: [], unmet: [], signed: true, files: [], ...found }, unsigned), code)
})

test('--expires-within reports a certificate that ends soon: exit code 7', async () => {
  const authentic = ['verify', certificate, '--authentic', '--public-key', pem.public]
  const { stdout } = await exits(7, [...authentic, '--expires-within', '13w'])
  assert.match(stdout, /AUTHENTIC, ENDS SOON: /)
  assert.match(stdout, /expires soon: it ends [^,]+, within 91 days of /)
  await exits(0, [...authentic, '--expires-within', '2w'])
  await exits(2, ['verify', certificate, '--expires-within', 'soon'])
})

const others: readonly (readonly [version: string, gitCommit: string | undefined, said: string | undefined])[] = [
  ['9.9.9', undefined, 'That version can re-judge it: npx svc-conformance@9.9.9'],
  ['9.9.9', 'c'.repeat(40), 'That version can re-judge it: npx svc-conformance@9.9.9'],
  ['9.9.9-dev.1', 'c'.repeat(40), `A checkout of ${'c'.repeat(40)} can re-judge it: node cli/main.ts`],
  ['9.9.9-dev', undefined, undefined],
]
for (const [version, gitCommit, said] of others)
  test(`names the build ${version} of a certificate${said ? ' with the command to judge it again' : ''}`, async () => {
    const digest = { sha256: 'd'.repeat(64), ...compact({ gitCommit }) }
    const { stdout, other } = await madeByAnother({ version, digest })
    const build = `${version} (${gitCommit === undefined ? '' : `commit ${gitCommit}, `}code sha256:${digest.sha256})`
    const [here, its] = [`svc-conformance ${harnessVersion}`, `it was made by ${build}: it cannot read `]
    assert.ok(stdout.includes(`not re-judged by ${here}; ${its}`))
    assert.equal(/^ {2}(.*) verify .* --unsigned$/m.exec(stdout)?.[1], said)
    assert.ok(said === undefined || stdout.includes(`  ${said} verify ${other} --unsigned\n`))
  })

async function madeByAnother(build: Build): Promise<{ readonly stdout: string; readonly other: string }> {
  const statement = jsonAt<Statement>(unsigned)
  const harness = { ...statement.predicate.harness, ...build }
  const transcript = join(out, 'other.jsonl')
  const text = textAt(out, 'transcript.jsonl').replace('"format":', '"later":true,"format":')
  writeFileSync(transcript, text)
  const recorded = { name: 'other.jsonl', digest: { sha256: sha256(text) } }
  const predicate = { ...statement.predicate, harness, transcript: recorded }
  const other = join(out, 'other.json')
  writeFileSync(other, JSON.stringify({ ...statement, predicate }))
  const { stdout } = await exits(5, ['verify', other, '--unsigned'])
  assert.match(stdout, /^NOT AUTHENTICATED, NOT RE-JUDGED: /m)
  return { stdout, other }
}

const HERE = 'localhost localhost. mock.localhost 127.0.0.1 127.1 2130706433 0.0.0.0 [::1] [::] [::ffff:127.0.0.1]'
const ELSEWHERE = 'localhost.example 127.0.0.1.example [::ffff:10.0.0.1] gateway.example.com'
for (const hosts of [HERE, ELSEWHERE])
  for (const host of hosts.split(' '))
    test(`${host} is ${hosts === HERE ? 'this machine' : 'another machine'}`, () =>
      assert.equal(isOfThisMachine(`http://${host}:8080/base`), hosts === HERE))
