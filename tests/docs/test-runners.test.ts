import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root, snippetsOf } from './snippets.ts'

const page = 'docs/mock-test-runners.md'
const examples = globSync('examples/{playwright,vitest,jest,node-test}/**/*.{ts,js,json}', { cwd: root }).map((file) =>
  flush(readFileSync(join(root, file), 'utf8')),
)

/** A text without its indentation, which depends on where it stands. */
function flush(text: string): string {
  return text.replace(/^ +/gm, '')
}

test('what the page shows stands in the examples, which run', () => {
  const snippets = snippetsOf(page)
  assert.ok(snippets.length >= 10)
  const strays = snippets.filter(
    ({ text }) => !examples.some((example) => `\n${example}`.includes(`\n${flush(text)}\n`)),
  )
  assert.deepEqual(
    strays.map(({ where }) => where),
    [],
  )
})

for (const each of [page, 'docs/clients.md'])
  test(`${each} links to what exists`, () => {
    const links = [...readFileSync(join(root, each), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)]
    assert.ok(links.length > 0)
    for (const [, link = ''] of links) assert.ok(existsSync(join(root, 'docs', link)), link)
  })
