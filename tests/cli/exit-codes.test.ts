import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exitCodeOf } from '../../cli/exit-codes.ts'
import { failureOf } from '../../cli/output.ts'
import { problemWithNode } from '../../cli/start/node-version.ts'
import { ConfigError } from '../../mock/index.ts'
import { UsageError } from '../../suites/harness/catalogue/usage-error.ts'
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'

function requirement(verdict: ReportedRequirement['verdict']): ReportedRequirement {
  return { id: 'a', section: '1', level: 'must', statement: '', verdict, evidence: 0, findings: [] }
}

test('every conclusion has its exit code', () => {
  const requirements = [requirement('pass')]
  assert.equal(exitCodeOf({ conclusion: 'conformant', requirements }), 0)
  assert.equal(exitCodeOf({ conclusion: 'nonconformant', requirements }), 1)
  assert.equal(exitCodeOf({ conclusion: 'incomplete', requirements }), 3)
})

test('a check that threw is a failure of the harness, unless the target failed as well', () => {
  const requirements = [requirement('pass'), requirement('error')]
  assert.equal(exitCodeOf({ conclusion: 'incomplete', requirements }), 4)
  assert.equal(exitCodeOf({ conclusion: 'nonconformant', requirements }), 1)
})

test('usage errors and internal errors have different exit codes, and print no keys and no stack', () => {
  const usage = failureOf(new UsageError('no such thing: svc_a_secret'), false)
  assert.deepEqual(usage, { message: 'no such thing: svc_…', code: 2 })
  assert.equal(failureOf(new ConfigError(['x']), false).code, 2)
  const ours = failureOf(new TypeError('x is not a function svc_a_secret'), false)
  assert.equal(ours.code, 4)
  assert.match(ours.message, /^internal error: x is not a function svc_…\n/)
  assert.doesNotMatch(ours.message, /\n {4}at /)
  assert.match(failureOf(new TypeError('x'), true).message, /\n {4}at /)
  assert.equal(failureOf('a text', false).code, 4)
})

test('the message for an old Node says what to do', () => {
  assert.equal(problemWithNode('22.19.0'), undefined)
  assert.equal(problemWithNode('24.0.1'), undefined)
  assert.match(problemWithNode('22.18.0') ?? '', /22\.19 or newer/)
  assert.match(problemWithNode('20.20.2') ?? '', /this is Node 20\.20\.2/)
})
