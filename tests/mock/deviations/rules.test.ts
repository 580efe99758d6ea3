import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RULES } from '../../../mock/core/request/rules.ts'
import { REFUSALS } from '../../../mock/deviations/faults/breaks.ts'
import { listFaults } from '../../../mock/index.ts'
import { breaksMust } from '../../prove/outcome.ts'

const breaks = new Map(listFaults().map(({ name, breaks }) => [name, breaks]))

test('a fault that skips a rule breaks the requirements of that rule, also in streams', () => {
  for (const [rule, { keeps }] of Object.entries(RULES)) {
    // A stream that ignores a rule of level should breaks no must either.
    const inStreams = breaksMust(keeps) ? ['stream-invalid-request'] : []
    const broken = breaks.get(`accepts-${rule.replaceAll(/[._]/g, '-')}`)
    assert.deepEqual(new Set(broken), new Set([...keeps, ...inStreams]), rule)
  }
})

test('REFUSALS has the requirements of all rules, and those of reading the body', () => {
  const kept = new Set<string>(Object.values(RULES).flatMap(({ keeps }) => keeps))
  assert.deepEqual(REFUSALS, [
    ...kept,
    'request-body-json',
    'request-body-utf8',
    'request-depth',
    'request-depth-status',
    'stream-invalid-request',
    'status-order',
  ])
})
