import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layeredFolders, unnamedIn, upwardIn } from './layers.ts'
import { paths, sourceFrom, sources } from './sources.ts'

for (const each of layeredFolders) {
  test(`the folders of ${each.parent} import downward: ${each.layers.map((folders) => folders.join(', ')).join(' > ')}`, () => {
    assert.deepEqual(upwardIn(each, sources), [])
  })

  test(`every folder of ${each.parent} has a layer`, () => assert.deepEqual(unnamedIn(each, paths), []))
}

const made = { parent: 'mock/', layers: [['server'], ['scripts', 'journal'], ['core']] }
const offenders: readonly (readonly [what: string, path: string, text: string, found: string[]])[] = [
  [
    'an import from the layer above',
    'mock/core/a.ts',
    "import { b } from '../server/b.ts'",
    ['mock/core/a.ts → mock/server/b.ts'],
  ],
  [
    'types from the layer above',
    'mock/core/x/a.ts',
    "import type { B } from '../../server/b.ts'",
    ['mock/core/x/a.ts → mock/server/b.ts'],
  ],
  [
    'an import from a folder of the same layer',
    'mock/scripts/a.ts',
    "import { b } from '../journal/b.ts'",
    ['mock/scripts/a.ts → mock/journal/b.ts'],
  ],
  [
    'an import of the entry point from below',
    'mock/server/a.ts',
    "import { b } from '../index.ts'",
    ['mock/server/a.ts → mock/index.ts'],
  ],
  ['an import from a lower layer', 'mock/server/a.ts', "import { b } from '../core/b.ts'", []],
  ['an import from the same folder', 'mock/core/x/a.ts', "import { b } from '../b.ts'", []],
  ['an import by the entry point', 'mock/index.ts', "import { b } from './server/b.ts'", []],
  ['an import by another top-level folder', 'suites/a.ts', "import { b } from '../mock/server/b.ts'", []],
]
for (const [what, path, text, found] of offenders) {
  test(`${what} is ${found.length > 0 ? 'found' : 'allowed'}`, () =>
    assert.deepEqual(upwardIn(made, [sourceFrom(path, text)]), found))
}

test('finds a folder without a layer', () => {
  assert.deepEqual(unnamedIn(made, ['mock/index.ts', 'mock/core/a.ts', 'mock/misc/b.ts', 'cli/x/y.ts']), ['misc'])
})
