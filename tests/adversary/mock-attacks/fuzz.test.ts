/** A short form of `npm run fuzz`, and tests that its judges find what they should. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzzCore } from '../../../bench/fuzz/core.ts'
import { faultsOf } from '../../../bench/fuzz/page.ts'
import type { Outcome } from '../../../bench/fuzz/responses/outcome.ts'
import { fuzzSockets } from '../../../bench/fuzz/sockets.ts'

const SEED = 20_261_121

function assertSound(outcome: Outcome, requests: number): void {
  assert.deepEqual([...outcome.shown, ...faultsOf(outcome)], [])
  assert.equal(outcome.requests, requests)
  for (const status of [200, 400, 401, 404]) assert.ok(outcome.statuses.get(status), `no response with ${status}`)
}

test('3,000 generated requests to the core get responses as the contract has it', () => {
  assertSound(fuzzCore({ requests: 3_000, seed: SEED }), 3_000)
})

test('600 connections with damaged bytes get responses as the contract has it', async () => {
  assertSound(await fuzzSockets({ requests: 600, seed: SEED }), 600)
})

for (const fault of [
  'error-code-number',
  'request-id-missing',
  'request-id-reused-every-tenth',
  'accepts-temperature-max',
  'accepts-unknown',
  'unknown-model-as-403',
  'stream-as-json',
]) {
  test(`the core with the fault ${fault} is found out`, () => {
    assert.notDeepEqual(faultsOf(fuzzCore({ requests: 1_000, seed: SEED, faults: [fault] })), [])
  })
}

test('a listening mock with a fault is found out', async () => {
  assert.notDeepEqual(faultsOf(await fuzzSockets({ requests: 100, seed: SEED, faults: ['request-id-missing'] })), [])
})
