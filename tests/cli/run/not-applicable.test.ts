import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Statement } from '../../../reporters/certificate/certificate.ts'
import { formatFiles, formatNames } from '../../../reporters/formats/format-names.ts'
import { faultBySchema } from '../../../suites/harness/catalogue/published-schema.ts'
import type { Absences } from '../../../suites/harness/target/declared/not-applicable.ts'
import { formatRows } from '../../reporters/wording/format-rows.ts'
import { absences, KEY, startOneProject } from '../../suites/one-project.ts'
import { command, exits, folder, refuses, withKey } from '../command.ts'
import { jsonAt, reportIn, textAt } from '../files.ts'

const mock = await startOneProject()
test.after(() => mock.close())

const INTERNAL = '  internal: { headers: { x-test-fault: internal } }\n'
const BOTH = `provoke:\n  unavailable: { model: svc/unavailable }\n${INTERNAL}`
const env = { KEY }

/** A target file for the mock. */
function fileIn(out: string, declared: Absences, { provoke = BOTH, keys = '{ valid: "${KEY}" }' } = {}): string {
  const path = join(out, 'target.yaml')
  const lines = Object.entries(declared).map(([id, reason]) => `  ${id}: ${JSON.stringify(reason)}\n`)
  const part = lines.length > 0 ? `not_applicable:\n${lines.join('')}` : ''
  writeFileSync(path, `base_url: ${mock.url}\nkeys: ${keys}\n${provoke}${part}`)
  return path
}

test('certifies full with declared absences, and every format says what was not shown', async () => {
  const out = folder()
  const certificate = join(out, 'certificate.json')
  const target = fileIn(out, absences)
  const reporters = formatNames.filter((name) => name !== 'json')
  const files = ['--certificate', certificate, '--out', out, '--reporter', reporters.join(',')]
  const ran = await exits(0, ['run', '--target', target, '--profile', 'full', ...files], { env })
  assert.doesNotMatch(ran.stderr, /expect the conclusion/)
  assert.match(ran.stdout, /\n {2}2\.2 Model list +4 pass · 1 observed · 1 not applicable\n/)
  assert.match(ran.stdout, /\nCONFORMANT: all \d+ applicable requirements of profile full hold\.\n/)
  assert.match(
    ran.stdout,
    /\nNot shown, because it is declared absent: second-project \(4 requirements\), disabled \(2/,
  )
  assert.match(ran.stdout, /\nDeclared absent\n {2}second-project: This deployment has one project\. \(not shown: /)
  const report = reportIn(out)
  assert.equal(faultBySchema('report', report), undefined)
  assert.deepEqual(report.target.not_applicable, absences)
  for (const name of formatNames) {
    const text = textAt(out, formatFiles[name])
    for (const pattern of formatRows[name].notApplicable) assert.match(text, pattern, name)
  }
  const statement = jsonAt<Statement>(certificate)
  assert.equal(faultBySchema('certificate', statement), undefined)
  const shown = report.not_applicable?.map(({ id, reason, requirements }) => ({ id, reason, requirements }))
  assert.deepEqual(statement.predicate.not_applicable, shown)
  assert.equal(statement.predicate.verdicts['model-not-authorized'], 'not-applicable')
  await assertNothingIsHidden(certificate, statement)
  const verified = await exits(0, ['verify', certificate, '--unsigned'])
  assert.match(
    verified.stdout,
    /not shown, declared absent: second-project \(This deployment has one project\.\): model-/,
  )
})

/** Asserts that verify rejects a certificate without a declared absence, or with another reason. */
async function assertNothingIsHidden(certificate: string, statement: Statement): Promise<void> {
  const { not_applicable: absent = [], ...rest } = statement.predicate
  const [first, ...others] = absent
  const forged = [rest, { ...rest, not_applicable: [{ ...first, reason: 'It is not needed.' }, ...others] }]
  for (const predicate of forged) {
    const path = certificate.replace('certificate.json', 'forged.json')
    writeFileSync(path, JSON.stringify({ ...statement, predicate }))
    const { stdout } = await exits(1, ['verify', path, '--unsigned'])
    assert.match(stdout, /changed certificate: not_applicable (?:does not name |is not that of the recorded run)/)
  }
}

test('a declared absence that a response contradicts exits with 3 and the reason, without a certificate', async () => {
  const out = folder()
  const certificate = join(out, 'certificate.json')
  // The run requests every listed model, and one of them is unavailable.
  const declared = { ...absences, unavailable: 'Our backends never fail.' }
  const target = fileIn(out, declared, { provoke: `provoke:\n${INTERNAL}` })
  const files = ['--certificate', certificate, '--out', out]
  const ran = await exits(3, ['run', '--target', target, '--profile', 'full', ...files], { env })
  assert.match(
    ran.stdout,
    /\nunavailable is declared absent, but a response shows it: 503 to POST \/v1\/chat\/completions/,
  )
  assert.match(ran.stdout, /That declaration has no effect: remove it\./)
  assert.throws(() => readFileSync(certificate))
})

test('says at the start what the target file lacks, so that the run will be incomplete', async () => {
  const args = ['run', '--base-url', mock.url, '--profile', 'full', '--requirement', 'unavailable-503']
  const { stderr } = await exits(3, [...args, '--out', folder()], withKey(KEY))
  assert.match(stderr, /^Without provoke\.unavailable, expect the conclusion incomplete\. Name them in a target file/)
})

test('exits with 2 before the run if the target file has the key of a project that it declares absent', async () => {
  const target = fileIn(folder(), absences, { keys: '{ valid: "${KEY}", second: svc_second_not-a-real-secret-8 }' })
  const says =
    /target\.yaml:7:\d+: not_applicable\.second-project is declared absent, and keys\.second in the same file/
  await refuses(['run', '--target', target, '--profile', 'full'], says, { env })
})

test('plan lists the requirements that will not be shown', async () => {
  const declared = { ...absences, unavailable: 'Our backends never fail.' }
  const target = fileIn(folder(), declared, { provoke: `provoke:\n${INTERNAL}` })
  const { stdout } = await command(['plan', '--profile', 'full', '--target', target], { env })
  assert.match(stdout, /\n {2}\d+ checks: the target file declares second-project absent\n/)
  assert.match(
    stdout,
    /\nDeclared absent, so not shown and not passed:\n {2}second-project \(This deployment has one project\.\): model-not-/,
  )
  assert.match(stdout, /\n {2}unavailable \(Our backends never fail\.\): unavailable-503, failures-apart\n/)
  assert.doesNotMatch(stdout, /requirements of level must get no verdict/)
})

test('doctor notes the declared absences', async () => {
  const { stdout } = await exits(0, ['doctor', '--target', fileIn(folder(), absences)], { env })
  assert.match(stdout, /note +declared +second-project, disabled, limited are declared absent: full does not show them/)
})
