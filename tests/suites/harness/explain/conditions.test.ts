/** Values of requests that all failures share, and no successful request has. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionsIn } from '../../../../suites/harness/explain/conditions.ts'
import type { Exchange } from '../../../../suites/harness/http/exchange.ts'
import { listModels, sentRequest } from '../../../../suites/harness/http/request.ts'
import type { Finding } from '../../../../suites/harness/judge/evidence.ts'
import { varied } from '../../../../suites/harness/variation/apply.ts'
import { dimensions, plainRow, type Row } from '../../../../suites/harness/variation/dimensions.ts'
import { exchangeOf, responseOf } from '../http/exchanges.ts'
import { membersOf } from '../members.ts'

type Change = Partial<Row>
type Case = readonly [title: string, failed: readonly Change[], held: readonly Change[], only: string | undefined]

const plain: readonly Change[] = Array.from({ length: 12 }, () => ({}))
const traced = { tracing: 'traceparent' } as const
const closed = { connection: 'close' } as const
const both = { ...traced, ...closed }
const upper = { spelling: 'upper' } as const
const apart = [...plain, traced, closed]
const allThree = [both, both].map((one) => ({ ...one, ...upper }))
const tracings = dimensions.tracing.filter((tracing) => tracing !== plainRow.tracing).map((tracing) => ({ tracing }))

const cases: readonly Case[] = [
  ['one failure', [traced], plain, undefined],
  ['two failures with one value', [traced, traced], plain, 'tracing: traceparent'],
  ['two failures, one of them plain', [traced, {}], plain, undefined],
  ['two of at least three values', [traced, traced, { tracing: 'b3' }], plain, 'tracing: b3 or traceparent'],
  ['every value except the plain one', tracings, plain, 'any tracing'],
  ['a value that also holds', [traced, traced, traced], [...plain, traced], undefined],
  ['only one success', [traced, traced, traced], [{}], undefined],
  ['so few that it may be chance', [closed, closed], [{}, {}], undefined],
  ['two values together only in failures', [both, both], apart, 'tracing: traceparent + connection: close'],
  ['one value in all failures, next to others', [both, traced], apart, undefined],
  ['three values together', allThree, [...plain, both, { ...traced, ...upper }, { ...closed, ...upper }], undefined],
  ['two pairs of values', allThree, [...plain, both, upper], undefined],
]

let count = 0

const exchangesOf = (changes: readonly Change[]): Exchange[] =>
  changes.map((change) => {
    count += 1
    const options = { salt: String(count), maxTokens: 16 }
    const request = sentRequest(varied(listModels(), { ...plainRow, ...change }, options))
    return exchangeOf(responseOf('{}'), { id: `a-${count}/1`, request })
  })

const findings = (outcome: 'pass' | 'fail', exchanges: readonly Exchange[]): Finding[] =>
  exchanges.map(({ id }) => ({ requirement: 'models-list', outcome, message: '', exchanges: [id] }))

for (const [title, failed, held, only] of cases)
  test(`${title}: ${only ?? 'nothing'}`, () => {
    const [bad, good] = [exchangesOf(failed), exchangesOf(held)]
    const found = conditionsIn([...findings('fail', bad), ...findings('pass', good)], [...bad, ...good])
    assert.deepEqual(membersOf(found, 'only'), only === undefined ? [] : [only])
    for (const condition of found) {
      assert.deepEqual(condition.failed, membersOf(bad, 'id').sort())
      assert.deepEqual(condition.held, membersOf(good, 'id').sort())
    }
  })

test('the header that a request id is taken from is not a condition, since the message names it', () => {
  const [bad, good] = [exchangesOf([traced, traced]), exchangesOf(plain)]
  const own = [...findings('fail', bad), ...findings('pass', good)]
  const ofIds = own.map((finding) => ({ ...finding, requirement: 'request-id-generated' as const }))
  assert.deepEqual(conditionsIn(ofIds, [...bad, ...good]), [])
})
