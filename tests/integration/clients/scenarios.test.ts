import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { command } from '../../cli/command.ts'
import { root, sectionOf } from '../../docs/snippets.ts'

test('openai-node plays the scenarios, and does wrong what the page says', async () => {
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
  const page = sectionOf('docs/client-conformance.md', 'What three libraries do')
  for (const { name } of wrong)
    assert.match(page, new RegExp(`^\\| \`${name}\` +\\| (?:warning: )?accepted as complete`, 'm'))
})
