/** Comparisons of the responses of one run. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange, Header } from '../../../../suites/harness/http/exchange.ts'
import { idsOf, judgeComparisons } from '../../../../suites/harness/judge/together/comparisons.ts'
import { completionWith, listOf } from '../http/bodies.ts'
import { framed } from '../http/event-writer.ts'
import { asked, exchangeOf, headersWith, listing, lostBy, responseOf, streamed } from '../http/exchanges.ts'

let count = 0

const responded = (body: string, requestId: string, request = asked): Exchange => {
  count += 1
  return exchangeOf(responseOf(body, { headers: headersWith(requestId) }), { id: `a-${count}/1`, request })
}

const completion = (id: string, requestId: string): Exchange =>
  responded(completionWith({ id, choices: [] }), requestId)

/** Completions with different ids, and with these request ids. */
const completions = (...requestIds: string[]): Exchange[] => requestIds.map((id, at) => completion(`c-${at}`, id))

/** A list of models for a key. */
const list = (models: string, key = 'valid', path = '/v1/models'): Exchange => {
  const headers: Header[] = key === '' ? [] : [['Authorization', `Bearer ${key}`]]
  return responded(listOf(...models.split(' ')), `req-list-${count}`, { ...listing, path, headers })
}

const found = (requirement: string, exchanges: readonly Exchange[]) =>
  judgeComparisons(exchanges)
    .filter((finding) => finding.requirement === requirement)
    .map(({ outcome, message, actual }) => [outcome, message, ...(actual === undefined ? [] : [actual])])

const elsewhere = { ...completion('c', 'req-1'), request: { ...asked, operation: 'other' as const } }
const silent = lostBy('ENOTFOUND', { id: 'silent/1' }, 'name')

type Row = readonly [title: string, exchanges: readonly Exchange[], ...found: readonly string[][]]

function comparing(requirement: string, ...rows: readonly Row[]): void {
  for (const [title, exchanges, ...expected] of rows)
    test(`${requirement}: ${title}`, () => assert.deepEqual(found(requirement, exchanges), expected))
}

const SHARED = ['fail', 'two responses share a request id'] as const
const MOVED = 'two lists of the valid key differ'

comparing(
  'request-id-unique',
  ['different request ids', completions('req-1', 'req-2'), ['pass', '2 responses with different ids']],
  ['a single response', completions('req-1')],
  ['one request id with white space around it', completions('req-1', ' req-1 '), [...SHARED, 'req-1']],
  [
    'one request id of three, next to another',
    completions('r', 'r', 'r', 'req-2'),
    [...SHARED, 'r'],
    [...SHARED, 'r'],
    ['pass', '1 responses with different ids'],
  ],
  ['empty request ids', completions('', '')],
  ['a request id on another path, and no response', [...completions('req-1'), elsewhere, silent]],
)
comparing(
  'completion-id-unique',
  [
    'one id of two completions',
    [completion('same', 'req-1'), completion('same', 'req-2')],
    ['fail', 'two completions share an id', 'same'],
  ],
  [
    'different ids of completions, and lists without any',
    [...completions('req-1', 'req-2'), list('svc/a'), list('svc/a')],
    ['pass', '2 completions with different ids'],
  ],
)
comparing(
  'list-steady',
  ['the same models in another order', [list('a b'), list('b a')], ['pass', '2 lists are the same']],
  ['lists that differ', [list('a b'), list('a b'), list('a c d')], ['fail', MOVED, 'without b; with c, d']],
  ['one list for each of two keys', [list('a'), list('b', 'second')]],
  ['lists without a key', [list('a', ''), list('b', '')]],
  ['lists of other paths', [list('a'), list('b', 'valid', '/v1/models?limit=1')]],
  ['a response that is not a list', [list('a'), { ...list('b'), response: responseOf('{}') }]],
)

test('names at most three models that each of two lists lacks, and both exchanges', () => {
  const lists = [list('a b c d'), list('e f g h')] as const
  const [finding] = judgeComparisons(lists).filter(({ outcome }) => outcome === 'fail')
  assert.partialDeepStrictEqual(finding, {
    actual: 'without a, b, c; with e, f, g',
    expected: 'the same models in both',
    exchanges: [lists[0].id, lists[1].id],
  })
})

test('does not compare a list that was cut off', () => {
  const short = list('a')
  const cut = { ...short, response: responseOf(short.response?.body ?? '', { complete: false }) }
  assert.deepEqual(found('list-steady', [list('a b'), cut]), [])
})

test('the ids of a stream are the string ids of its chunks', () => {
  const events = framed(['{"id":"a"}', '{"id":1}', '[]', '{', '{"id":"b"}', '[DONE]'])
  assert.deepEqual(idsOf(streamed(events).response as never), ['a', 'b'])
})
