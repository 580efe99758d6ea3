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
