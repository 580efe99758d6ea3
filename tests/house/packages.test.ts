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

/** Which files of a room import a package that they may not. */
function strays(room: string, allowed: readonly string[], all: readonly Source[] = sources): string[] {
  return all
    .filter(({ path }) => path.startsWith(room))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ to, ours }) => !ours && !to.startsWith('node:') && !allowed.includes(packageOf(to)))
        .map(({ to }) => `${path} → ${to}`),
    )
}

for (const room of ['suites/', 'reporters/', 'cli/', 'playwright.config.ts']) {
  test(`${room} imports no package that a user would lack`, () => assert.deepEqual(strays(room, published), []))
}

test('schemas/ imports no package at all', () => assert.deepEqual(strays('schemas/', []), []))

test('mock/ imports none but yaml, re2js, msw at its door for msw, and the client of a store where there is one', () => {
  assert.deepEqual(strays('mock/', ['yaml', 're2js', 'msw', '@redis/client']), [])
})

test('a package that is not allowed is found, by its name without a path', () => {
  const text = ["import { a } from 'node:fs'", "import b from 'yaml/x'", "import type { C } from '@scope/c/d'"].join(
    '\n',
  )
  const made = [sourceFrom('mock/a.ts', text), sourceFrom('cli/a.ts', text)]
  assert.deepEqual(strays('mock/', ['yaml'], made), ['mock/a.ts → @scope/c/d'])
})

/** Libraries that a file loads before its first line runs, with all that it imports. */
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

test('a library is found however deep it is imported, unless it is loaded only when it is needed', () => {
  const made = [
    sourceFrom('a.ts', "import { b } from './b.ts'"),
    sourceFrom('b.ts', `import 'ajv/dist/2020.js'\nimport type { Y } from 'yaml'\nawait ${'import'}('./c.ts')`),
    sourceFrom('c.ts', "import { z } from 'undici'"),
  ]
  assert.deepEqual(loadedBy('a.ts', made), ['ajv'])
})

test('an SDK of the convention is imported by its own tests alone: it would forgive what the oracle must see', () => {
  // The example is a client, which its test starts as its own process.
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
