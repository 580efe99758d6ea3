import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root, snippetsOf } from './snippets.ts'

const examples = globSync('examples/{playwright,vitest,jest,jest-commonjs,node-test}/**/*.{ts,js,mjs,json}', {
  cwd: root,
}).map((file) => flush(readFileSync(join(root, file), 'utf8')))

/** A text without its indentation, which depends on its context. */
function flush(text: string): string {
  return text.replace(/^ +/gm, '')
}

test('the code on the page is part of the examples', () => {
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

test('the page shows the imports of the example of each runner', () => {
  const page = readFileSync(join(root, 'docs/mock-in-tests.md'), 'utf8')
  const heads = globSync('examples/{playwright,vitest,jest,node-test}/tests/*.{ts,js}', { cwd: root })
  assert.equal(heads.length, 6)
  for (const file of heads.filter((one) => !one.includes('vitest/tests/gateway.test'))) {
    const [imports = ''] = /^(import [\s\S]*?\n)(?=\n)/.exec(readFileSync(join(root, file), 'utf8')) ?? []
    assert.ok(imports !== '' && page.includes(imports), file)
  }
})
