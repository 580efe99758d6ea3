/** An empty param names nothing, unless a member of the request has no name, however that is written. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identityOf } from '../../../../suites/harness/http/exchange.ts'
import { judgeInvariants } from '../../../../suites/harness/judge/invariants.ts'
import { answerOf, asked } from '../http/exchanges.ts'

const error = '{"error":{"message":"x","type":"invalid_request_error","param":"","code":"y"}}'

for (const [body, fails] of [
  ['{"":1,"model":"svc/a"}', false],
  ['{ "model" : "svc/a" ,\n "" : 1 }', false],
  ['{"model":""}', true],
] as const) {
  test(`param "" is ${fails ? 'empty' : 'right'} for ${JSON.stringify(body)}`, () => {
    const request = { ...asked, body: Buffer.from(body) }
    const found = judgeInvariants({
      ...identityOf('x/1'),
      request,
      answer: { ...answerOf(error), status: 400 },
      duration: 1,
    })
    const outcomes = found
      .filter(({ requirement }) => requirement === 'error-texts-filled')
      .map(({ outcome }) => outcome)
    assert.deepEqual(outcomes, [fails ? 'fail' : 'pass'])
  })
}
