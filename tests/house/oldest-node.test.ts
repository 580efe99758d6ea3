/**
 * A checkout runs its sources without compilation, also on the oldest Node that package.json permits, which lacks
 * `using`. The package is compiled, and tests/groups.ts compiles the tests on that Node.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reachableFrom } from './graph.ts'
import { type Source, sourceFrom, sources } from './sources.ts'

/** Entry points that run without compilation, including their imports. */
const STARTED = ['cli/main.ts', 'tests/main.ts', 'tests/quick.ts', 'tests/prove/main.ts']

const USING = /^ *(?:await )?using \w+ = /m

/** Files reachable from these that declare variables with `using`. */
function usingIn(started: readonly string[], sources: readonly Source[]): string[] {
  const reached = new Set(started.flatMap((path) => [path, ...reachableFrom(path, sources, { types: false })]))
  return sources.filter(({ path, text }) => reached.has(path) && USING.test(text)).map(({ path }) => path)
}

test('the command and the test runners start on the oldest Node', () => {
  assert.deepEqual(usingIn(STARTED, sources), [])
})

test('finds a file that the oldest Node cannot parse, at any depth of imports', () => {
  const made = [
    sourceFrom('a.ts', "import { b } from './b.ts'"),
    sourceFrom('b.ts', `await ${'import'}('./c.ts')`),
    sourceFrom('c.ts', 'async function f() {\n  await using g = h()\n}'),
    sourceFrom('d.ts', 'using e = f()'),
  ]
  assert.deepEqual(usingIn(['a.ts'], made), ['c.ts'])
})
