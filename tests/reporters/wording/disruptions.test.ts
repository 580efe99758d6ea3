import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disruptionRows } from '../../../reporters/wording/disruptions.ts'
import type { Report } from '../../../suites/harness/report/report.ts'

const request = (exchange: string, curl = `curl ${exchange}`) => ({ exchange, curl })
const rowsOf = (part: Partial<Report>) => disruptionRows(part as Report)

test('each disruption is a sentence with its first request', () => {
  const disrupted = {
    errors_of_valid: { responses: 9, statuses: { 500: 2, 503: 1 }, without_request_id: 1, first: request('a/1') },
    connections_ended: { count: 1, first: request('b/1') },
    responses_cut: { count: 4, first: request('s/1') },
    timed_out: { count: 2, first: request('c/1', 'x'.repeat(2001)) },
    died: { in_flight: [request('d/1'), request('e/1')] },
  } as Partial<Report>
  assert.deepEqual(rowsOf(disrupted), [
    ['', 'of 9 responses to valid requests: 2 with 500, 1 with 503, 1 without a request id; the first:'],
    ['curl', 'curl a/1'],
    ['', '1 connection ended without a response; the first is b/1:'],
    ['curl', 'curl b/1'],
    ['', '4 responses ended in the middle, with the connection; the first is s/1:'],
    ['curl', 'curl s/1'],
    ['', '2 requests got no complete response in time; the first is c/1:'],
    ['exchange', 'c/1'],
    [
      '',
      'in flight when the target stopped answering (with --wait and a restarted target, the run finds the request that stopped it):',
    ],
    ['curl', 'curl d/1'],
    ['curl', 'curl e/1'],
  ])
})

test('errors of valid requests name what only their requests have', () => {
  const errors = {
    responses: 9,
    statuses: { 500: 3 },
    without_request_id: 0,
    only_with: ['tracing: b3', 'order of members: usual'],
  }
  assert.deepEqual(rowsOf({ errors_of_valid: { ...errors, first: request('a/1') } })[0], [
    '',
    'of 9 responses to valid requests: 3 with 500, each with tracing: b3 and order of members: usual, which no accepted request has; the first:',
  ])
})

test('only the request that stopped the target is named, and an undisturbed run has no rows', () => {
  const died = { in_flight: [request('d/1'), request('e/1')], ended_by: request('e/1') } as NonNullable<Report['died']>
  assert.deepEqual(rowsOf({ died }), [
    ['', 'this request stopped the target each time it was sent alone:'],
    ['curl', 'curl e/1'],
  ])
  assert.deepEqual(rowsOf({}), [])
})
