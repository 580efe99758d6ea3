import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportExchange } from '../../../../suites/harness/report/exchange.ts'
import { exchangeOf, responseOf } from '../http/exchanges.ts'

const FILL = Buffer.alloc(4095, 'x')
const OTHER = Buffer.of(0xff)

for (const [what, end, shown] of [
  ['within a character is text', Buffer.from('世'), { text: `${FILL}` }],
  ['after another byte is base64', Buffer.concat([OTHER, FILL]), { base64: `${FILL.toString('base64')}/w==` }],
] as const)
  test(`a body of a report that is cut ${what}`, () => {
    const body = Buffer.concat([FILL, end])
    const { answer } = reportExchange(exchangeOf(responseOf(body)))
    assert.deepEqual(answer?.body, { bytes: body.length, ...shown, cut: true })
  })
