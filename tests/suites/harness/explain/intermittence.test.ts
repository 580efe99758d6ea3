import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureGroups } from '../../../../suites/harness/explain/intermittence.ts'
import type { Finding, Outcome } from '../../../../suites/harness/judge/evidence.ts'
import { membersOf } from '../members.ts'

const finding = (outcome: Outcome, exchange: string, more: Partial<Finding> = {}): Finding => ({
  requirement: 'request-n',
  check: 'request-n.cases',
  outcome,
  message: 'm',
  exchanges: [exchange],
  statuses: [400],
  ...more,
})

test('passes and failures are the sample of a breach, and no other finding', () => {
  const findings = [
    finding('fail', 'a'),
    finding('pass', 'b'),
    finding('inconclusive', 'c'),
    finding('not-evidenced', 'd'),
    finding('observed', 'e'),
    finding('pass', 'repeated'),
    finding('pass', 'f', { isConsequence: true }),
  ]
  const groups = failureGroups(findings, [], new Set(['repeated']))
  assert.deepEqual(membersOf(groups, 'failed', 'held'), [[['a'], ['b']]])
})
