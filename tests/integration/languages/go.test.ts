import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { LinesClient } from '../../../cli/commands/client/lines.ts'
import { startMock, stream } from '../../../mock/index.ts'
import { root } from '../../docs/snippets.ts'
import { testAdapter } from './adapter.ts'
import { testExample } from './example.ts'

testExample({
  language: 'go',
  folder: 'go',
  command: ['go', 'test', '-count=1', './...'],
  passed: /^ok\s+example\.com\/gateway/m,
  client: 'gateway.go',
  mistakes: {
    'time.Duration(seconds) * time.Second': 'time.Duration(seconds) * 100 * time.Millisecond',
    'errors.Join(ErrBrokenOff, lines.Err())': 'nil',
  },
  found: [
    /^--- FAIL: TestALimitIsWaitedForAsLongAsRetryAfterSays[\s\S]*retry-after-ignored/m,
    /^ {4}--- FAIL: TestAStreamThatBreaksOffIsAnError\/end/m,
  ],
})

testAdapter(
  'lines.go',
  ['go', 'run'],
  [
    [
      'for _, choice := range chunk.Choices {',
      'for _, choice := range chunk.Choices[:1] {',
      'stream-ending-without-choices.stream',
    ],
    ['"outcome": "threw"', '"outcome": "returned"', 'refused-key'],
    ['RawMessage("null")', 'RawMessage(`{"prompt_tokens":0,"completion_tokens":0}`)', 'usage-absent.json'],
    ['text += choice', 'text = choice', 'streamed'],
    ['return "", nil, errors.New("the stream ended before [DONE]")', 'return text, usage, nil', 'ended-early'],
  ],
)

test('lines.go reads a chunk of more than 64 KiB', async () => {
  await using mock = await startMock()
  // JSON writes each of these characters in six bytes.
  const { key } = mock.project({ models: ['svc/small'] }).next(stream(['\u0001'.repeat(12_000)]))
  const lines = new LinesClient(['go', 'run', join(root, 'examples/client-conformance/lines.go')])
  const call = { stream: true, base_url: mock.url, key, model: 'svc/small', prompt: 'Hello' }
  const { stdout } = await lines.call(call, { start: 60_000, call: 60_000, hasBegun: () => false })
  lines.end()
  assert.equal((JSON.parse(stdout) as { text?: string }).text?.length, 12_000)
})
