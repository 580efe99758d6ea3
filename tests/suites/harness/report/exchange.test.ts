import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportExchange } from '../../../../suites/harness/report/exchange.ts'
import { exchangeOf, responseOf } from '../http/exchanges.ts'

/** The number of bytes of a response that a report keeps. */
const KEPT = 4096
const FILL = 'x'.repeat(KEPT - 1)

const BODIES: Readonly<
  Record<string, readonly [body: Buffer, shown: { readonly text?: string; readonly base64?: string }]>
> = {
  'a character that was cut in two is left out': [Buffer.from(`${FILL}世`), { text: FILL }],
  'a byte that is not UTF-8, the last one that is kept, shows all bytes': [
    Buffer.concat([Buffer.from(FILL), Buffer.of(0xff), Buffer.from(FILL)]),
    { base64: Buffer.concat([Buffer.from(FILL), Buffer.of(0xff)]).toString('base64') },
  ],
}

for (const [title, [body, shown]] of Object.entries(BODIES))
  test(title, () => {
    const { answer } = reportExchange(exchangeOf(responseOf(body)))
    assert.deepEqual(answer?.body, { bytes: body.length, ...shown, cut: true })
  })

test('half a character at the end of a whole body shows all bytes', () => {
  const body = Buffer.from('x世').subarray(0, 3)
  const { answer } = reportExchange(exchangeOf(responseOf(body)))
  assert.deepEqual(answer?.body, { bytes: 3, base64: body.toString('base64') })
})
