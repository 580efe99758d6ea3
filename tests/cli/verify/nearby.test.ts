/** Where a certificate's files are looked for: next to it, whatever folders their names claim. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { nextTo } from '../../../cli/certificate/file.ts'

for (const [name, found] of [
  ['report.json', 'report.json'],
  ['../../etc/passwd', 'passwd'],
  ['/etc/passwd', 'passwd'],
  ['C:\\runs\\report.json', 'report.json'],
  ['a/b\\..\\report.json', 'report.json'],
  ['..', '..'],
] as const)
  test(`${JSON.stringify(name)} is ${found} next to the certificate`, () =>
    assert.equal(nextTo(join('some', 'folder', 'certificate.json'), name), join('some', 'folder', found)))
