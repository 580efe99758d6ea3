import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { sha256 } from '../../../cli/certificate/file.ts'
import { noResultFor, type TestResult, testResultOf } from '../../../reporters/certificate/test-result.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../../suites/harness/report/requirement.ts'
import { certifiedRun } from './certified-run.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
const followsInToto = ajv.compile(
  JSON.parse(readFileSync(new URL('test-result.schema.json', import.meta.url), 'utf8')) as object,
)

const honest = JSON.parse((await certifiedRun('smoke')).report) as Report
const file = (name: string) => ({ name, digest: { sha256: sha256(name) } })
const files = { requirements: file('requirements.yaml'), report: file('report.json') }

/** The test result of a run; asserts that it is a valid in-toto statement. */
function resultOf(report: Report, more: object = {}): TestResult['predicate'] {
  const statement = JSON.parse(JSON.stringify(testResultOf(report, { ...files, ...more }))) as TestResult
  assert.ok(followsInToto(statement), JSON.stringify(followsInToto.errors))
  return statement.predicate
}

/** The honest run, with another verdict on one requirement that passed. */
function withVerdict(verdict: ReportedRequirement['verdict'], change: Partial<Report> = {}): Report {
  const at = honest.requirements.findIndex(({ id }) => id === 'models-list')
  const other = { ...honest.requirements[at], verdict } as ReportedRequirement
  return { ...honest, ...change, requirements: honest.requirements.with(at, other) }
}

test('a conforming run has the result PASSED, and lists exactly the requirements that passed', () => {
  const { result, passedTests, warnedTests, failedTests } = resultOf(honest)
  const passed = honest.requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id)
  assert.deepEqual([result, passedTests, warnedTests, failedTests], ['PASSED', passed, [], []])
  assert.ok(passed.includes('models-list') && passed.length < honest.requirements.length)
})

test('requirements declared absent are in no list of tests, but in the annotations', () => {
  const { result, passedTests, configuration } = resultOf(withVerdict('not-applicable'))
  assert.equal(result, 'PASSED')
  assert.ok(!passedTests.includes('models-list'))
  const notes = configuration[0]?.annotations?.svc_conformance as Readonly<Record<string, unknown>> | undefined
  assert.deepEqual(notes?.not_applicable, ['models-list'])
})

const FAILED = { conclusion: 'nonconformant' } as const
const rows: readonly (readonly [title: string, report: Report, result: string, warned: number, failed: number])[] = [
  ['a warning is a warning', withVerdict('warn'), 'WARNED', 1, 0],
  ['a warning of a strict run is a failure', withVerdict('warn', { strict: true, ...FAILED }), 'FAILED', 0, 1],
  ['a requirement that does not hold is a failure', withVerdict('fail', FAILED), 'FAILED', 0, 1],
  ['an incomplete run has no failed tests', withVerdict('not-evidenced', { conclusion: 'incomplete' }), 'FAILED', 0, 0],
]
for (const [title, report, result, warned, failed] of rows)
  test(`${title}: ${result}`, () => {
    const { passedTests, ...notes } = resultOf(report)
    const lists = [warned, failed].map((length) => Array.from({ length }, () => 'models-list'))
    assert.deepEqual([notes.result, notes.warnedTests, notes.failedTests], [result, ...lists])
    assert.ok(!passedTests.includes('models-list'))
  })

test('a failure that is not scored is a warning, also in a strict run', () => {
  const at = honest.requirements.findIndex(({ id }) => id === 'models-list')
  const notes = (change: Partial<ReportedRequirement>, strict: boolean): unknown => {
    const other = { ...honest.requirements[at], ...change } as ReportedRequirement
    const { passedTests, ...rest } = resultOf({ ...honest, strict, requirements: honest.requirements.with(at, other) })
    assert.ok(!passedTests.includes('models-list'))
    return [rest.result, rest.warnedTests, rest.failedTests]
  }
  const warned = ['WARNED', ['models-list'], []]
  for (const strict of [false, true]) {
    assert.deepEqual(notes({ verdict: 'fail', not_scored: { reason: 'newer' } }, strict), warned)
    assert.deepEqual(
      notes({ verdict: 'warn', not_scored: { reason: 'challenged', challenges: ['x'] } }, strict),
      warned,
    )
    assert.deepEqual(notes({ verdict: 'pass', newer: { verdict: 'fail', findings: [] } as never }, strict), warned)
  }
})

test('a run with a draft set has no test result', () =>
  assert.match(noResultFor({ ...honest, set: '1.0.0-2', set_state: 'draft' }) ?? '', /the set 1\.0\.0-2 is a draft/))

test('the configuration lists harness, catalogue, report, and transcript if there is one', () => {
  const names = (more: object): string[] => resultOf(honest, more).configuration.map(({ name }) => name)
  const first = ['svc-conformance', 'requirements.yaml', 'report.json']
  assert.deepEqual(names({}), first)
  const all = names({ set: file('1.0.0-1'), transcript: file('transcript.jsonl') })
  assert.deepEqual(all, [...first.toSpliced(2, 0, '1.0.0-1'), 'transcript.jsonl'])
  const [harness] = resultOf(honest).configuration
  const { contract, profile, strict, seed, runs } = honest
  assert.equal(harness?.uri, `pkg:npm/svc-conformance@${honest.harness}`)
  assert.deepEqual(harness?.annotations, { svc_conformance: { contract, profile, strict, seed, runs } })
})

test('declared images and commits are subjects, by which policies find the result', () => {
  const [image, revision] = [`registry.example.com/gateway@sha256:${'a'.repeat(64)}`, 'b'.repeat(40)]
  const target = { ...honest.target, declared: { about: { image, revision } } }
  const { subject } = testResultOf({ ...honest, target }, files)
  const digests = subject.map(({ digest }) => digest)
  assert.deepEqual(digests, [files.report.digest, { sha256: 'a'.repeat(64) }, { gitCommit: revision }])
  resultOf({ ...honest, target })
})

test('a filtered run has no result, because it would look like one of all requirements', () => {
  assert.match(noResultFor({ ...honest, filtered: true }) ?? '', /limited to some suites/)
  assert.equal(noResultFor(honest), undefined)
})

test('the in-toto schema rejects malformed statements', () => {
  const good = testResultOf(honest, files)
  const mutated: readonly object[] = [
    { ...good, subject: [] },
    { ...good, subject: [{ name: 'x' }] },
    { ...good, predicate: { ...good.predicate, result: 'passed' } },
    { ...good, predicate: { ...good.predicate, configuration: [{ name: 'x' }] } },
    { ...good, predicate: { ...good.predicate, passed_tests: [] } },
    { ...good, predicateType: 'https://svc-conformance.dev/certificate/v1' },
  ]
  for (const statement of mutated) assert.equal(followsInToto(statement), false, JSON.stringify(statement))
})
