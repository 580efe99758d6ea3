import { testAdapter } from '../languages/adapter.ts'

testAdapter(
  'openai-lines.js',
  [process.execPath],
  [
    ['chunk.choices[0]?.delta', 'chunk.choices[0].delta', 'stream-ending-without-choices.stream'],
    ["{ outcome: 'threw' }", "{ outcome: 'returned' }", 'refused-key'],
    ['usage = null }', 'usage = { prompt_tokens: 0, completion_tokens: 0 } }', 'usage-absent.json'],
    ['said.text +=', 'said.text =', 'streamed'],
    [
      "delta.content ?? ''",
      "delta.role ? '' : (chunk.choices[0]?.delta.content ?? '')",
      'stream-role-on-every-chunk.stream',
    ],
  ],
)
