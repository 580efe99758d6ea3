import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leftOutLine, revisitSentences, seedWords } from '../../../reporters/wording/requests.ts'
import type { Report, ReportedRevisit } from '../../../suites/harness/report/report.ts'

test('the words for a seed say where it is from', () => {
  const words = (report: Partial<Report>): string => seedWords(report as Report)
  assert.equal(words({ seed: 7 }), '7')
  assert.equal(words({ seed: 7, seed_from: 'drawn' }), '7, drawn for this run')
  assert.equal(words({ seed: 7, seed_from: 'challenge', nonce: 'abc' }), '7, from the challenge abc')
})

test('the line counts the requests that the budget left out', () => {
  assert.equal(leftOutLine({ sent: 3, left_out: 2 }), '2 of 5 drawn requests not sent: the budget was spent')
  assert.equal(leftOutLine({ sent: 0, left_out: 1 }), '1 of 1 drawn request not sent: the budget was spent')
})

test('revisits are grouped by their conclusion, with the number of requests', () => {
  const revisit = (started: string, conclusion: string, another_key?: true) =>
    ({ started, conclusion, requests: 4, ...(another_key ? { another_key } : {}) }) as unknown as ReportedRevisit
  const revisits = [revisit('A', 'conformant'), revisit('B', 'nonconformant', true), revisit('C', 'conformant')]
  assert.deepEqual(revisitSentences({ revisits }), [
    'The target responds differently when it is not being tested: revisited B with another key (4 requests).',
    'Revisited A and C (8 requests): no contradiction.',
  ])
  assert.deepEqual(revisitSentences({}), [])
})
