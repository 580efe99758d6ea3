import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureGroups } from '../../../../suites/harness/explain/intermittence.ts'
import type { Finding, Outcome, Repetition } from '../../../../suites/harness/judge/evidence.ts'
import { evidenceFor } from '../http/exchanges.ts'
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
  const repeats: Repetition = { side: 'repeat', of: 'a' }
  const again = evidenceFor('request-n', 'repeated', { kind: 'accepted' }, { check: 'request-n.cases', repeats })
  const groups = failureGroups(findings, { exchanges: [], evidence: [again], remarks: [] })
  assert.deepEqual(membersOf(groups, 'failed', 'held'), [[['a'], ['b']]])
})
