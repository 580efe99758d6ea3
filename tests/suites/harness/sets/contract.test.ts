/** The set decides the contract: with a catalogue of 1.1, a set of 1.0 judges and certifies by 1.0. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statementOf } from '../../../../reporters/certificate/certificate.ts'
import { type RequirementId, requirements } from '../../../../suites/harness/catalogue/requirements.ts'
import { replay } from '../../../../suites/harness/report/replay.ts'
import { type Report, reportOf } from '../../../../suites/harness/report/report.ts'
import { parseTranscript, transcriptText } from '../../../../suites/harness/report/transcript-file.ts'
import type { Result } from '../../../../suites/harness/run/result.ts'
import type { SetFile } from '../../../../suites/harness/sets/frozen-set.ts'
import { scoringFrom } from '../../../../suites/harness/sets/scoring.ts'
import { allChecks } from '../../../../suites/index.ts'
import { aboutRun } from '../../../reporters/samples.ts'
import { idsWith } from '../../runs.ts'
import { first, run, target, under } from './fixture.ts'

/** Requirements that checks of smoke cover and the responses show. */
const GONE: RequirementId = 'completion-created'
const ADDED: RequirementId = 'model-owned-by'

const catalogue = requirements.map((each) => {
  if (each.id === GONE) return { ...each, until: '1.1.0' }
  return each.id === ADDED ? { ...each, since: '1.1.0' } : each
})

const setFile = (name: string): SetFile => ({ ...first, set: name, contract: name.replace(/-\d+$/, '') })

const sets = ['1.0.0-1', '1.1.0-1'].map((name) => ({ name, effective: '2026-01-01', sha256: '' }))

function by(name: string, of?: Result): Result {
  const scoring = scoringFrom({ timeline: { sets }, setFile, challenges: [], catalogue }, name, run.started)
  return under(scoring, of ? { of } : {})
}

const about = aboutRun(target)
const ZEROS = '0'.repeat(64)

function certified(report: Report): { readonly version: string; readonly ids: readonly string[] } {
  const { predicate } = statementOf(report, {
    build: { sha256: ZEROS },
    requirements: ZEROS,
    report: ['report.json', ZEROS],
    transcript: ['transcript.jsonl', ZEROS],
    exchanges: 1,
    expires: '2099-01-01T00:00:00.000Z',
  })
  return { version: predicate.contract.version, ids: Object.keys(predicate.verdicts) }
}

for (const [contract, [has, lacks]] of Object.entries({ '1.0.0': [GONE, ADDED], '1.1.0': [ADDED, GONE] } as const))
  test(`under ${contract}-1 the contract is ${contract}, and only its requirements have verdicts`, () => {
    const result = by(`${contract}-1`)
    const report = reportOf(result, about)
    const { head } = parseTranscript(transcriptText(result, target, about), 'transcript')
    const { version, ids } = certified(report)
    assert.deepEqual([report.contract, head.contract, version], [contract, contract, contract])
    assert.ok(ids.includes(has) && !ids.includes(lacks))
    assert.equal(report.requirements.length, requirements.length - 1)
  })

test('requirements of another contract do not fail a run', () => {
  const exchanges = run.transcript.exchanges.map((exchange) => {
    const { response } = exchange
    if (!response) return exchange
    const body = Buffer.from(Buffer.from(response.body).toString('utf8').replaceAll('"owned_by"', '"owner"'))
    return { ...exchange, response: { ...response, body } }
  })
  const mutated: Result = { ...run, transcript: { ...run.transcript, exchanges } }
  assert.ok(idsWith(by('1.1.0-1', mutated), 'fail').includes(ADDED))
  assert.ok(!idsWith(by('1.0.0-1', mutated), 'fail').includes(ADDED))
})

test('replays a record without a set only by the contract of its run', async () => {
  const { head, exchanges } = parseTranscript(transcriptText(run, target, about), 'transcript')
  await assert.rejects(replay({ head: { ...head, contract: '0.9.0' }, exchanges }, allChecks), {
    name: 'UsageError',
    message: /^without a set, this version judges by contract \S+, not 0\.9\.0$/,
  })
})
