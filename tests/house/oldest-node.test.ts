/**
 * A checkout runs its sources as they are written, on the oldest Node that package.json permits as well: that one knows no
 * `using`. The package is compiled, and tests/groups.ts has the tests compiled there.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reachableFrom } from './graph.ts'
import { type Source, sourceFrom, sources } from './sources.ts'

/** What is started as it stands, with all that it imports. */
const STARTED = ['cli/main.ts', 'tests/main.ts', 'tests/quick.ts', 'tests/prove/main.ts']

const USING = /^ *(?:await )?using \w+ = /m

/** Files below some that declare with `using`. */
function usingIn(started: readonly string[], sources: readonly Source[]): string[] {
  const reached = new Set(started.flatMap((path) => [path, ...reachableFrom(path, sources, { types: false })]))
  return sources.filter(({ path, text }) => reached.has(path) && USING.test(text)).map(({ path }) => path)
}

test('the command and the runners of the tests start on the oldest Node', () => {
  assert.deepEqual(usingIn(STARTED, sources), [])
})

test('a file is found that it cannot read, however deep it is imported', () => {
  const made = [
    sourceFrom('a.ts', "import { b } from './b.ts'"),
    sourceFrom('b.ts', `await ${'import'}('./c.ts')`),
    sourceFrom('c.ts', 'async function f() {\n  await using g = h()\n}'),
    sourceFrom('d.ts', 'using e = f()'),
  ]
  assert.deepEqual(usingIn(['a.ts'], made), ['c.ts'])
})
