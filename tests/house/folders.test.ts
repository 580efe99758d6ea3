/** Limits the entries of folders, because a reader can grasp about twelve at once. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { paths } from './sources.ts'

interface Limit {
  /** A path prefix of folders; the first matching limit applies. */
  readonly of: string
  /** Files and folders together. */
  readonly most: number
}

const limits: readonly Limit[] = [
  // One folder for each command.
  { of: 'cli/commands/', most: 20 },
  { of: 'tests/cli/', most: 24 },
  // One file for each format.
  { of: 'schemas/formats/', most: 20 },
  ...['mock/', 'suites/', 'reporters/', 'cli/', 'schemas/'].map((of) => ({ of, most: 16 })),
  { of: '', most: 20 },
]

/** Folders with more entries than they may have. */
function fullIn(paths: readonly string[], limits: readonly Limit[]): string[] {
  const entries = new Map<string, Set<string>>()
  for (const path of paths) {
    const names = path.split('/')
    for (let depth = 1; depth < names.length; depth++) {
      const folder = `${names.slice(0, depth).join('/')}/`
      entries.set(folder, (entries.get(folder) ?? new Set()).add(names[depth] ?? ''))
    }
  }
  return [...entries].flatMap(([folder, { size }]) => {
    const most = limits.find(({ of }) => folder.startsWith(of))?.most ?? 0
    return size > most ? [`${folder} ${size}, at most ${most}`] : []
  })
}

test('no folder has more entries than its limit', () => assert.deepEqual(fullIn(paths, limits), []))

test('counts both files and folders, separately for each folder', () => {
  const full = ['a/1.ts', 'a/2.ts', 'a/b/1.ts', 'a/b/2.ts', 'c/1.ts', 'c/2.ts', 'c/d/1.ts']
  const found = fullIn(full, [
    { of: 'a/', most: 2 },
    { of: '', most: 3 },
  ])
  assert.deepEqual(found, ['a/ 3, at most 2'])
})

/** The entries of the root, which readers see first. The list reveals files that a tool created there by mistake. */
const ROOT = [
  ...['.ci', '.dockerignore', '.editorconfig', '.gitattributes', '.github', '.gitignore', '.vscode', 'CHANGELOG.md'],
  ...[
    'CONTRIBUTING.md',
    'Dockerfile',
    'LICENSE',
    'README.md',
    'bench',
    'biome.json',
    'cli',
    'docs',
    'examples',
    'mock',
  ],
  ...['package-lock.json', 'package.json', 'packaging', 'playwright.config.ts', 'python', 'reporters', 'schemas'],
  ...['suites', 'tests', 'tsconfig.json'],
]

test('the root has exactly these entries, fewer than 29, in addition to files that git ignores', () => {
  const root = new URL('../../', import.meta.url)
  const ignored = readFileSync(new URL('.gitignore', root), 'utf8').split('\n')
  const entries = readdirSync(root).filter((name) => name !== '.git' && !ignored.includes(`${name}/`))
  assert.deepEqual(entries.toSorted(), ROOT)
  assert.ok(ROOT.length < 29)
})

const CATCH_ALL = /(?:^|\/)(?:utils?|helpers?|common|misc|shared|lib)(?:\/|\.[cm]?[jt]s$)/

/** Paths with names so vague that they attract any code. */
const catchAllsIn = (paths: readonly string[]): string[] => paths.filter((path) => CATCH_ALL.test(path))

test('no file or folder has a catch-all name', () => assert.deepEqual(catchAllsIn(paths), []))

test('finds catch-all names', () => {
  const offenders = ['cli/utils.ts', 'mock/helpers/a.ts', 'suites/common.mjs', 'tests/lib/x.yaml']
  assert.deepEqual(catchAllsIn([...offenders, 'cli/files.ts', 'mock/server/library.ts']), offenders)
})
