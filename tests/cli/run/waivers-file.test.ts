import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseWaivers, waiversFrom } from '../../../cli/target/waivers-file.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { targetFrom } from '../../../suites/harness/target/target-file.ts'
import { folder } from '../command.ts'

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

const mistakes: Readonly<Record<string, readonly [text: string, says: string]>> = {
  'a list without its name': [
    '- a\n',
    "waivers.yaml:1:1: the file has no waivers; write them below 'waivers:', as in a target file",
  ],
  'a target file': [`base_url: http://a\n${TEXT}`, 'waivers.yaml:1:1: base_url is unknown here; there is waivers'],
  'no owner': [
    TEXT.replace('    owner: team edge\n', ''),
    "waivers.yaml:2:5: waivers[0] lacks 'owner'; write owner: …",
  ],
  'a requirement that does not exist': [
    TEXT.replace('auth-challenge', 'auth-chalenge'),
    'waivers.yaml:2:18: waivers[0].requirement is not a requirement; did you mean auth-challenge?',
  ],
  'an empty list of waivers': ['waivers:\n', 'waivers.yaml:1:9: waivers must be a list, but it is empty'],
}
for (const [title, [text, says]] of Object.entries(mistakes))
  test(`${title} is rejected with its location`, () =>
    assert.throws(
      () => parseWaivers(text, 'waivers.yaml'),
      (error: Error) => error instanceof UsageError && error.message === says,
    ))

test('reports a missing file', () =>
  assert.throws(
    () => waiversFrom('/nowhere/waivers.yaml'),
    /the file of waivers cannot be read: there is no such file/,
  ))
