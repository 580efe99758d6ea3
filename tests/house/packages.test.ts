import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sources } from './sources.ts'

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly dependencies: Record<string, string>
  readonly peerDependencies: Record<string, string>
}
const published = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })

/** The package of `@scope/name/path` or `name/path`. */
const packageOf = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/')

/** Which files of a room import a package that they may not. */
function strays(room: string, allowed: readonly string[]): string[] {
  return sources
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

test('mock/ imports none but yaml, and msw at its door for msw', () => {
  assert.deepEqual(strays('mock/', ['yaml', 'msw']), [])
})

test('an SDK of the convention is imported by its own tests alone: it would forgive what the oracle must see', () => {
  const others = sources.filter(({ path }) => !path.startsWith('tests/integration/clients/'))
  const sdks = others.flatMap(({ imports }) =>
    imports.filter(({ to }) => /openai|anthropic|langchain|axios|node-fetch|eventsource/.test(to)),
  )
  assert.deepEqual(sdks, [])
})
