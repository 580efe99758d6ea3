import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { command } from '../../cli/command.ts'
import { root } from '../../docs/snippets.ts'
import { testAdapter } from './adapter.ts'
import { environment, python } from './toolchains.ts'

test('openai-python passes the scenarios, except that it accepts streams without [DONE]', async () => {
  const client = join(root, 'examples/client-conformance/openai_client.py')
  const played = 'answered,limited,cut-stream,ended-early,without-done,split-characters,disabled'
  const args = ['client', '--scenario', played, '--timeout', '60s', '--json', '--', python, client]
  const { code, stdout } = await command(args, { env: environment() })
  assert.equal(code, 1)
  const { results } = JSON.parse(stdout) as { results: { name: string; standing: string }[] }
  assert.deepEqual(
    results.filter(({ standing }) => standing !== 'pass').map(({ name, standing }) => [name, standing]),
    [
      ['ended-early', 'fail'],
      ['without-done', 'warn'],
    ],
  )
})

testAdapter(
  'openai_lines.py',
  [python],
  [
    ['if chunk.choices:', 'if True:', 'stream-ending-without-choices.stream'],
    ['said = {"outcome": "threw"}', 'said = {"outcome": "returned"}', 'refused-key'],
    ['usage and usage.model_dump()', 'usage.model_dump() if usage else {"prompt_tokens": 0}', 'usage-absent.json'],
    ['text += ', 'text = ', 'streamed'],
    [
      'chunk.choices[0].delta.content or ""',
      '"" if chunk.choices[0].delta.role else chunk.choices[0].delta.content or ""',
      'stream-role-on-every-chunk.stream',
    ],
  ],
)
