/** Explanations of failures: a condition that pairs of requests confirm, or an intermittent failure. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { explained } from '../../../../suites/harness/explain/index.ts'
import { MAX_TESTS, ORDER, PAIRS } from '../../../../suites/harness/explain/responses.ts'
import { separatorsOf } from '../../../../suites/harness/explain/separators.ts'
import { exactInterval, fisher, wilson } from '../../../../suites/harness/explain/statistics.ts'
import type { Exchange, Header } from '../../../../suites/harness/http/exchange.ts'
import type { Evidence, Finding } from '../../../../suites/harness/judge/evidence.ts'
import { completionWith, listOf } from '../http/bodies.ts'
import { evidenceFor, exchangeOf, headersWith, listing, responseOf } from '../http/exchanges.ts'
import { membersOf } from '../members.ts'

const about = (value: number): number => Math.round(value * 10_000) / 10_000

test("the intervals and Fisher's test have the textbook values", () => {
  const bounds = ({ low, high }: ReturnType<typeof wilson>): number[] => [about(low), about(high)]
  assert.deepEqual(bounds(wilson(3, 65)), [0.0158, 0.1271])
  assert.deepEqual(bounds(exactInterval(3, 65)), [0.0096, 0.129])
  for (const interval of [wilson, exactInterval]) assert.deepEqual(interval(0, 0), { low: 0, high: 1 })
  assert.deepEqual([exactInterval(0, 10).low, exactInterval(10, 10).high], [0, 1])
  assert.equal(about(exactInterval(0, 10).high), about(1 - 0.025 ** (1 / 10)))
  // Fisher's lady tasting tea: all four of eight cups, and three of them.
  assert.equal(about(fisher({ failed: 4, allFailed: 4, held: 0, allHeld: 4 })), about(1 / 70))
  assert.equal(about(fisher({ failed: 3, allFailed: 4, held: 1, allHeld: 4 })), about(17 / 70))
})

test('names a wrong condition in fewer than 1 % of runs, with any share of failures', () => {
  for (let share = 0; share <= 1; share += 0.01)
    assert.ok(MAX_TESTS * (share * (1 - share)) ** PAIRS < 0.01, String(share))
})

test('periodic failures never look like a condition', () => {
  assert.equal(ORDER.filter((isWith) => isWith).length, PAIRS)
  for (let period = 1; period <= ORDER.length; period += 1)
    for (let first = 0; first < period; first += 1) {
      const periodic = ORDER.map((_, at) => at % period === first)
      assert.notDeepEqual(periodic, [...ORDER])
    }
})

let count = 0

/** A model list, with or without a request id, for a request with an Accept header. */
function list(id: string, { hasId, accept, headers = [] }: { hasId: boolean; accept?: string; headers?: Header[] }) {
  count += 1
  const sent: Header[] = [['authorization', 'Bearer $KEY'], ...(accept ? [['accept', accept] as const] : [])]
  const received = headersWith(hasId ? `req-${count}` : undefined, undefined, ...headers)
  return exchangeOf(responseOf(listOf(), { headers: received }), { id, request: { ...listing, headers: sent } })
}

const REQUIREMENT = 'request-id-present'
const OBSERVED = { kind: 'observed', what: 'outcome' } as const
const ONLY = 'accept: application/json'

/** Failures with one value, and successes without it. */
const first = (): Exchange[] => [
  ...Array.from({ length: 4 }, (_, at) => list(`a/with-${at}/1`, { hasId: false, accept: 'application/json' })),
  ...Array.from({ length: 40 }, (_, at) => list(`a/plain-${at}/1`, { hasId: true })),
]

/** Pairs of requests; `good` of those with the value succeed. */
function pairs(good: number, size = PAIRS): { exchanges: Exchange[]; evidence: Evidence[] } {
  const sides = ['with', 'without'] as const
  const all = Array.from({ length: size }, (_, at) => at).flatMap((at) =>
    sides.map((side) => {
      const isWith = side === 'with'
      const accept = isWith ? { accept: 'application/json' } : {}
      const exchange = list(`e/${at}/${side}/1`, { hasId: !isWith || at < good, ...accept })
      const repeats = { side, of: 'a/with-0/1', only: ONLY, isInvariant: true } as const
      return { exchange, evidence: evidenceFor(REQUIREMENT, exchange.id, OBSERVED, { check: 'e', repeats }) }
    }),
  )
  return { exchanges: all.map(({ exchange }) => exchange), evidence: all.map(({ evidence }) => evidence) }
}

function failures(exchanges: readonly Exchange[], evidence: readonly Evidence[] = []): readonly Finding[] {
  const findings = explained({ exchanges, evidence, remarks: [] })
  return findings.filter(({ requirement, outcome }) => requirement === REQUIREMENT && outcome === 'fail')
}

describe('a condition', () => {
  test('is not named without a test', () => {
    const found = failures(first())
    assert.equal(found.length, 4)
    assert.ok(found.every(({ only, message }) => only === undefined && !message.includes('only with')))
  })

  test('is named when every pair agrees', () => {
    const { exchanges, evidence } = pairs(0)
    const found = failures([...first(), ...exchanges], evidence)
    assert.ok(found.every(({ only, message }) => only === ONLY && message.endsWith(`(only with ${ONLY})`)))
    assert.ok(found.every(({ intermittent }) => intermittent === undefined))
  })

  test('is not named when one pair disagrees, or when there are too few', () => {
    for (const { exchanges, evidence } of [pairs(1), pairs(0, PAIRS - 1)])
      assert.ok(failures([...first(), ...exchanges], evidence).every(({ only }) => only === undefined))
  })
})

describe('an intermittent failure', () => {
  const of = { failed: 4, of: 44, low: 0.0253, high: 0.2167 }

  test('has a rate if a repeated request succeeded', () => {
    const { exchanges, evidence } = pairs(1)
    const [finding] = failures([...first(), ...exchanges], evidence)
    assert.deepEqual(finding?.intermittent, of)
  })

  test('has a rate if an equal request succeeded in the same run', () => {
    const [finding] = failures([...first(), list('b/equal/1', { hasId: true, accept: 'application/json' })])
    assert.deepEqual(finding?.intermittent, { failed: 4, of: 45, low: 0.0248, high: 0.2122 })
  })

  test('has no rate if the request never succeeded', () =>
    assert.ok(failures(first()).every(({ intermittent }) => intermittent === undefined)))

  test('has no rate if each attempt got a bad gateway', () => {
    const bad = [1, 2, 3].map((attempt) => {
      const exchange = list(`a/bad/${attempt}`, { hasId: true, accept: 'text/plain' })
      return { ...exchange, response: { ...responseOf(''), status: 502 } }
    })
    const served = exchangeOf(responseOf(completionWith()), { id: 'a/served/1' })
    const findings = explained({ exchanges: [...first(), served, ...bad], evidence: [], remarks: [] })
    const found = findings.filter(({ requirement }) => requirement === 'gateway-statuses')
    const failed = found.filter(({ outcome }) => outcome === 'fail')
    assert.deepEqual(membersOf(failed, 'intermittent'), Array(3).fill(undefined))
    assert.ok(found.length > failed.length)
  })
})

describe('a separator of bad and good responses', () => {
  const many = (length: number, make: (at: number) => Record<string, string>): Exchange[] =>
    Array.from({ length }, (_, at) => list(`x/${at}/1`, { hasId: false, headers: Object.entries(make(at)) }))

  test('is a header or the beginning of the request id, if it is significant', () => {
    const bad = many(5, (at) => ({ server: 'canary/2', 'x-svc-request-id': `cn_${at}${at}` }))
    const good = many(60, (at) => ({ server: 'main/1', 'x-svc-request-id': `mn_${at}${at}` }))
    assert.deepEqual(separatorsOf(bad, good), [
      'header server: canary/2 (5 of 5, else 0 of 60)',
      'request id begins with cn (5 of 5, else 0 of 60)',
    ])
  })

  test('is nothing that may be chance, and no header about the content or the connection', () => {
    const same = (length: number): Exchange[] => many(length, (at) => ({ server: at % 2 === 0 ? 'a' : 'b' }))
    assert.deepEqual(separatorsOf(same(5), same(60)), [])
    for (const [name, one, other] of [
      ['content-type', 'text/plain', 'application/json'],
      ['connection', 'close', 'keep-alive'],
      ['cache-control', 'no-cache', 'private'],
    ] as const) {
      const sent = (length: number, value: string): Exchange[] => many(length, () => ({ [name]: value }))
      assert.deepEqual(separatorsOf(sent(5, one), sent(60, other)), [])
    }
  })

  test('is a duration, if it is much longer than the others', () => {
    const timed = (length: number, from: number): Exchange[] =>
      many(length, () => ({})).map((exchange, at) => ({ ...exchange, duration: from + at / 10 }))
    assert.deepEqual(separatorsOf(timed(9, 200), timed(60, 10)), ['slower: median 200 ms, else 13 ms'])
    assert.deepEqual(separatorsOf(timed(9, 10), timed(60, 10)), [])
  })
})
