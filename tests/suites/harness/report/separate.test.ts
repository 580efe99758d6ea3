/** When one group of findings becomes several causes, one for each mistake of the gateway. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RequirementId, requirement } from '../../../../suites/harness/catalogue/requirements.ts'
import type { Exchange } from '../../../../suites/harness/http/exchange.ts'
import type { Group } from '../../../../suites/harness/report/cause-groups.ts'
import { separate } from '../../../../suites/harness/report/roots/separate.ts'
import { asking, exchangeOf, responseOf } from '../http/exchanges.ts'

const VALID = { model: 'svc/echo-1', messages: [{ role: 'user', content: 'Hi.' }] }

let count = 0

function invalid(body: object | string, status = 200): Exchange {
  count += 1
  return exchangeOf(responseOf('{}', { status }), { id: `check/${count}/1`, request: asking(body) })
}

function groupOf(shown: readonly Exchange[], id: RequirementId = 'request-n', also: Group['also'] = []): Group {
  const clues = shown.map((exchange) => ({
    finding: { requirement: id, outcome: 'fail' as const, message: '', exchanges: [exchange.id] },
    requirement: requirement(id),
    verdict: 'fail' as const,
    exchange,
  }))
  return { kind: 'status', statuses: [400], key: '', clues, also }
}

/** Requests whose mistake is not in the schema. */
const plain = (length: number): Exchange[] => Array.from({ length }, () => invalid(VALID, 400))

/** The roots of a group with their numbers of requests; `others` is the number of requests without the failure. */
function rootsOf(shown: readonly Exchange[], others = shown.length + 1): (readonly [string | undefined, number])[] {
  return separate(groupOf(shown), [...shown, ...plain(others)]).map(({ root, clues }) => [root, clues.length])
}

const high = (name: string): Exchange => invalid({ ...VALID, [name]: 99 })
const nulled = (name: string): Exchange => invalid({ ...VALID, [name]: null })

test('separates mistakes by field or by kind of fault, whichever has fewer causes', () => {
  assert.deepEqual(rootsOf([high('n'), high('n'), nulled('n'), high('temperature'), nulled('temperature')]), [
    ['a value out of bounds', 3],
    ['null', 2],
  ])
  const { model, ...modelless } = VALID
  assert.deepEqual(rootsOf([nulled('n'), high('n'), invalid({ ...VALID, n: 'x' }), invalid(modelless)]), [
    ['n', 3],
    ['model', 1],
  ])
  assert.equal(typeof model, 'string')
})

test('each kind of fault has its name', () => {
  const kinds: Readonly<Record<string, Exchange>> = {
    'an unlisted field': invalid({ ...VALID, tools: [] }),
    'a wrong type': invalid({ ...VALID, n: 'x' }),
    'a wrong value': invalid({ ...VALID, model: 'GPT' }),
    'a missing field': invalid({ ...VALID, messages: [{ role: 'user' }] }),
    'fields that exclude each other': invalid({ ...VALID, max_tokens: 1, max_completion_tokens: 1 }),
    'a body that is not JSON': invalid('{'),
    'a value out of bounds': invalid(JSON.stringify(VALID).replace('{', '{"top_p":1e400,')),
  }
  for (const [kind, exchange] of Object.entries(kinds)) {
    const roots = rootsOf([exchange, nulled('temperature')]).map(([root]) => root)
    assert.deepEqual(roots, [kind, 'null'])
  }
})

test('a failure of most invalid requests is one cause, and so is one that depends on something else', () => {
  const shown = [high('n'), nulled('temperature')]
  assert.deepEqual(rootsOf(shown, 1), [[undefined, 2]])
  // The mistakes are not the reason, because most requests with them are rejected.
  const response = responseOf('{}', { status: 400 })
  const same = [high('n'), high('n'), high('n'), nulled('temperature')].map((each) => ({ ...each, response }))
  assert.equal(separate(groupOf(shown), [...shown, ...same, ...same.map((each) => ({ ...each }))]).length, 1)
})

test('separates only accepted requests and server errors', () => {
  const both = [
    { ...VALID, n: 99 },
    { ...VALID, temperature: null },
  ] as const
  const causesOf = (status: number): number =>
    separate(groupOf(both.map((body) => invalid(body, status))), plain(9)).length
  assert.deepEqual([200, 500, 502, 404].map(causesOf), [2, 2, 2, 1])
  const two = groupOf([high('n'), nulled('temperature')])
  const others: readonly Group[] = [
    { ...two, kind: 'form' },
    { ...two, statuses: [404] },
  ]
  for (const other of others) assert.deepEqual(separate(other, plain(9)), [other])
})

test('a request with several mistakes joins others of its requirement, and merged findings stay with the first', () => {
  const two = invalid({ ...VALID, n: 99, temperature: null })
  const also = groupOf([high('stop')]).clues
  const clues = [...groupOf([high('n'), high('n')]).clues, ...groupOf([nulled('top_p'), two], 'request-no-null').clues]
  const groups = separate({ ...groupOf([]), clues, also }, plain(20))
  const sizes = groups.map((group) => `${group.root}: ${group.clues.length} and ${group.also.length}`)
  assert.deepEqual(sizes, ['a value out of bounds: 2 and 1', 'null: 2 and 0'])
})
