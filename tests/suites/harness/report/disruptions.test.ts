/** The counts of errors in a report that are not findings. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Exchange, identityFor, type Named } from '../../../../suites/harness/http/exchange.ts'
import type { KeyRole } from '../../../../suites/harness/http/key-forms.ts'
import { complete, sentRequest } from '../../../../suites/harness/http/request.ts'
import type { Evidence, Expectation } from '../../../../suites/harness/judge/evidence.ts'
import { deathOf, errorsOf, lossesOf, stopOf } from '../../../../suites/harness/report/counts/disruptions.ts'
import { evidenceFor, exchangeOf, headersWith, lostBy, responseOf } from '../http/exchanges.ts'

const shown = { baseUrl: 'http://127.0.0.1:1', way: {} }

function got(
  named: Named,
  status: number | string,
  { model = 'svc/a', role = 'valid' as KeyRole, signed = true, attempt = 1 } = {},
): Exchange {
  const request = { ...sentRequest(complete({ model, messages: [] }, { role })), model }
  const more = { ...identityFor(named, attempt), request, startedAt: attempt }
  if (typeof status === 'string') return lostBy(status, more)
  return exchangeOf(responseOf('', { status, headers: headersWith(signed ? 'r' : undefined) }), more)
}

const evidenceOf = (exchange: string, expectation: Expectation): Evidence =>
  evidenceFor('request-n', exchange, expectation, { check: 'c' })

it('counts errors of valid requests by status, with the number of responses', () => {
  const exchanges = [
    got({ name: 'c/valid' }, 503),
    got({ name: 'c/valid' }, 200, { attempt: 2 }),
    got({ name: 'control/x' }, 502, { signed: false, attempt: 3 }),
    got({ name: 'c/invalid', between: true }, 200),
    got({ name: 'c/invalid' }, 500),
    got({ name: 'c/state' }, 503),
    got({ name: 'c/state', between: true }, 503),
    got({ name: 'c/listed' }, 503, { model: 'svc/unavailable' }),
    got({ name: 'c/other' }, 'ECONNRESET'),
    got({ name: 'control/limited' }, 429, { role: 'limited' }),
  ]
  const evidence = [
    evidenceOf('c/valid/2', { kind: 'accepted' }),
    evidenceOf('c/invalid/1', { kind: 'rejected', statuses: [400] }),
    evidenceOf('c/state/1', { kind: 'state', statuses: [503] }),
    evidenceOf('c/listed/1', { kind: 'callable' }),
    evidenceOf('c/other/1', { kind: 'accepted' }),
  ]
  const errors = errorsOf({ exchanges, evidence, remarks: [] }, shown)
  assert.deepEqual([errors?.responses, errors?.statuses, errors?.without_request_id], [4, { 502: 1, 503: 1 }, 1])
  assert.equal(errors?.first.exchange, 'c/valid/1')
  assert.match(errors?.first.curl ?? '', /^curl .*chat\/completions/)
})

it('names the values of variations that only requests with errors have', () => {
  const varied = (name: string, status: number, tracing: string): Exchange => {
    const exchange = got({ name: `control/${name}` }, status)
    return { ...exchange, request: { ...exchange.request, headers: [...exchange.request.headers, [tracing, 'x']] } }
  }
  const failed = ['a', 'b', 'c'].map((name) => varied(name, 500, 'x-b3-traceid'))
  const sharedIn = (...exchanges: Exchange[]) =>
    errorsOf({ exchanges: [...exchanges, varied('d', 200, 'x-request-id')], evidence: [], remarks: [] }, shown)
      ?.only_with
  assert.deepEqual(sharedIn(...failed), ['tracing: b3'])
  assert.equal(sharedIn(...failed.slice(1)), undefined)
  assert.equal(sharedIn(...failed, varied('e', 503, 'x-request-id')), undefined)
  assert.equal(sharedIn(...failed, varied('e', 200, 'x-b3-traceid')), undefined)
})

it('a run without errors has no counts', () => {
  const transcript = { exchanges: [got({ name: 'control/x' }, 200)], evidence: [], remarks: [] }
  assert.equal(errorsOf(transcript, shown), undefined)
  assert.deepEqual(lossesOf(transcript, shown), {})
})

it('counts the ways in which responses are lost, with the first of each', () => {
  const exchanges = [
    got({ name: 'c/later' }, 'ECONNRESET', { attempt: 2 }),
    got({ name: 'c/first' }, 'ECONNRESET'),
    got({ name: 'c/slow' }, 'TIMEOUT'),
    got({ name: 'c/ok' }, 200),
    exchangeOf(responseOf('{"id":', { complete: false }), identityFor({ name: 'c/cut' }, 1)),
  ]
  const transcript = { exchanges, evidence: [], remarks: [] }
  const losses = Object.entries(lossesOf(transcript, shown))
  assert.deepEqual(
    losses.map(([name, { count, first }]) => [name, count, first.exchange]),
    [
      ['connections_ended', 2, 'c/first/1'],
      ['responses_cut', 1, 'c/cut/1'],
      ['timed_out', 1, 'c/slow/1'],
    ],
  )
})

it('advises first against the errors that spent the budget', () => {
  const mend = 'Allow more.'
  const first = { exchange: 'a', curl: 'curl' }
  const withErrors = (count: number) => ({ responses: 100, statuses: { 503: count }, without_request_id: 0, first })
  const adviceOf = (limit: 'requests' | 'time' | undefined, count: number): string =>
    stopOf({ reason: 'r', mend, ...(limit ? { limit } : {}) }, withErrors(count)).mend
  assert.match(adviceOf('requests', 5), /^Many valid requests failed: first fix these errors\. Allow more\.$/)
  assert.deepEqual([adviceOf('requests', 4), adviceOf('time', 50), adviceOf(undefined, 50)], [mend, mend, mend])
  assert.deepEqual(stopOf({ reason: 'r', mend, limit: 'requests' }, undefined), { reason: 'r', mend })
  const limited = { ...withErrors(4), statuses: { 429: 5, 503: 4 } }
  assert.match(
    stopOf({ reason: 'r', mend, limit: 'requests' }, limited).mend,
    /got 429: first try a lower rate\. Allow more\.$/,
  )
})

it('reports the requests in flight when the target died, and the one that ends it, if it is one of them', () => {
  const exchanges = [got({ name: 'c/one' }, 'ECONNRESET'), got({ name: 'c/two' }, 'ECONNRESET', { attempt: 2 })]
  const death = (killer?: string) => {
    const found = deathOf({ exchanges, evidence: [], remarks: [] }, killer, shown)
    return [found?.in_flight.map(({ exchange }) => exchange), found?.ended_by?.exchange]
  }
  assert.deepEqual(death(), [['c/one/1', 'c/two/2'], undefined])
  assert.deepEqual(death('c/two/2'), [['c/one/1', 'c/two/2'], 'c/two/2'])
  assert.deepEqual(death('c/before/1'), [['c/one/1', 'c/two/2'], undefined])
  const alive = [got({ name: 'c/one' }, 200)]
  assert.equal(deathOf({ exchanges: alive, evidence: [], remarks: [] }, undefined, shown), undefined)
})
