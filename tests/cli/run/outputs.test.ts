import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { privateKeyFrom, publicKeyFrom } from '../../../cli/certificate/signing-key.ts'
import { reportCommand } from '../../../cli/commands/report/command.ts'
import { verifyCommand } from '../../../cli/commands/verify/command.ts'
import { Outputs } from '../../../cli/ending/outputs.ts'
import { writeNamed } from '../../../cli/files.ts'
import { readReport } from '../../../cli/report-file.ts'
import type { Statement } from '../../../reporters/certificate/certificate.ts'
import type { Envelope } from '../../../reporters/certificate/dsse.ts'
import { badgeNames, formatFiles, formatNames } from '../../../reporters/formats/format-names.ts'
import { formats } from '../../../reporters/formats/formats.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { command, commandAsProcess, exits, folder } from '../command.ts'
import { publicPem, reportIn, signingKeys, textAt, written } from '../files.ts'

const out = folder()
const certificate = join(out, 'certificate.json')
const pem = signingKeys(out)
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const rsa = written(join(out, 'rsa.pem'), publicPem(publicKey))
const signing = ['--certificate', certificate, '--sign-key', pem.private, '--valid-for', '30']
const ran = await command(['run', '--profile', 'core', '--out', out, '--reporter', formatNames.join(','), ...signing])
const read = (name: string): string => textAt(out, name)
const report = reportIn(out)

test('a run writes the requested files next to the report, and prints their paths', () => {
  assert.equal(ran.code, 0, ran.stderr)
  const { payload } = JSON.parse(read('certificate.json')) as Envelope
  const { expires } = (JSON.parse(Buffer.from(payload, 'base64').toString()) as Statement).predicate
  for (const name of formatNames) assert.equal(read(formatFiles[name]), formats[name](report, expires), name)
  assert.match(
    ran.stdout,
    /The report is .*report\.json\n[\s\S]*The junit file is [\s\S]*The transcript is [\s\S]*The certificate is /,
  )
  assert.doesNotMatch(ran.stdout + ran.stderr, /PRIVATE|not-a-real-secret/)
  for (const name of [...Object.values(formatFiles), 'transcript.jsonl', 'certificate.json'])
    assert.ok(!read(name).includes('not-a-real-secret'), name)
})

test('names the transcript for verify if the certificate is in another folder', async () => {
  const own = join(out, 'elsewhere')
  mkdirSync(own)
  const args = ['run', '--profile', 'smoke', '--out', own, '--certificate', join(out, 'other.json')]
  assert.match((await command(args)).stdout, /The certificate is .*; verify it with --transcript .*transcript\.jsonl\n/)
})

test('verify finds its files next to the certificate, and does not need the target', async () => {
  const said = await command(['verify', certificate, '--public-key', pem.public])
  assert.deepEqual([said.code, said.stderr], [0, ''], said.stdout)
  assert.match(said.stdout, /^OF A LOOPBACK ADDRESS: [^\n]*\nVALID: http:[^\n]* profile core, set 1\.0\.0-1, until /)
  assert.match(
    said.stdout,
    /its signature is that of the given key\. .*report\.json and .*transcript\.jsonl: the certified bytes\.\n/,
  )
})

test('verify reports an expired certificate: exit code 1', async () => {
  const at = new Date(Date.parse(report.finished) + 31 * 24 * 60 * 60_000).toISOString()
  const { stdout } = await exits(1, ['verify', certificate, '--at', at])
  assert.match(stdout, /^INVALID: [^\n]*\n {2}expired: /)
})

test('verify accepts files of another folder, and reports a changed one: exit code 1', async () => {
  const place = folder()
  const copy = written(join(place, 'transcript.jsonl'), read('transcript.jsonl'))
  const other = read('report.json').replace('"verdict": "observed"', '"verdict": "fail"')
  const changed = written(join(place, 'report.json'), other)
  const given = ['verify', certificate, '--unsigned', '--transcript', copy, '--report']
  await exits(0, [...given, join(out, 'report.json')])
  const { stdout } = await exits(1, [...given, changed])
  assert.match(stdout, /^INVALID: [^\n]*\n {2}changed report: [^\n]*\n$/)
})

// The page and the badges show the certificate of the run, which a report does not contain.
for (const name of formatNames.filter((name) => name !== 'html' && !badgeNames.includes(name)))
  test(`report writes the same ${name} as the run`, () => {
    const path = join(folder(), formatFiles[name])
    assert.equal(reportCommand(join(out, 'report.json'), { format: name, out: path }), 0)
    assert.equal(textAt(path), read(formatFiles[name]))
  })

test('a page without the expiry of a certificate does not claim that there is none', () => {
  assert.doesNotMatch(formats.html(report), /No certificate was written/)
  assert.match(formats.html(report), /This page says what held on that date/)
})

test('report writes to stdout or to a file', async () => {
  const path = join(folder(), 'junit.xml')
  const args = ['report', join(out, 'report.json'), '--format', 'junit']
  const [printed, saved] = await Promise.all([commandAsProcess(args), command([...args, '--out', path])])
  assert.deepEqual([printed.code, printed.stdout], [0, read('junit.xml')])
  assert.deepEqual([saved.code, saved.stdout], [0, ''])
  assert.equal(textAt(path), read('junit.xml'))
})

test('a report whose conclusion was edited, or with two verdicts of a requirement, is a usage error', async () => {
  const twice = [...report.requirements, ...report.requirements.slice(0, 1)]
  for (const edit of [{ conclusion: 'nonconformant' }, { requirements: twice }]) {
    const path = written(join(folder(), 'edited.json'), JSON.stringify({ ...report, ...edit }))
    const { stderr } = await exits(2, ['report', path, '--format', 'junit'])
    assert.match(stderr, /its verdicts contradict its conclusion or each other/)
  }
})

test('diff compares two reports: exit code 1 with a regression', async () => {
  const worse = report.requirements.map((each) => (each.id === 'models-list' ? { ...each, verdict: 'fail' } : each))
  const files = { ...report, conclusion: 'nonconformant', requirements: worse }
  const path = written(join(folder(), 'worse.json'), JSON.stringify(files))
  const [same, bad, markdown, json] = await Promise.all([
    command(['diff', join(out, 'report.json'), join(out, 'report.json')]),
    command(['diff', join(out, 'report.json'), path]),
    command(['diff', join(out, 'report.json'), path, '--format', 'markdown', '--slower', '1.5']),
    command(['diff', join(out, 'report.json'), path, '--format', 'json', '--out', join(out, 'diff.json')]),
  ])
  assert.deepEqual([same.code, bad.code, markdown.code, json.code], [0, 1, 1, 1])
  assert.match(bad.stdout, /Regressions \(1\)\n {2}models-list [\s\S]*Conclusion: conformant → nonconformant/)
  assert.match(markdown.stdout, /^## Inference Gateway API: conformant → nonconformant\n[\s\S]*### Regressions \(1\)/)
  assert.equal((JSON.parse(read('diff.json')) as { regressions: unknown[] }).regressions.length, 1)
})

test('a partial run gets no certificate, says why, and exits with 5', async () => {
  const path = join(folder(), 'certificate.json')
  const { stdout } = await exits(5, ['run', '--requirement', 'models-list', '--certificate', path])
  assert.match(stdout, /No certificate was written: the run was limited to some suites or requirements/)
  assert.equal(existsSync(path), false)
})

test('writes a transcript without a certificate to its path', async () => {
  const path = join(folder(), 'exchanges.jsonl')
  await command(['run', '--requirement', 'models-list', '--transcript', path])
  assert.match(textAt(path), /^\{"format":"svc-conformance-transcript\/1"/)
})

const here = { out: folder() }
const mistakes: Readonly<Record<string, readonly [act: () => unknown, says: RegExp]>> = {
  'a signing key without a certificate': [
    () => new Outputs({ ...here, signKey: pem.private }),
    /^--sign-key needs --certificate or --test-result/,
  ],
  'a validity without a certificate': [() => new Outputs({ ...here, validFor: 3 }), /^--valid-for needs --certificate/],
  'a folder that is missing': [
    () => new Outputs({ ...here, certificate: 'no/such/c.json' }),
    /cannot write there; create the folder/,
  ],
  'a transcript for a folder that is missing': [
    () => new Outputs({ ...here, transcript: 'no/such/t.jsonl' }),
    /^--transcript no.such.t\.jsonl: cannot write there/,
  ],
  'a certificate with the name of the report': [
    () => new Outputs({ ...here, certificate: join(here.out, '.', 'report.json') }),
    /^two outputs would be .*report\.json; name another file for one of them/,
  ],
  'a certificate with the name of the list of files': [
    () => new Outputs({ ...here, certificate: join(here.out, '.svc-conformance.json') }),
    /^two outputs would be .*\.svc-conformance\.json/,
  ],
  'an invalid key': [() => privateKeyFrom(certificate), /not a private key in PEM.*openssl genpkey/],
  'a public key to sign with': [() => privateKeyFrom(pem.public), /not a private key in PEM/],
  'a private key instead of its public half': [() => publicKeyFrom(pem.private), /keep it secret/],
  'two keys in one file': [
    () => publicKeyFrom(written(join(folder(), 'two.pem'), textAt(pem.public).repeat(2))),
    /it has several keys.*keys=FOLDER/,
  ],
  'a key of another kind': [() => publicKeyFrom(rsa), /the key is rsa, not ed25519/],
  'a missing certificate': [
    () => verifyCommand('nowhere.json', {}),
    /the certificate cannot be read: there is no such file/,
  ],
  'a report instead of a certificate': [
    () => verifyCommand(join(out, 'report.json'), {}),
    /is a report; name the certificate that run --certificate wrote/,
  ],
  'a missing report': [() => readReport('nowhere.json'), /the report cannot be read: there is no such file/],
  'a folder instead of a report': [() => readReport(out), /the report cannot be read: it is a folder/],
  'a report that is not JSON': [() => readReport(pem.public), /this is not JSON/],
  'an invalid report': [() => readReport(certificate), /this version cannot read this report/],
  'a file in a missing folder': [() => writeNamed('no/such/file', ''), /cannot be written: its folder does not exist/],
}
for (const [title, [act, says]] of Object.entries(mistakes))
  test(`${title} is a usage error with its fix`, async () =>
    await assert.rejects(
      async () => void (await act()),
      (error) => error instanceof UsageError && says.test(error.message) && !error.message.includes('PRIVATE KEY-'),
    ))

const wrong: readonly (readonly [title: string, args: readonly string[], says: RegExp])[] = [
  ['an unknown format', ['run', '--reporter', 'junit,pdf'], /There is no 'pdf'; there are json, /],
  ['an invalid time', ['verify', certificate, '--at', 'noon'], /It must be a time such as/],
  ['a report without a format', ['report', 'a'], /required option '--format <name>' not specified/],
  ['a comparison without a second report', ['diff', 'a'], /missing required argument 'new'/],
  ['a factor of 1 for --slower', ['diff', 'a', 'b', '--slower', '1'], /It must be a number above 1/],
  ['a report over itself', ['report', 'a', '--format', 'junit', '--out', './a'], /reads a, so it does not write it/],
  ['a comparison over a report', ['diff', 'a', 'b', '--out', 'b'], /reads b, so it does not write it/],
  ['a verdict over its traffic', ['judge', 'a', '--record', 'a'], /reads a, so it does not write it/],
  ['a missing report', ['diff', 'a', 'b'], /a: the report cannot be read: there is no such file/],
]
for (const [title, args, says] of wrong)
  test(`${title}: exit code 2`, async () => {
    const { stderr } = await exits(2, args)
    assert.match(stderr, says)
    assert.doesNotMatch(stderr, /\n {4}at /)
  })

test('verify without a transcript says what to name', async () => {
  const path = written(join(folder(), 'certificate.json'), read('certificate.json'))
  await assert.rejects(verifyCommand(path, {}), /no transcript next to the certificate; name it with --transcript/)
})
