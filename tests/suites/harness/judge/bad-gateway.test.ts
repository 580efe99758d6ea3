/** 502 and 504 in a run: one is a warning, repeated ones are failures, and those of a proxy are inconclusive. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange, Header } from '../../../../suites/harness/http/exchange.ts'
import { AttemptsByName } from '../../../../suites/harness/judge/attempts.ts'
import { judgeBadGateways } from '../../../../suites/harness/judge/together/bad-gateway.ts'
import { exchangeOf, responseOf } from '../http/exchanges.ts'
import { membersOf } from '../members.ts'

const got = (id: string, status: number, connection?: number, headers: Header[] = []): Exchange =>
  exchangeOf(responseOf('<h1>no</h1>', { status, headers }), { id, ...(connection && { connection }) })
const forwarded = (exchange: Exchange): Exchange => ({ ...exchange, forwarded: true })
const good = got('good/1', 200)
const once = ['gateway-status-once', 'fail']
const breach = ['gateway-statuses', 'fail']
const none = ['gateway-status-once', 'pass']
const VIA = ['via', '1.1 p'] as const
const BOTH = ['a/1', 'b/1']
const open = ['gateway-statuses', 'inconclusive']

for (const [title, exchanges, found, unjudged] of [
  ['none', [good, got('a/1', 503)], [none], []],
  ['none, and nothing accepted', [got('a/1', 500)], [], []],
  ['one', [good, got('a/1', 502)], [once], ['a/1']],
  ['two on different requests', [got('a/1', 502), got('b/1', 504)], [breach, breach], []],
  ['two on different connections', [got('a/1', 502, 1), got('b/1', 502, 2)], [breach, breach], []],
  ['two on one connection', [got('a/1', 502, 1), got('b/1', 502, 1)], [once, once], BOTH],
  ['two attempts at one request', [got('a/1', 502, 1), got('a/2', 502, 2)], [once, once], ['a/1', 'a/2']],
  ['each attempt of three', [1, 2, 3].map((n) => got(`a/${n}`, 502)), [breach, breach, breach], []],
  ['two attempts of three', [got('a/1', 502), got('a/2', 502), got('a/3', 200)], [once, once], ['a/1', 'a/2']],
  ['one that names a proxy in via', [good, got('a/1', 502, 1, [VIA])], [open, none], ['a/1']],
  ['one that names a proxy in proxy-status', [got('a/1', 504, 1, [['proxy-status', 'p; error=x']])], [open], ['a/1']],
  ['two through the proxy of the caller', [got('a/1', 502, 1), got('b/1', 504, 2)].map(forwarded), [open, open], BOTH],
  ['a 503 page of that proxy', [forwarded(got('a/1', 503, 1))], [open], ['a/1']],
  ['a 404 that passed a proxy', [good, got('a/1', 404, 1, [VIA])], [none], []],
] as const)
  test(`502 and 504: ${title}`, () => {
    const { findings, unjudged: left } = judgeBadGateways(exchanges, new AttemptsByName(exchanges))
    assert.deepEqual([membersOf(findings, 'requirement', 'outcome'), membersOf(left, 'id')], [found, unjudged])
  })
