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
