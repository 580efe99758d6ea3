import { testExample } from './example.ts'
import { python } from './toolchains.ts'

testExample({
  language: 'pytest',
  folder: 'pytest',
  command: [python, '-m', 'pytest', '-q', 'test_gateway.py'],
  passed: /^5 passed/m,
  client: 'gateway.py',
  mistakes: {
    'float(answer.headers["retry-after"] or 2**attempt / 4)': '0.1',
    'raise GatewayError("the answer broke off before [DONE]")': 'return',
  },
  found: [/^E .*retry-after-ignored/m, /^2 failed, 3 passed, 1 error/m],
})
