import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RequirementId, requirement } from '../../../../suites/harness/catalogue/requirements.ts'
import type { Verdict } from '../../../../suites/harness/judge/evidence.ts'
import { judgeBaseline } from '../../../../suites/harness/report/baseline.ts'
import { loadBaseline, parseBaseline } from '../../../../suites/harness/report/baseline-file.ts'
import { complaintOf } from '../target/complaint.ts'

const ids = ['model-id', 'auth-challenge']
for (const [title, text] of [
  ['a list of YAML', '# Known\n- model-id   # since May\n- "auth-challenge"\n'],
  ['a list of YAML below a line of dashes', "---\n- 'model-id'\n- auth-challenge\n"],
  ['a list of YAML in one line', '[model-id, auth-challenge]'],
  ['a list of JSON', '[\n  "model-id",\n  "auth-challenge"\n]\n'],
  ['plain lines', 'model-id\n\n# and\nauth-challenge\n'],
  ['plain lines of Windows, with a mark before them', '\uFEFFmodel-id\r\nauth-challenge\r\n'],
  ['a list that names one twice', 'model-id\nauth-challenge\nmodel-id\n'],
] as const)
  test(`${title} is read`, () => assert.deepEqual(parseBaseline(text, 'known.yaml'), { known: ids }))

test('a list of nothing knows no failure', () =>
  assert.deepEqual(parseBaseline('# all fixed\n', 'known'), { known: [] }))

const complaint = (text: string): string => complaintOf(() => parseBaseline(text, 'known.yaml'))

const ALL = 'is not a requirement; svc-conformance list requirements shows all'
const mistakes: Readonly<Record<string, readonly [text: string, says: string | RegExp]>> = {
  'a wrong id': [
    '- model-id\n  - model-idd\n',
    'known.yaml:2:5: model-idd is not a requirement; did you mean model-id?',
  ],
  'a wrong id of JSON': [
    '["model-id",\n "modelid"]',
    'known.yaml:2:2: modelid is not a requirement; did you mean model-id?',
  ],
  'what resembles no id': ['everything-at-all-in-the-world', `known.yaml:1:1: everything-at-all-in-the-world ${ALL}`],
  'what never fails': [
    'stream-pace',
    'known.yaml:1:1: stream-pace needs no entry: a requirement of level observe never fails',
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
  test(`${title} is reported with its place`, () =>
    typeof says === 'string' ? assert.equal(complaint(text), says) : assert.match(complaint(text), says))

test('a file that is not there, and a folder, are reported', () => {
  const missing = () => loadBaseline('/nowhere/known')
  assert.throws(missing, /\/nowhere\/known: the baseline cannot be read: there is no such file/)
  assert.throws(() => loadBaseline('/'), /\/: the baseline cannot be read: it is a folder/)
})

test('a key that is in such a file is not repeated', () =>
  assert.doesNotMatch(complaint('svc_demo_0123456789'), /0123456789/))

const judged = (verdicts: Partial<Record<RequirementId, Verdict>>): Parameters<typeof judgeBaseline>[1] =>
  (Object.entries(verdicts) as [RequirementId, Verdict][]).map(([id, verdict]) => {
    return { requirement: requirement(id), verdict, findings: [], consequences: [] }
  })

const must = 'model-id'
const none = { new: [], known: [], stale: [], lost: [] }

for (const [title, baseline, verdict, list] of [
  ['an unknown failure', { known: [] }, 'fail', 'new'],
  ['a failure that is known', { known: [must] }, 'fail', 'known'],
  ['what is known and holds', { known: [must] }, 'pass', 'stale'],
  ['what is known and was left out', { known: [must] }, 'not-selected', undefined],
  ['what is known and has no verdict', { known: [must] }, 'not-evidenced', 'lost'],
  ['what a list says to hold, and has no verdict', { known: [] }, 'inconclusive', 'lost'],
  ['what the earlier run judged, and this one could not', { known: [], judged: [must] }, 'not-evidenced', 'lost'],
  ['what the earlier run judged, and is declared absent now', { known: [], judged: [must] }, 'not-applicable', 'lost'],
  ['what is known not to hold, and is declared absent now', { known: [must] }, 'not-applicable', 'lost'],
  ['what is declared absent, and a list does not name', { known: [] }, 'not-applicable', undefined],
  ['what is declared absent, as before', { known: [], judged: [] }, 'not-applicable', undefined],
  ['what a check of ours breaks at', { known: [], judged: [must] }, 'error', 'lost'],
  ['what neither run judged', { known: [], judged: [] }, 'not-evidenced', undefined],
  ['what the earlier run judged, and a filter left out', { known: [], judged: [must] }, 'not-selected', undefined],
  ['what holds as before', { known: [], judged: [must] }, 'pass', undefined],
] as const)
  test(`${title}, is ${list ?? 'in no list'}`, () => {
    const expected = list === undefined ? none : { ...none, [list]: [must] }
    assert.deepEqual(judgeBaseline(baseline, judged({ [must]: verdict }), false), expected)
  })

test('a warning is a failure with --strict alone, and what is only wanted is never lost', () => {
  const warned = judged({ 'auth-challenge': 'warn', 'list-steady': 'not-evidenced' })
  assert.deepEqual(judgeBaseline({ known: [] }, warned, false), none)
  assert.deepEqual(judgeBaseline({ known: [] }, warned, true).new, ['auth-challenge'])
  assert.deepEqual(judgeBaseline({ known: ['auth-challenge'] }, warned, true).known, ['auth-challenge'])
})
