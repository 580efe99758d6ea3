import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { circlesIn, reachableFrom } from './graph.ts'
import { type Rule, rules, straysIn } from './rules.ts'
import { importsOf, type Source, sourceFrom, sources } from './sources.ts'

const exists = (path: string): boolean => existsSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)))

/** Imports of project files that do not exist. */
function astrayIn(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, imports }) =>
    imports.filter(({ to, ours }) => ours && !exists(to)).map(({ to }) => `${path} → ${to}`),
  )
}

test('every import of a project file resolves', () => assert.deepEqual(astrayIn(sources), []))

test('finds an import that does not resolve', () => {
  const offender = sourceFrom('mock/x.ts', "import { y } from './no-such-file.ts'")
  assert.deepEqual(astrayIn([offender, sourceFrom('mock/y.ts', "import { y } from './index.ts'")]), [
    'mock/x.ts → mock/no-such-file.ts',
  ])
})

for (const rule of rules) {
  test(`files of ${rule.of} import from ${rule.values.join(', ') || 'anywhere'}${rule.types ? `, and types from ${rule.types.join(', ')}` : ''}`, () => {
    assert.deepEqual(straysIn(sources, rule), [])
  })
}

/** For each rule, an import that it forbids. */
const offenders: Readonly<Record<string, readonly [path: string, text: string]>> = {
  'schemas/': ['schemas/x.ts', "import type { Y } from '../suites/index.ts'"],
  'mock/': ['mock/x.ts', "import { y } from '../schemas/index.ts'"],
  'suites/': ['suites/x.ts', "import { y } from '../schemas/index.ts'"],
  'suites/harness/': ['suites/harness/x.ts', "import { y } from '../index.ts'"],
  'reporters/': ['reporters/x.ts', "import { y } from '../suites/harness/index.ts'"],
  'reporters/playwright.ts': ['reporters/playwright.ts', "import { y } from '../suites/harness/index.ts'"],
  'cli/': ['cli/x.ts', "import { y } from '../mock/core/config.ts'"],
  'bench/': ['bench/x.ts', "import { y } from '../mock/core/config.ts'"],
  'packaging/': ['packaging/x.ts', "import { y } from '../mock/index.ts'"],
  'packaging/single-file/': ['packaging/single-file/x.ts', "import { y } from '../../cli/main.ts'"],
  'playwright.config.ts': ['playwright.config.ts', "import { y } from './mock/index.ts'"],
  'examples/': ['examples/x.ts', "import { y } from '../mock/index.ts'"],
}

test('each rule finds an import that it forbids; only tests may import anything', () => {
  const found = rules.filter((rule) => {
    const [path, text] = offenders[rule.of] ?? ['tests/x.ts', "import { y } from '../mock/core/config.ts'"]
    return straysIn([sourceFrom(path, text)], rule).length > 0
  })
  assert.deepEqual(
    found.map(({ of }) => of),
    Object.keys(offenders),
  )
})

test('a rule that allows types does not allow values', () => {
  const rule: Rule = { of: 'mock/', values: ['mock/'], types: ['schemas/'] }
  const text = ["import type { A } from '../schemas/a.ts'", "import { b } from '../schemas/b.ts'"].join('\n')
  assert.deepEqual(straysIn([sourceFrom('mock/core.ts', text)], rule), ['mock/core.ts → schemas/b.ts'])
})

/** Imports of tests by other files. */
function fromTestsIn(sources: readonly Source[]): string[] {
  return sources
    .filter(({ path }) => !path.startsWith('tests/'))
    .flatMap(({ path, imports }) =>
      imports.filter(({ to }) => to.startsWith('tests/')).map(({ to }) => `${path} → ${to}`),
    )
}

test('only tests import from tests', () => assert.deepEqual(fromTestsIn(sources), []))

test('finds an import from tests', () => {
  const text = "import { y } from '../tests/y.ts'"
  const made = [sourceFrom('bench/x.ts', text), sourceFrom('tests/x.ts', text)]
  assert.deepEqual(fromTestsIn(made), ['bench/x.ts → tests/y.ts'])
})

test('there are no import cycles, including types', () => assert.deepEqual(circlesIn(sources), []))

test('finds cycles, also of types and over several files', () => {
  const made = [
    sourceFrom('a.ts', "import { b } from './b.ts'"),
    sourceFrom('b.ts', "import type { C } from './c.ts'"),
    sourceFrom('c.ts', "export type { A } from './a.ts'"),
    sourceFrom('d.ts', "import { a } from './a.ts'"),
    sourceFrom('e.ts', `await ${'import'}('./f.ts')`),
    sourceFrom('f.ts', "import type { E } from './e.ts'"),
  ]
  assert.deepEqual(circlesIn(made), [
    ['a.ts', 'b.ts', 'c.ts'],
    ['e.ts', 'f.ts'],
  ])
})

/** Files that two entry points share at run time. */
function commonOf(one: string, other: string, sources: readonly Source[]): string[] {
  const theirs = reachableFrom(other, sources, { types: false })
  return [...reachableFrom(one, sources, { types: false })].filter((path) => theirs.has(path))
}

test('the oracle and the mock share no file at run time', () => {
  assert.deepEqual(commonOf('suites/index.ts', 'mock/index.ts', sources), [])
})

test('finds a file that two entry points share at any depth, but shared types are allowed', () => {
  const made = (importing: string): Source[] => [
    sourceFrom('suites/index.ts', "import { c } from '../c.ts'"),
    sourceFrom('mock/index.ts', "import { b } from './b.ts'"),
    sourceFrom('mock/b.ts', `${importing} { C } from '../c.ts'`),
    sourceFrom('c.ts', ''),
  ]
  assert.deepEqual(commonOf('suites/index.ts', 'mock/index.ts', made('import')), ['c.ts'])
  assert.deepEqual(commonOf('suites/index.ts', 'mock/index.ts', made('import type')), [])
})

test('parses imports as the runtime does', () => {
  const text = [
    "import type { A } from '../schemas/a.ts'",
    "import { b } from './b.ts'",
    "import { type C } from './c.ts'",
    "import './d.ts'",
    "export * from '../e.ts'",
    "export type { F } from './f.ts'",
    // Split, so that this file does not seem to import it.
    `const g = await ${'import'}('./g.ts')`,
    "import { test } from 'node:test'",
  ].join('\n')
  assert.deepEqual(
    importsOf('mock/x.ts', text).map(
      ({ to, ours, erased }) => `${to}${ours ? '' : ' (package)'}${erased ? ' (types)' : ''}`,
    ),
    [
      'schemas/a.ts (types)',
      'mock/b.ts',
      'mock/c.ts',
      'e.ts',
      'mock/f.ts (types)',
      'node:test (package)',
      'mock/d.ts',
      'mock/g.ts',
    ],
  )
})
