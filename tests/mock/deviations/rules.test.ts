import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RULES } from '../../../mock/core/request/rules.ts'
import { REFUSALS } from '../../../mock/deviations/faults/breaks.ts'
import { listFaults } from '../../../mock/index.ts'

const breaks = new Map(listFaults().map(({ name, breaks }) => [name, breaks]))

test('the fault that does not apply a rule breaks what the rule keeps, in streams as well', () => {
  for (const [rule, { keeps }] of Object.entries(RULES))
    assert.deepEqual(breaks.get(`accepts-${rule.replaceAll(/[._]/g, '-')}`), [...keeps, 'stream-invalid-request'], rule)
})

test('what falls when every refusal is wrong is what all the rules keep, and the reading of the body', () => {
  const kept = new Set<string>(Object.values(RULES).flatMap(({ keeps }) => keeps))
  assert.deepEqual(REFUSALS, [
    ...kept,
    'request-body-json',
    'request-body-utf8',
    'stream-invalid-request',
    'status-order',
  ])
})
