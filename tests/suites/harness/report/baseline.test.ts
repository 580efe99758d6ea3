import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RequirementId, requirement } from '../../../../suites/harness/catalogue/requirements.ts'
import type { Verdict } from '../../../../suites/harness/judge/evidence.ts'
import { judgeBaseline } from '../../../../suites/harness/report/baseline.ts'
import { loadBaseline, parseBaseline } from '../../../../suites/harness/report/baseline-file.ts'
import { complaintOf } from '../target/complaint.ts'

const ids = ['model-id', 'auth-challenge']
for (const [title, text] of [
  ['a YAML list', '# Known\n- model-id   # since May\n- "auth-challenge"\n'],
  ['a YAML list below a line of dashes', "---\n- 'model-id'\n- auth-challenge\n"],
  ['a YAML list in one line', '[model-id, auth-challenge]'],
  ['a JSON list', '[\n  "model-id",\n  "auth-challenge"\n]\n'],
  ['plain lines', 'model-id\n\n# and\nauth-challenge\n'],
  ['plain lines of Windows with a byte order mark', '\uFEFFmodel-id\r\nauth-challenge\r\n'],
  ['a list with a repeated id', 'model-id\nauth-challenge\nmodel-id\n'],
] as const)
  test(`reads ${title}`, () => assert.deepEqual(parseBaseline(text, 'known.yaml'), { known: ids }))

test('an empty list has no known failures', () =>
  assert.deepEqual(parseBaseline('# all fixed\n', 'known'), { known: [] }))

const complaint = (text: string): string => complaintOf(() => parseBaseline(text, 'known.yaml'))

const ALL = 'is not a requirement; svc-conformance list requirements shows all'
/** Mistakes: the text, and the error; a string is without the file name. */
const mistakes: Readonly<Record<string, readonly [text: string, says: string | RegExp]>> = {
  'a wrong id': ['- model-id\n  - model-idd\n', '2:5: model-idd is not a requirement; did you mean model-id?'],
  'a wrong id of JSON': ['["model-id",\n "modelid"]', '2:2: modelid is not a requirement; did you mean model-id?'],
  'text that resembles no id': ['everything-at-all-in-the-world', `1:1: everything-at-all-in-the-world ${ALL}`],
  'a requirement that never fails': [
    'stream-pace',
    '1:1: stream-pace needs no entry: a requirement of level observe never fails',
  ],
  'two mistakes': ['modelid\n\nmodel-idd', /^known\.yaml:1:1: modelid .*\nknown\.yaml:3:1: model-idd .*$/],
  'a file of another kind': [
    'xy '.repeat(15),
    /^(known\.yaml:1:\d+: xy [^\n]*\n){10}and 5 more; name the report\.json/,
  ],
  'broken JSON': [
    '{\n  "format": 1,\n}',
    /^known\.yaml:3:1: this is not JSON: expected a name in double quotes here; name the report\.json of a run/,
  ],
  'an object that is not a report': ['{"a": 1}', /^known\.yaml:1: this version cannot read this report: .*; name the/],
}
for (const [title, [text, says]] of Object.entries(mistakes))
  test(`${title} is reported with its location`, () =>
    typeof says === 'string'
      ? assert.equal(complaint(text), `known.yaml:${says}`)
      : assert.match(complaint(text), says))

test('reports a missing file and a folder', () => {
  const missing = () => loadBaseline('/nowhere/known')
  assert.throws(missing, /\/nowhere\/known: the baseline cannot be read: there is no such file/)
  assert.throws(() => loadBaseline('/'), /\/: the baseline cannot be read: it is a folder/)
})

test('does not print a key in such a file', () => assert.doesNotMatch(complaint('svc_demo_0123456789'), /0123456789/))

const judged = (verdicts: Partial<Record<RequirementId, Verdict>>): Parameters<typeof judgeBaseline>[1] =>
  (Object.entries(verdicts) as [RequirementId, Verdict][]).map(([id, verdict]) => {
    return { requirement: requirement(id), verdict, findings: [], consequences: [] }
  })

const must = 'model-id'
const none = { new: [], known: [], stale: [], lost: [] }

for (const [title, baseline, verdict, list] of [
  ['an unknown failure', { known: [] }, 'fail', 'new'],
  ['a known failure', { known: [must] }, 'fail', 'known'],
  ['a known failure that holds now', { known: [must] }, 'pass', 'stale'],
  ['a known failure that was not selected', { known: [must] }, 'not-selected', undefined],
  ['a known failure without a verdict', { known: [must] }, 'not-evidenced', 'lost'],
  ['a requirement not in a list, without a verdict', { known: [] }, 'inconclusive', 'lost'],
  ['one that the earlier run judged, and this one not', { known: [], judged: [must] }, 'not-evidenced', 'lost'],
  ['one that the earlier run judged, now declared absent', { known: [], judged: [must] }, 'not-applicable', 'lost'],
  ['a known failure that is now declared absent', { known: [must] }, 'not-applicable', 'lost'],
  ['one declared absent that is not in a list', { known: [] }, 'not-applicable', undefined],
  ['one declared absent, as before', { known: [], judged: [] }, 'not-applicable', undefined],
  ['one whose check threw', { known: [], judged: [must] }, 'error', 'lost'],
  ['one that neither run could show', { known: [], judged: [], open: [must] }, 'not-evidenced', undefined],
  ['one that the earlier run did not select', { known: [], judged: [], open: [] }, 'not-evidenced', 'lost'],
  ['one that the earlier run judged, now filtered out', { known: [], judged: [must] }, 'not-selected', undefined],
  ['one that holds as before', { known: [], judged: [must] }, 'pass', undefined],
] as const)
  test(`${title}: ${list ?? 'in no list'}`, () => {
    const expected = list === undefined ? none : { ...none, [list]: [must] }
    assert.deepEqual(judgeBaseline(baseline, judged({ [must]: verdict }), false), expected)
  })

test('a warning is a failure only with --strict, and a recommendation is never lost', () => {
  const warned = judged({ 'auth-challenge': 'warn', 'list-steady': 'not-evidenced' })
  assert.deepEqual(judgeBaseline({ known: [] }, warned, false), none)
  assert.deepEqual(judgeBaseline({ known: [] }, warned, true).new, ['auth-challenge'])
  assert.deepEqual(judgeBaseline({ known: ['auth-challenge'] }, warned, true).known, ['auth-challenge'])
})
