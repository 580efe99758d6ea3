/** The contract version that a target claims. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import { mockForFile } from '../../mock/asking.ts'
import { command, exits, folder, type Said } from '../command.ts'
import { jsonAt, targetFile } from '../files.ts'

const mock = await mockForFile()

async function run(lines: string, ...args: readonly string[]): Promise<Said & { readonly certificate: string }> {
  const out = folder()
  const target = targetFile(`base_url: ${mock.url}\nkeys: { valid: "\${KEY}" }\n${lines}\n`)
  const certificate = join(out, 'certificate.json')
  const files = ['--out', out, '--certificate', certificate]
  const env = { KEY: mock.demo.valid }
  const said = await command(['run', '--target', target, '--profile', 'smoke', ...files, ...args], { env })
  return { ...said, certificate }
}

test('the target file or --about claims a contract, the certificate declares it, and verify judges by it', async () => {
  for (const [lines, ...args] of [
    ['contract: "1.0"'],
    ['about: { contract: "1.0" }'],
    ['', '--about', 'contract=1.0'],
  ]) {
    const { code, stdout, stderr, certificate } = await run(lines ?? '', ...args)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /declared: contract 1\.0/)
    const { predicate } = jsonAt<AnyStatement>(certificate)
    assert.equal(predicate.target.declared?.about?.contract, '1.0')
    await exits(0, ['verify', certificate, '--unsigned'])
  }
})

test('exits with 2 if the claimed contract is unknown, malformed, given twice or not that of --set', async () => {
  for (const [lines, pattern, ...args] of [
    ['contract: "7.0"', /claims the contract 7\.0, and this version has sets of 1\.0/],
    ['contract: 1.0', /contract must be the first two numbers of a version, such as 1\.0; in a file, put it in quotes/],
    ['contract: "1.0"\nabout: { contract: "1.0" }', /about\.contract also occurs outside of about/],
    ['contract: "1.1"', /the set 1\.0\.0-1 is not of the contract 1\.1/, '--set', '1.0.0-1'],
  ] as const) {
    const { code, stderr } = await run(lines, ...args)
    assert.equal(code, 2, stderr)
    assert.match(stderr, pattern)
  }
})
