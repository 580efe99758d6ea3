import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quote } from '../../../../suites/harness/http/response.ts'
import { responseOf } from './exchanges.ts'

const quoted = (body: string): string => quote(responseOf(body)).replace('200 application/json ', '')

for (const whole of ['a'.repeat(160), 'é'.repeat(160), '世'.repeat(160), '😀'.repeat(80)])
  test(`a quote of ${whole.slice(0, 2)} has at most 160 code units, and an ellipsis only if it leaves some out`, () => {
    const quotes = [whole, `${whole}a`, whole.repeat(30)].map(quoted)
    assert.deepEqual(quotes, [whole, `${whole}…`, `${whole}…`])
  })
