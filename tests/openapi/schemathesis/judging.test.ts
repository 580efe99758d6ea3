import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sectionOf } from '../../docs/snippets.ts'
import { judged, type SchemathesisReport } from './judging.ts'
import { known } from './known.ts'

const TRACE = { code: 'ST204', title: 'Wrong response to undeclared method', operations: ['TRACE /v1/models'] }
const REPORT: SchemathesisReport = {
  complete: true,
  test_cases: { generated: 500 },
  failures: [TRACE],
  errors: [],
  valid_rates: { 'GET /v1/models': { fuzzing: { accepted: 3 } } },
}

const rows: readonly (readonly [what: string, change: Partial<SchemathesisReport>, problem: RegExp | undefined])[] = [
  ['a known failure is not a problem', {}, undefined],
  [
    'another code for the same operation is a problem',
    { failures: [{ ...TRACE, code: 'ST101', title: 'Server error' }] },
    /^ST101 Server error: TRACE \/v1\/models$/,
  ],
  [
    'the same code for another operation is a problem',
    { failures: [{ ...TRACE, operations: [...TRACE.operations, 'GET /v1/models'] }] },
    /^ST204 .*: GET \/v1\/models$/,
  ],
  ['an error of Schemathesis is a problem', { errors: [{ title: 'Network error' }] }, /^it broke: .*Network error/],
  ['an interrupted run is a problem', { complete: false }, /did not come to its end/],
  ['a run with few requests is a problem', { test_cases: { generated: 16 } }, /^16 requests/],
  ['a run without a valid request is a problem', { valid_rates: {} }, /no valid request/],
]
for (const [what, change, problem] of rows)
  test(what, () => {
    const { problems } = judged('openapi.json', { ...REPORT, ...change })
    assert.equal(problems.length, problem ? 1 : 0)
    if (problem) assert.match(problems[0] ?? '', problem)
  })

test('a known failure of one document is a problem in another', () => {
  assert.equal(judged('the admin API', REPORT).problems.length, 1)
})

test('the page explains each known code', () => {
  const table = sectionOf('docs/openapi.md', 'Schemathesis against the mock')
  for (const { code } of known) assert.match(table, new RegExp(`^\\| ${code} +\\| `, 'm'))
})
