import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startMock } from '../../mock/index.ts'
import { assertCompiles, program, project } from '../integration/drivers/project.ts'
import { snippetsOf } from './snippets.ts'

const folder = project()

const snippets = snippetsOf('docs/mock-client-verdict.md').filter(({ section }) => section === 'Client libraries')

test('the snippets for client libraries print what the page says, and their requests are valid', async () => {
  const programs = snippets.flatMap(({ language, text, where }, at) => {
    const next = snippets[at + 1]
    return language === 'ts' ? [{ text, where, prints: next?.language === 'text' ? `${next.text}\n` : '' }] : []
  })
  assert.equal(programs.length, 4)
  const printed = await Promise.all(
    programs.map(async ({ text, where }, at) => {
      const file = program(folder, `program-${at}.mts`, text)
      // One mock per program, so that equal requests of two programs do not count as repeats.
      await using gateway = await startMock()
      const env = { ...process.env, BASE_URL: gateway.url, SVC_KEY: gateway.key }
      const { stdout } = await promisify(execFile)(process.execPath, [file], { env })
      assert.deepEqual(gateway.verdict().findings, [], `${where}: ${gateway.verdict()}`)
      return { where, prints: stdout }
    }),
  )
  assert.deepEqual(
    printed,
    programs.map(({ where, prints }) => ({ where, prints })),
  )
})

test('the snippets pass the type check', () => {
  const files = snippets
    .filter(({ language }) => language === 'ts')
    .map(({ text }, at) => program(folder, `typed-${at}.mts`, text))
  assertCompiles(folder, files)
})
