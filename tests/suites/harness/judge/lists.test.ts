/** What a model list has to hold, and which responses say nothing about it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Exchange, identityOf } from '../../../../suites/harness/http/exchange.ts'
import { judgeLists } from '../../../../suites/harness/judge/states.ts'
import { answerOf, asked } from '../http/exchanges.ts'

const models = (...ids: string[]): string =>
  JSON.stringify({ object: 'list', data: ids.map((id) => ({ id, object: 'model', created: 1, owned_by: 'svc' })) })
const two = models('svc/a', 'svc/b')

type Lists = Parameters<typeof judgeLists>[0]
const rows: readonly (readonly [expected: Omit<Lists, 'kind'>, body: string, status: number, says: string])[] = [
  [{ includes: ['svc/a', 'svc/b'], excludes: ['svc/c'] }, two, 200, 'pass: as expected'],
  [{ includes: ['svc/c', 'svc/a', 'svc/d'] }, two, 200, 'fail: the list lacks svc/c, svc/d'],
  [{ excludes: ['svc/c', 'svc/b'] }, two, 200, 'fail: the list holds svc/b'],
  [{ empty: true }, two, 200, 'fail: the list is not empty'],
  [{ empty: true }, models(), 200, 'pass: as expected'],
  [{ includes: ['svc/a'] }, two, 404, 'fail: got 404'],
  [{ includes: ['svc/a'] }, two, 429, 'inconclusive: got 429'],
  [{ includes: ['svc/a'] }, two, 503, 'inconclusive: got 503'],
  [{ includes: ['svc/a'] }, '{"object":"page"}', 200, 'not-evidenced: the response is not a model list'],
]

for (const [expected, body, status, says] of rows) {
  test(`${JSON.stringify(expected)} with ${status} and ${body.length} bytes: ${says}`, () => {
    const request = { ...asked, operation: 'models' as const, method: 'GET', path: '/v1/models', body: undefined }
    const exchange: Exchange = { ...identityOf('list/1'), request, answer: answerOf(body, { status }), duration: 1 }
    const { outcome, message } = judgeLists({ kind: 'lists', ...expected }, exchange)
    assert.equal(`${outcome}: ${message}`, says)
  })
}
