import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { mockTargetText, rolesIn } from '../../../cli/mock-target-file.ts'
import { demoConfig, startMock } from '../../../mock/index.ts'
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
    assert.match(stdout, /No certificate was written: the target file waives/)
    assert.equal(certified, false)
  })

test('a waiver of an unknown requirement is a usage error: nothing is sent', async () => {
  const { code, stderr, report } = await ran('', 'model-idd', '2999-01-31')
  assert.equal(code, 2)
  assert.match(stderr, /waivers\[0\]\.requirement is not a requirement; did you mean model-id\?/)
  assert.equal(report, undefined)
})
