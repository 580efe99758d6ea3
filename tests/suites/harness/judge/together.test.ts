/** What the responses of one run say about each other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Exchange, type Header, identityOf } from '../../../../suites/harness/http/exchange.ts'
import { idsOf, judgeComparisons } from '../../../../suites/harness/judge/together/comparisons.ts'
import { answerOf, asked, streamed } from '../http/exchanges.ts'

let count = 0

const answered = (body: object, requestId: string, request = asked): Exchange => {
  count += 1
  const headers: Header[] = [
    ['content-type', 'application/json'],
    ['x-svc-request-id', requestId],
  ]
  return { ...identityOf(`a-${count}/1`), request, answer: answerOf(JSON.stringify(body), { headers }), duration: 1 }
}

const completion = (id: string, requestId: string): Exchange =>
  answered({ id, object: 'chat.completion', choices: [] }, requestId)

/** A list of models for a key. */
const list = (models: string, key = 'valid', path = '/v1/models'): Exchange => {
  const headers: Header[] = key === '' ? [] : [['Authorization', `Bearer ${key}`]]
  const request = { ...asked, operation: 'models' as const, method: 'GET', path, headers, body: undefined }
  const data = models.split(' ').map((id) => ({ id, object: 'model' }))
  return answered({ object: 'list', data }, `req-list-${count}`, request)
}

const found = (requirement: string, exchanges: readonly Exchange[]) =>
  judgeComparisons(exchanges)
    .filter((finding) => finding.requirement === requirement)
    .map(({ outcome, message, actual }) => [outcome, message, ...(actual === undefined ? [] : [actual])])

const elsewhere = { ...completion('c', 'req-1'), request: { ...asked, operation: 'other' as const } }
const silent: Exchange = {
  ...identityOf('silent/1'),
  request: asked,
  failure: { stage: 'name', code: 'ENOTFOUND', message: '' },
  duration: 1,
}

const rows: readonly (readonly [title: string, requirement: string, exchanges: Exchange[], found: string[][]])[] = [
  [
    'different request ids',
    'request-id-unique',
    [completion('a', 'req-1'), completion('b', 'req-2')],
    [['pass', '2 responses with different ids']],
  ],
  ['one response alone', 'request-id-unique', [completion('a', 'req-1')], []],
  [
    'one request id with white space around it',
    'request-id-unique',
    [completion('a', 'req-1'), completion('b', ' req-1 ')],
    [['fail', 'two responses share a request id', 'req-1']],
  ],
  [
    'one request id of three, next to another',
    'request-id-unique',
    [completion('a', 'r'), completion('b', 'r'), completion('c', 'r'), completion('d', 'req-2')],
    [
      ['fail', 'two responses share a request id', 'r'],
      ['fail', 'two responses share a request id', 'r'],
      ['pass', '1 responses with different ids'],
    ],
  ],
  ['empty request ids', 'request-id-unique', [completion('a', ''), completion('b', '')], []],
  [
    'a request id on another path, and no response',
    'request-id-unique',
    [completion('a', 'req-1'), elsewhere, silent],
    [],
  ],
  [
    'one id of two completions',
    'completion-id-unique',
    [completion('same', 'req-1'), completion('same', 'req-2')],
    [['fail', 'two completions share an id', 'same']],
  ],
  [
    'different ids of completions, and lists without any',
    'completion-id-unique',
    [completion('a', 'req-1'), completion('b', 'req-2'), list('svc/a'), list('svc/a')],
    [['pass', '2 completions with different ids']],
  ],
  ['the same models in another order', 'list-steady', [list('a b'), list('b a')], [['pass', '2 lists are the same']]],
  [
    'lists that differ',
    'list-steady',
    [list('a b'), list('a b'), list('a c d')],
    [
      [
        'fail',
        'two lists with valid differ; a model added or removed in between would explain it',
        'without b, with c, with d',
      ],
    ],
  ],
  ['one list for each of two keys', 'list-steady', [list('a'), list('b', 'second')], []],
  ['lists without a key', 'list-steady', [list('a', ''), list('b', '')], []],
  ['lists of other paths', 'list-steady', [list('a'), list('b', 'valid', '/v1/models?limit=1')], []],
  ['what is not a list', 'list-steady', [list('a'), { ...list('b'), answer: answerOf('{}') }], []],
]

for (const [title, requirement, exchanges, expected] of rows)
  test(`${requirement}: ${title}`, () => assert.deepEqual(found(requirement, exchanges), expected))

test('at most five models of two lists that differ are named, and the pair is', () => {
  const lists = [list('a b c d'), list('e f g h')] as const
  const [finding] = judgeComparisons(lists).filter(({ outcome }) => outcome === 'fail')
  assert.equal(finding?.actual, 'without a, without b, without c, without d, with e')
  assert.equal(finding?.expected, '4 models, as in the other list')
  assert.deepEqual(finding?.exchanges, [lists[0].id, lists[1].id])
})

test('a list that was cut off is not compared', () => {
  const short = list('a')
  const cut = { ...short, answer: answerOf(short.answer?.body ?? '', { complete: false }) }
  assert.deepEqual(found('list-steady', [list('a b'), cut]), [])
})

test('the ids of a stream are those of its chunks, where they have one that is a text', () => {
  const events = ['{"id":"a"}', '{"id":1}', '[]', '{', '{"id":"b"}', '[DONE]'].map((data) => `data: ${data}\n\n`)
  assert.deepEqual(idsOf(streamed(events.join('')).answer as never), ['a', 'b'])
})
