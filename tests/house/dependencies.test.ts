/** Tests the version ranges in package.json, so that an install gets tested versions and nothing from elsewhere. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

type Ranges = Readonly<Record<string, string>>

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))
const manifest = read('package.json') as {
  readonly dependencies: Ranges
  readonly devDependencies: Ranges
  readonly peerDependencies: Ranges
  readonly overrides: Ranges
  readonly allowScripts: Readonly<Record<string, boolean>>
}
const { packages } = read('package-lock.json') as {
  readonly packages: Readonly<Record<string, { readonly name?: string; readonly hasInstallScript?: boolean }>>
}

/** A range within a major version. */
const CARET = /^\^\d+\.\d+\.\d+$/
const EXACT = /^\d+\.\d+\.\d+$/

/** The runner uses internals of Playwright that may change in any version. */
const EXACTLY = ['@playwright/test']

/** Why we override the versions of indirect dependencies. */
const OVERRIDDEN: Readonly<Record<string, string>> = {
  'oxc-parser': 'its binaries are their own packages, and the lock file has checksums of every platform for this one',
  'unrs-resolver': 'its binaries are their own packages, and the lock file has those of every platform for this one',
}

const strays = (ranges: Ranges, form: RegExp): string[] =>
  Object.entries(ranges).flatMap(([name, range]) => (form.test(range) ? [] : [`${name} ${range}`]))

test('dependencies have caret ranges, except an exact version of Playwright', () => {
  const { dependencies } = manifest
  const [exact, ranged] = [true, false].map((is) =>
    Object.fromEntries(Object.entries(dependencies).filter(([name]) => EXACTLY.includes(name) === is)),
  ) as [Ranges, Ranges]
  assert.deepEqual(Object.keys(exact), EXACTLY)
  assert.deepEqual([...strays(exact, EXACT), ...strays(ranged, CARET)], [])
})

test('no dependency comes from a repository, an address, a folder or a tag', () => {
  const alias = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\^\d+\.\d+\.\d+$/
  assert.deepEqual(strays(manifest.devDependencies, alias), [])
  assert.deepEqual(strays(manifest.peerDependencies, /^\^\d+\.\d+\.\d+(?: \|\| \^\d+\.\d+\.\d+)*$/), [])
})

for (const range of [
  '*',
  'latest',
  '>=1.0.0',
  'git+ssh://git@host.test/a/b.git',
  'user/repo',
  'https://host.test/a.tgz',
  'file:../a',
  '~1.2.3',
  '1.x',
])
  test(`${range} is not a caret range`, () => assert.deepEqual(strays({ a: range }, CARET), [`a ${range}`]))

test('each override is an exact version with a reason here', () => {
  assert.deepEqual(Object.keys(manifest.overrides), Object.keys(OVERRIDDEN))
  assert.deepEqual(strays(manifest.overrides, EXACT), [])
})

test('allowScripts decides on each package with an install script', () => {
  const wanting = Object.entries(packages).flatMap(([path, { name, hasInstallScript }]) =>
    hasInstallScript ? [name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)] : [],
  )
  assert.deepEqual(
    [...new Set(wanting)].filter((name) => manifest.allowScripts[name] === undefined),
    [],
  )
})
