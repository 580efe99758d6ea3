/** Which value of a request failures have in common, and responses that hold do not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conditionsIn } from '../../../../suites/harness/explain/conditions.ts'
import { type Exchange, identityOf } from '../../../../suites/harness/http/exchange.ts'
import { listModels, sentRequest } from '../../../../suites/harness/http/request.ts'
import type { Finding } from '../../../../suites/harness/judge/finding.ts'
import { varied } from '../../../../suites/harness/variation/apply.ts'
import { dimensions, plainRow, type Row } from '../../../../suites/harness/variation/dimensions.ts'
import { answerOf } from '../http/exchanges.ts'

type Change = Partial<Row>
type Case = readonly [title: string, failed: readonly Change[], held: readonly Change[], only: string | undefined]

const plain: readonly Change[] = Array.from({ length: 12 }, () => ({}))
const traced = { tracing: 'traceparent' } as const
const both = { ...traced, connection: 'close' } as const
const tracings = dimensions.tracing.filter((tracing) => tracing !== plainRow.tracing).map((tracing) => ({ tracing }))

const cases: readonly Case[] = [
  ['one failure', [traced], plain, undefined],
  ['two failures with one value', [traced, traced], plain, 'tracing: traceparent'],
  ['two of which one is plain', [traced, {}], plain, undefined],
  ['two values of three and more', [traced, traced, { tracing: 'b3' }], plain, 'tracing: b3 or traceparent'],
  ['every value but the plain one', tracings, plain, 'any tracing'],
  ['a value that also holds', [traced, traced, traced], [...plain, traced], undefined],
  ['one response that holds', [traced, traced, traced], [{}], undefined],
  ['as many as chance may bring', [{ connection: 'close' }, { connection: 'close' }], [{}, {}], undefined],
  [
    'two values that only meet in failures',
    [both, both],
    [...plain, traced, { connection: 'close' }],
    'tracing: traceparent + connection: close',
  ],
  [
    'one value that is in all of them, next to others',
    [both, traced],
    [...plain, traced, { connection: 'close' }],
    undefined,
  ],
  [
    'three values that meet',
    [both, both].map((one) => ({ ...one, spelling: 'upper' })),
    [...plain, both, { ...traced, spelling: 'upper' }, { connection: 'close', spelling: 'upper' }],
    undefined,
  ],
  [
    'two pairs of values',
    [both, both].map((one) => ({ ...one, spelling: 'upper' })),
    [...plain, both, { spelling: 'upper' }],
    undefined,
  ],
]

let count = 0

const exchangesOf = (changes: readonly Change[]): Exchange[] =>
  changes.map((change) => {
    count += 1
    const options = { salt: String(count), maxTokens: 16 }
    const request = sentRequest(varied(listModels(), { ...plainRow, ...change }, options))
    return { ...identityOf(`a-${count}/1`), request, answer: answerOf('{}'), duration: 1 }
  })

const finding =
  (outcome: 'pass' | 'fail') =>
  ({ id }: Exchange): Finding => ({
    requirement: 'models-list',
    outcome,
    message: '',
    exchanges: [id],
  })

for (const [title, failed, held, only] of cases)
  test(`${title}: ${only ?? 'nothing'}`, () => {
    const [bad, good] = [exchangesOf(failed), exchangesOf(held)]
    const findings = [...bad.map(finding('fail')), ...good.map(finding('pass'))]
    const found = conditionsIn(findings, [...bad, ...good])
    assert.deepEqual(
      found.map((condition) => condition.only),
      only === undefined ? [] : [only],
    )
    for (const condition of found) {
      assert.deepEqual(condition.failed, bad.map(({ id }) => id).sort())
      assert.deepEqual(condition.held, good.map(({ id }) => id).sort())
    }
  })
