/** A folder is read as a whole: about twelve entries are seen at once. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { paths } from './sources.ts'

interface Limit {
  /** Folders by the beginning of their path; the first limit that fits holds. */
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

test('no folder has more entries than a reader sees', () => assert.deepEqual(fullIn(paths, limits), []))

test('files and folders count alike, each folder for itself', () => {
  const full = ['a/1.ts', 'a/2.ts', 'a/b/1.ts', 'a/b/2.ts', 'c/1.ts', 'c/2.ts', 'c/d/1.ts']
  const found = fullIn(full, [
    { of: 'a/', most: 2 },
    { of: '', most: 3 },
  ])
  assert.deepEqual(found, ['a/ 3, at most 2'])
})

/** The entries of the root. A reader sees them first, and what a tool leaves there by mistake is found. */
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

test('the root holds what is listed here, fewer than 29 entries, besides what git ignores', () => {
  const root = new URL('../../', import.meta.url)
  const ignored = readFileSync(new URL('.gitignore', root), 'utf8').split('\n')
  const entries = readdirSync(root).filter((name) => name !== '.git' && !ignored.includes(`${name}/`))
  assert.deepEqual(entries.toSorted(), ROOT)
  assert.ok(ROOT.length < 29)
})

const CATCH_ALL = /(?:^|\/)(?:utils?|helpers?|common|misc|shared|lib)(?:\/|\.[cm]?[jt]s$)/

/** Paths that name nothing, so that everything lands there. */
const catchAllsIn = (paths: readonly string[]): string[] => paths.filter((path) => CATCH_ALL.test(path))

test('no file is a place where everything lands', () => assert.deepEqual(catchAllsIn(paths), []))

test('a place where everything lands is found by its name', () => {
  const offenders = ['cli/utils.ts', 'mock/helpers/a.ts', 'suites/common.mjs', 'tests/lib/x.yaml']
  assert.deepEqual(catchAllsIn([...offenders, 'cli/files.ts', 'mock/server/library.ts']), offenders)
})
