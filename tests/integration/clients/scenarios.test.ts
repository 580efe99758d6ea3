import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { command } from '../../cli/command.ts'
import { root } from '../../docs/snippets.ts'
import { matrix } from '../matrix/matrix.ts'

test('openai-node fails exactly those scenarios of docs/client-conformance.md that are published', async () => {
  const client = join(root, 'examples/client-conformance/openai.js')
  const { code, stdout } = await command(['client', '--parallel', '4', '--json', '--', process.execPath, client])
  assert.equal(code, 1)
  const { results } = JSON.parse(stdout) as {
    results: { name: string; standing: string; findings: { id: string }[] }[]
  }
  const wrong = results.filter(({ standing }) => standing !== 'pass')
  assert.deepEqual(
    wrong.map(({ name, standing, findings }) => [name, standing, ...findings.map(({ id }) => id)]),
    [
      ['ended-early', 'fail', 'broken-answer-accepted'],
      ['without-done', 'warn', 'broken-answer-accepted'],
    ],
  )
  const published = matrix().clients.find(({ name }) => name === 'JavaScript/openai')?.weaknesses ?? {}
  for (const { name, standing } of wrong)
    assert.equal(Object.entries(published).find(([scenario]) => scenario === name)?.[1].standing, standing, name)
})
