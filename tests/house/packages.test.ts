import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { reachableFrom } from './graph.ts'
import { type Source, sourceFrom, sources } from './sources.ts'

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly dependencies: Record<string, string>
  readonly peerDependencies: Record<string, string>
}
const published = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })

/** The package of `@scope/name/path` or `name/path`. */
const packageOf = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/')

/** Forbidden package imports of the files in a folder. */
function strays(folder: string, allowed: readonly string[], all: readonly Source[] = sources): string[] {
  return all
    .filter(({ path }) => path.startsWith(folder))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ to, ours }) => !ours && !to.startsWith('node:') && !allowed.includes(packageOf(to)))
        .map(({ to }) => `${path} → ${to}`),
    )
}

for (const folder of ['suites/', 'reporters/', 'cli/', 'playwright.config.ts']) {
  test(`${folder} imports only packages that are installed with this one`, () =>
    assert.deepEqual(strays(folder, published), []))
}

test('schemas/ imports no package at all', () => assert.deepEqual(strays('schemas/', []), []))

test('mock/ imports only yaml, re2js, msw and the optional store client', () => {
  assert.deepEqual(strays('mock/', ['yaml', 're2js', 'msw', '@redis/client']), [])
})

test('finds a forbidden package by its name without a path', () => {
  const text = ["import { a } from 'node:fs'", "import b from 'yaml/x'", "import type { C } from '@scope/c/d'"].join(
    '\n',
  )
  const made = [sourceFrom('mock/a.ts', text), sourceFrom('cli/a.ts', text)]
  assert.deepEqual(strays('mock/', ['yaml'], made), ['mock/a.ts → @scope/c/d'])
})

/** Libraries that a file and its imports load at startup. */
function loadedBy(path: string, sources: readonly Source[]): string[] {
  const reached = reachableFrom(path, sources, { types: false, deferred: false })
  const imports = sources
    .filter((source) => source.path === path || reached.has(source.path))
    .flatMap((source) => source.imports)
  const loaded = imports.filter(
    ({ to, ours, erased, deferred }) => !ours && !erased && !deferred && !to.startsWith('node:'),
  )
  return [...new Set(loaded.map(({ to }) => packageOf(to)))].sort()
}

test('a mock starts without the libraries of the harness', () => {
  assert.deepEqual(loadedBy('cli/program.ts', sources), ['commander'])
  assert.deepEqual(loadedBy('cli/commands/mock/command.ts', sources), [])
})

test('a command starts without the mock, unless it needs it', () => {
  const reached = reachableFrom('cli/program.ts', sources, { types: false, deferred: false })
  assert.deepEqual(
    [...reached].filter((path) => path.startsWith('mock/')),
    [],
  )
})

test('finds a library at any depth of imports, unless it is loaded on demand', () => {
  const made = [
    sourceFrom('a.ts', "import { b } from './b.ts'"),
    sourceFrom('b.ts', `import 'ajv/dist/2020.js'\nimport type { Y } from 'yaml'\nawait ${'import'}('./c.ts')`),
    sourceFrom('c.ts', "import { z } from 'undici'"),
  ]
  assert.deepEqual(loadedBy('a.ts', made), ['ajv'])
})

test('only tests of SDKs import an SDK, because it would tolerate breaches that the oracle has to see', () => {
  // The example is a client that its test starts as a separate process.
  const own = [
    'tests/integration/clients/',
    'tests/integration/callers/programs/',
    'tests/integration/matrix/programs/',
    'examples/client-conformance/',
  ]
  const others = sources.filter(({ path }) => !own.some((folder) => path.startsWith(folder)))
  const sdks = others.flatMap(({ imports }) =>
    imports.filter(({ to }) => /openai|anthropic|langchain|axios|node-fetch|eventsource/.test(to)),
  )
  assert.deepEqual(sdks, [])
})
