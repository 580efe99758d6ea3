/** Verify looks for the files of a certificate next to it, and ignores folders in their names. */
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
  test(`${JSON.stringify(name)} resolves to ${found} next to the certificate`, () =>
    assert.equal(nextTo(join('some', 'folder', 'certificate.json'), name), join('some', 'folder', found)))
