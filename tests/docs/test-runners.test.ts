import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root, snippetsOf } from './snippets.ts'

const examples = globSync('examples/{playwright,vitest,jest,node-test}/**/*.{ts,js,json}', { cwd: root }).map((file) =>
  flush(readFileSync(join(root, file), 'utf8')),
)

/** A text without its indentation, which depends on where it stands. */
function flush(text: string): string {
  return text.replace(/^ +/gm, '')
}

test('what the page shows stands in the examples, which run', () => {
  const snippets = snippetsOf('docs/mock-in-tests.md').filter(({ section }) => section === 'Test runners')
  assert.ok(snippets.length >= 10)
  const strays = snippets.filter(
    ({ text }) => !examples.some((example) => `\n${example}`.includes(`\n${flush(text)}\n`)),
  )
  assert.deepEqual(
    strays.map(({ where }) => where),
    [],
  )
})
