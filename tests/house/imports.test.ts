import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { permits, ruleFor, rules } from './rules.ts'
import { importsOf, sources } from './sources.ts'

const byPath = new Map(sources.map((source) => [source.path, source]))
const exists = (path: string): boolean => existsSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)))

test('every import of a file of ours leads to a file', () => {
  const astray = sources.flatMap(({ path, imports }) =>
    imports.filter(({ to, ours }) => ours && !exists(to)).map(({ to }) => `${path} → ${to}`),
  )
  assert.deepEqual(astray, [])
})

for (const rule of rules) {
  test(`files of ${rule.of} import from ${rule.values.join(', ') || 'anywhere'}${rule.types ? `, and types from ${rule.types.join(', ')}` : ''}`, () => {
    const breaches = sources
      .filter(({ path }) => ruleFor(path) === rule)
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ to, ours, erased }) => ours && !permits(rule, to, erased))
          .map(({ to, erased }) => `${path} → ${to}${erased ? ' (types)' : ''}`),
      )
    assert.deepEqual(breaches, [])
  })
}

test('nothing but a test imports from the tests', () => {
  const breaches = sources
    .filter(({ path }) => !path.startsWith('tests/'))
    .flatMap(({ path, imports }) =>
      imports.filter(({ to }) => to.startsWith('tests/')).map(({ to }) => `${path} → ${to}`),
    )
  assert.deepEqual(breaches, [])
})

/** The first way round that leads back to where it began. */
function cycle(
  from: string,
  path: readonly string[] = [],
  done: Set<string> = new Set(),
): readonly string[] | undefined {
  if (path.includes(from)) return [...path.slice(path.indexOf(from)), from]
  if (done.has(from)) return undefined
  for (const { to, erased } of byPath.get(from)?.imports ?? []) {
    const found = erased || !byPath.has(to) ? undefined : cycle(to, [...path, from], done)
    if (found) return found
  }
  done.add(from)
  return undefined
}

test('no imports go round in a circle at run time', () => {
  const done = new Set<string>()
  const circles = sources.flatMap(({ path }) => cycle(path, [], done)?.join(' → ') ?? [])
  assert.deepEqual(circles, [])
})

const CATCH_ALL = /(?:^|\/)(?:utils?|helpers?|common|misc|shared|lib)(?:\/|\.[cm]?[jt]s$)/

test('no file is a place where everything lands', () => {
  assert.deepEqual(
    sources.map(({ path }) => path).filter((path) => CATCH_ALL.test(path)),
    [],
  )
})

test('the oracle and the mock share no file at run time', () => {
  const reach = (from: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(from)) return seen
    seen.add(from)
    for (const { to, erased } of byPath.get(from)?.imports ?? []) if (!erased && byPath.has(to)) reach(to, seen)
    return seen
  }
  const mock = reach('mock/index.ts')
  assert.deepEqual(
    [...reach('suites/index.ts')].filter((path) => mock.has(path)),
    [],
  )
})

test('imports are read as the runtime reads them', () => {
  const text = [
    "import type { A } from '../schemas/a.ts'",
    "import { b } from './b.ts'",
    "import { type C } from './c.ts'",
    "import './d.ts'",
    "export * from '../e.ts'",
    "export type { F } from './f.ts'",
    // Cut in two, so that this file is not taken to import it.
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
