/** A certificate is of a conformant run: it says which of its verdicts had no part in that. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Statement, statementOf } from '../../../reporters/certificate/certificate.ts'
import { faultBySchema } from '../../../suites/harness/catalogue/published-schema.ts'
import { reportOf } from '../../../suites/harness/report/report.ts'
import type { Scoring } from '../../../suites/harness/sets/scoring.ts'
import { challenge, changedSet, scoring, target, under } from '../../suites/harness/sets/fixture.ts'
import { aboutRun } from '../samples.ts'

const zeros = '0'.repeat(64)

function certified(by: Scoring): Statement['predicate'] {
  const about = aboutRun(target)
  const report = reportOf(under(by), about)
  const files = { report: ['report.json', zeros], transcript: ['transcript.jsonl', zeros] } as const
  const digests = { build: { sha256: zeros }, requirements: zeros }
  const bindings = { ...digests, ...files, exchanges: 1, expires: '2099-01-01T00:00:00.000Z' }
  const statement = statementOf(report, bindings)
  assert.equal(faultBySchema('certificate', statement), undefined)
  return statement.predicate
}

test('where everything that has a verdict counts, nothing is listed', () => {
  const { conclusion, not_scored } = certified(scoring({}))
  assert.deepEqual([conclusion, not_scored], ['conformant', undefined])
})

for (const [why, by] of [
  ['newer than the set', scoring({ set: changedSet((ids) => ids.filter((id) => id !== 'models-list')) })],
  ['disputed', scoring({ name: '1.0.0-2', challenges: [challenge('models-list')] })],
] as const)
  test(`a failure that does not count, because it is ${why}, is named`, () => {
    const { conclusion, verdicts, not_scored } = certified(by)
    assert.deepEqual([conclusion, verdicts['models-list'], not_scored], ['conformant', 'fail', ['models-list']])
  })
