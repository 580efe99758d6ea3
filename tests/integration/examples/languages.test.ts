import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root, sectionOf, snippetsOf } from '../../docs/snippets.ts'
import { toolchains } from '../languages/toolchains.ts'

const PAGE = 'docs/languages.md'
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const examples = globSync(
  ['examples/{pytest,go,java}/**/*.{py,go,java}', 'python/**/*.py', 'tests/integration/**/*.py'],
  { cwd: root },
).map(read)

test('the Python code on the page is part of the examples', () => {
  const shown = snippetsOf(PAGE).filter(({ language }) => language === 'python')
  assert.ok(shown.length > 1)
  for (const { text, where } of shown)
    assert.ok(
      examples.some((example) => example.includes(`${text}\n`)),
      where,
    )
})

test('each example starts the mock with the command of the page', () => {
  const [, line = ''] = /^npx (.+ --ready-file) ready\.json$/m.exec(sectionOf(PAGE, 'What they have in common')) ?? []
  const words = line.split(' ')
  for (const language of ['pytest/conftest.py', 'go/mock_test.go', 'java/src/test/java/gateway/Mock.java']) {
    const literals = [...read(`examples/${language}`).matchAll(/"([^"\n]+)"/g)].map(([, word = '']) => word)
    assert.ok(literals.join(' ').includes(`npx --no-install ${words.join(' ')}`), language)
  }
})

test('a test runs every example that the page names', () => {
  const named = [...read(PAGE).matchAll(/\[examples\/([\w-]+)\]/g)].map(([, name = '']) => name)
  assert.deepEqual(named, ['pytest', 'go', 'java', 'testcontainers-go', 'testcontainers-java'])
  for (const name of named) assert.ok(Object.hasOwn(toolchains, name.replace('testcontainers', 'containers')), name)
})
