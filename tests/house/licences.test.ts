/** Tests that the licences of all installed packages require only attribution. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const PERMISSIVE = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT Python-2.0 Unlicense'.split(' '),
)

interface Locked {
  readonly dev?: boolean
  readonly license?: string
}

const root = new URL('../../', import.meta.url)
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8'))

/** Whether an SPDX expression allows a permissive choice. */
function isPermissive(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, '')
  // With both AND and OR, the strict reading applies: each licence has to be permissive.
  const [separator, method] = / AND | WITH /.test(bare)
    ? [/ AND | OR | WITH /, 'every' as const]
    : [' OR ', 'some' as const]
  return bare.split(separator)[method]((name) => PERMISSIVE.has(name))
}

/** The licence of a package, from the lock file or from the package itself. */
function licenceOf(path: string, { license }: Locked): string {
  return license ?? String((read(`${path}/package.json`) as { license?: unknown }).license)
}

test('every package that is installed with this one has a permissive licence', () => {
  const { packages } = read('package-lock.json') as { readonly packages: Readonly<Record<string, Locked>> }
  const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)
  assert.ok(shipped.length >= Object.keys((read('package.json') as { dependencies: object }).dependencies).length)
  const others = shipped.map(([path, locked]) => `${path} ${licenceOf(path, locked)}`)
  assert.deepEqual(
    others.filter((line) => !isPermissive(line.slice(line.indexOf(' ') + 1))),
    [],
  )
})

for (const [expression, is] of [
  ['MIT', true],
  ['(AFL-2.1 OR BSD-3-Clause)', true],
  ['(MIT AND CC0-1.0)', true],
  ['MIT AND GPL-3.0-only', false],
  ['GPL-3.0-only', false],
  ['GPL-2.0-only WITH Classpath-exception-2.0', false],
  ['MPL-2.0', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['UNLICENSED', false],
  ['undefined', false],
] as const) {
  test(`${expression} ${is ? 'is' : 'is not'} permissive`, () => assert.equal(isPermissive(expression), is))
}
