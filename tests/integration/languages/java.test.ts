import { testExample } from './example.ts'

testExample({
  language: 'java',
  folder: 'java',
  command: ['mvn', '--batch-mode', 'test'],
  passed: /Tests run: 5, Failures: 0, Errors: 0/,
  client: 'src/main/java/gateway/Gateway.java',
  mistakes: {
    'Thread.sleep(seconds * 1000)': 'Thread.sleep(seconds * 100)',
    'throw new IOException("the answer broke off before [DONE]")': 'return',
  },
  found: [/retry-after-ignored/, /Tests run: 5, Failures: 2, Errors: 0/],
})
