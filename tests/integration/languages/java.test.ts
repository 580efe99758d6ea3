import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { testAdapter } from './adapter.ts'
import { testExample } from './example.ts'

testExample({
  language: 'java',
  folder: 'java',
  command: ['mvn', '--batch-mode', 'test'],
  passed: /Tests run: 5, Failures: 0, Errors: 0/,
  client: 'src/main/java/gateway/Gateway.java',
  mistakes: {
    'Thread.sleep(seconds * 1000)': 'Thread.sleep(seconds)',
    'throw new IOException("the answer broke off before [DONE]")': 'return',
  },
  found: [/retry-after-ignored/, /Tests run: 5, Failures: 2, Errors: 0/],
})

const jars = ['databind', 'core', 'annotations'].map((name) =>
  join(homedir(), `.m2/repository/com/fasterxml/jackson/core/jackson-${name}/2.18.2/jackson-${name}-2.18.2.jar`),
)

testAdapter(
  'Lines.java',
  ['java', '-Dfile.encoding=UTF-8', '-cp', jars.join(delimiter)],
  [
    [
      'chunk.at("/choices/0/delta/content")',
      'chunk.get("choices").get(0).at("/delta/content")',
      'stream-ending-without-choices.stream',
    ],
    ['put("outcome", "threw")', 'put("outcome", "returned")', 'refused-key'],
    [
      'usage = JSON.nullNode()',
      'usage = JSON.readTree("{\\"prompt_tokens\\":0,\\"completion_tokens\\":0}")',
      'usage-absent.json',
    ],
    ['text.append(', 'text.replace(0, text.length(), ', 'streamed'],
    [
      'throw new IOException("the stream ended before [DONE]")',
      'return Map.of("text", text.toString(), "usage", usage)',
      'ended-early',
    ],
  ],
)
