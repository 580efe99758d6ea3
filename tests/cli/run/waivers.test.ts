import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { mockTargetText, rolesIn } from '../../../cli/mock-target-file.ts'
import { parseWaivers, waiversFrom } from '../../../cli/target/waivers-file.ts'
import { demoConfig, startMock } from '../../../mock/index.ts'
import { targetFrom } from '../../../suites/harness/target/target-file.ts'
import { command, folder } from '../command.ts'
import { reportIn } from '../files.ts'

const roles = rolesIn(demoConfig) ?? assert.fail('the mock has no valid key')

/** Runs the profile smoke against a path of the mock, with one waiver. */
async function ran(path: string, requirement: string, expires: string) {
  await using mock = await startMock()
  const cwd = folder()
  const waiver = { requirement, reason: 'It is known', owner: 'team edge', expires }
  const text = `${mockTargetText(`${mock.url}${path}`, roles)}waivers: [${JSON.stringify(waiver)}]\n`
  writeFileSync(join(cwd, 'target.yaml'), text)
  const args = ['run', '--target', 'target.yaml', '--profile', 'smoke', '--certificate', 'certificate.json']
  const said = await command(args, { cwd })
  const report = existsSync(join(cwd, 'out/report.json')) ? reportIn(join(cwd, 'out')) : undefined
  return { ...said, report, certified: existsSync(join(cwd, 'certificate.json')) }
}

test('a waived failure stays nonconformant', async () => {
  const { code, stdout, report } = await ran('/faults/model-id-missing', 'model-id', '2999-01-31')
  assert.equal(code, 1, stdout)
  assert.equal(report?.conclusion, 'nonconformant')
  assert.match(stdout, /Waived \(verdicts unchanged\): model-id\./)
})

const STALE = /CONFORMANT: all \d+[^\n]*\nThe run fails because the waiver of model-id is stale/
const EXPIRED = /\nThe run fails because the waiver of auth-disabled expired on 2020-01-31/
for (const [title, requirement, expires, says] of [
  ['stale', 'model-id', '2999-01-31', STALE],
  ['expired', 'auth-disabled', '2020-01-31', EXPIRED],
] as const)
  test(`a conformant run with a waiver that is ${title} exits with 1, without a certificate`, async () => {
    const { code, stdout, report, certified } = await ran('', requirement, expires)
    assert.equal(code, 1, stdout)
    assert.equal(report?.conclusion, 'conformant')
    assert.match(stdout, says)
    assert.match(stdout, /No certificate was written: the run has waivers for/)
    assert.equal(certified, false)
  })

test('a waiver of an unknown requirement is a usage error: nothing is sent', async () => {
  const { code, stderr, report } = await ran('', 'model-idd', '2999-01-31')
  assert.equal(code, 2)
  assert.match(stderr, /waivers\[0\]\.requirement is not a requirement; did you mean model-id\?/)
  assert.equal(report, undefined)
})

/** A file of waivers next to the target file. */
const waiver = { requirement: 'auth-challenge' as const, reason: 'Known', owner: 'team edge', expires: '2027-01-31' }
const TEXT = `waivers:
  - requirement: auth-challenge
    reason: Known
    owner: team edge
    expires: 2027-01-31
`
const target = targetFrom({ base_url: 'http://127.0.0.1', keys: { valid: 'svc_a_b' } })

test('reads waivers in the format of a target file, and adds them to those of the target', () => {
  assert.deepEqual(parseWaivers(TEXT, 'waivers.yaml'), [waiver])
  assert.deepEqual(parseWaivers('waivers: []\n', 'waivers.yaml'), [])
  const path = join(folder(), 'waivers.yaml')
  writeFileSync(path, TEXT)
  const other = { ...waiver, requirement: 'model-id' as const }
  assert.deepEqual(waiversFrom(path)({ ...target, waivers: [other] }).waivers, [other, waiver])
  assert.equal(waiversFrom(undefined)(target), target)
  assert.throws(
    () => waiversFrom(path)({ ...target, waivers: [waiver] }),
    /auth-challenge is waived in the target file too; keep one of the two/,
  )
})

/** Mistakes: the text, and the error after the file name. */
const mistakes: Readonly<Record<string, readonly [text: string, says: string]>> = {
  'a list without its name': [
    '- a\n',
    "1:1: the file has no waivers; write them below 'waivers:', as in a target file",
  ],
  'a target file': [`base_url: http://a\n${TEXT}`, '1:1: base_url is unknown here; there is waivers'],
  'no owner': [TEXT.replace('    owner: team edge\n', ''), "2:5: waivers[0] lacks 'owner'; write owner: …"],
  'a requirement that does not exist': [
    TEXT.replace('auth-challenge', 'auth-chalenge'),
    '2:18: waivers[0].requirement is not a requirement; did you mean auth-challenge?',
  ],
  'an empty list of waivers': ['waivers:\n', '1:9: waivers must be a list, but it is empty'],
}
for (const [title, [text, says]] of Object.entries(mistakes))
  test(`${title} is rejected with its location`, () =>
    assert.throws(() => parseWaivers(text, 'waivers.yaml'), { name: 'UsageError', message: `waivers.yaml:${says}` }))

test('reports a missing file', () =>
  assert.throws(
    () => waiversFrom('/nowhere/waivers.yaml'),
    /the file of waivers cannot be read: there is no such file/,
  ))
