import { testExample } from './example.ts'
import { python } from './toolchains.ts'

testExample({
  language: 'openai',
  folder: 'pytest',
  command: [python, '-m', 'pytest', '-q', 'test_openai.py'],
  passed: /^4 passed/m,
  client: 'test_openai.py',
  // A library that does not repeat fails where it should wait.
  mistakes: { 'max_retries=2': 'max_retries=0' },
  found: [/RateLimitError/, /^1 failed, 3 passed/m],
})
