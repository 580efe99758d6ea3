import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Statement } from '../../../reporters/certificate/certificate.ts'
import { differenceOf } from '../../../reporters/difference/difference.ts'
import { differenceMarkdown, differenceText } from '../../../reporters/difference/text.ts'
import { formatNames } from '../../../reporters/formats/format-names.ts'
import { formats } from '../../../reporters/formats/formats.ts'
import { reportText } from '../../../reporters/formats/json.ts'
import { plain } from '../../../reporters/terminal/paint.ts'
import { summaryOf } from '../../../reporters/terminal/terminal.ts'
import { faultBySchema } from '../../../suites/harness/catalogue/published-schema.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import type { About } from '../../../suites/harness/target/declared/about.ts'
import { unaltered, unavailable, withoutRequestIds } from '../alterations.ts'
import { bind, certifiedRun, type Files, verified } from '../certificate/certified-run.ts'
import { assertIsText, MARKUP } from '../markup.ts'
import { reportOn } from '../samples.ts'
import { about, COMMIT, DIGEST, formatRows, LINE } from './format-rows.ts'

/** The same report with a declaration of the target. */
function declaring(report: Report, said: About = about): Report {
  const { base_url, ...target } = report.target
  return { ...report, target: { base_url, declared: { about: said }, ...target } }
}

const [conformant, broken, absent] = await Promise.all([
  reportOn(unaltered, 'smoke'),
  reportOn(withoutRequestIds, 'smoke'),
  reportOn(unavailable, 'smoke'),
])

/** The page without the digest of the report, which changes with every declaration. */
const undigested = (page: string): string =>
  page.replace(/<svg [^>]*QR code[\s\S]*?<\/svg>/, '').replace(/(SHA-256 of report\.json: <code>)[\da-f]{64}/, '$1')

for (const [title, report] of Object.entries({ conformant, broken, absent }))
  for (const name of formatNames)
    test(`${name} of a report that is ${title} shows the declaration, and is otherwise unchanged`, () => {
      const [bare, text] = [formats[name](report), formats[name](declaring(report))]
      assert.doesNotMatch(bare, /declared/i)
      // A list of failures is empty if all requirements hold.
      if (name !== 'code-quality' || report === broken) assert.notEqual(text, bare)
      const rest = formatRows[name].declared.reduce((shorter, part) => shorter.replaceAll(part, ''), text)
      if (name === 'badge-svg') assert.match(rest, / · contract 1\.0 · smoke/)
      else assert.equal(undigested(rest), undigested(bare))
    })

test('the terminal shows the declaration below the target', () => {
  const [bare, text] = [summaryOf(conformant), summaryOf(declaring(conformant))]
  assert.ok(text.includes(`\ndeclared: ${LINE}\n`))
  assert.equal(text.replace(`declared: ${LINE}\n`, ''), bare)
})

test('every format escapes the declaration', () => {
  assertIsText(declaring(broken, { product: MARKUP, labels: { team: MARKUP } }))
})

test('the schema of the report accepts valid declarations, and rejects malformed ones', () => {
  const fault = (said: unknown): string | undefined =>
    faultBySchema('report', JSON.parse(JSON.stringify(declaring(conformant, said as About))))
  assert.equal(fault(about), undefined)
  assert.equal(fault({ contact: 'Grüße, 网关 🚀' }), undefined)
  const labels = [{ labels: {} }, { labels: { '-': 'a' } }]
  for (const wrong of [{}, { other: 'a' }, { image: 'a:1' }, { product: 'a\nb' }, ...labels])
    assert.match(fault(wrong) ?? '', /^\/target\/declared\/about/)
})

/** The files of the same run with a declared target. */
function declaredRun({ report, transcript }: Files, what: About): Files {
  const [head = '', ...rest] = transcript.split('\n')
  const read = JSON.parse(head) as { target: Report['target'] }
  const { target } = declaring({ ...(JSON.parse(report) as Report), target: read.target }, what)
  const said = reportText(declaring(JSON.parse(report) as Report, what))
  return bind(said, [JSON.stringify({ ...read, target }), ...rest].join('\n'))
}

const run = await certifiedRun('smoke')

const subjects: readonly (readonly [title: string, about: About, expected: readonly object[]])[] = [
  [
    'image and commit',
    about,
    [
      { name: 'registry.example.com/edge:1.10', digest: { sha256: DIGEST } },
      { name: 'revision', digest: { gitCommit: COMMIT } },
    ],
  ],
  ['a commit of SHA-256', { revision: DIGEST }, [{ name: 'revision', digest: { gitCommit: DIGEST } }]],
  ['an abbreviated commit', { revision: COMMIT.slice(0, 12) }, []],
  ['a revision that is not a commit', { revision: 'r1234' }, []],
  ['only names', { product: 'Edge', version: '1.10' }, []],
]
for (const [title, what, expected] of subjects)
  test(`the certificate has a subject for each declared digest: ${title}`, async () => {
    const files = declaredRun(run, what)
    const statement = JSON.parse(files.certificate) as Statement
    const { predicate, subject } = statement
    assert.equal(faultBySchema('certificate', statement), undefined)
    assert.deepEqual(subject, [{ ...predicate.report, name: predicate.target.base_url }, ...expected])
    assert.deepEqual(predicate.target.declared, { about: what })
    assert.deepEqual((await verified(files)).problems, [])
  })

test('a subject that the recorded run does not declare is reported as a changed certificate', async () => {
  const files = declaredRun(run, about)
  const other = { ...files, certificate: files.certificate.replace(COMMIT, DIGEST.slice(0, 40).replace('0', 'f')) }
  const kinds = (await verified(other)).problems.map(({ kind, message }) => `${kind}: ${message}`)
  assert.deepEqual(kinds, ['changed certificate: subject is not that of the recorded run'])
  const bare = { ...files, certificate: bind(files.report, files.transcript).certificate.replace('1.10', '1.11') }
  assert.ok((await verified(bare)).problems.length > 0)
})

const slowness = { times: 2, milliseconds: 20 }

test('a comparison names each declaration that changed', () => {
  const { revision: _, ...before } = about
  const after = { ...about, version: '1.11', labels: { team: 'edge', ring: '`2`' } }
  const difference = differenceOf(declaring(conformant, before), declaring(conformant, after), slowness)
  assert.deepEqual(difference.unlike, [
    ['declared version', '1.10', '1.11'],
    ['declared revision', 'nothing', COMMIT],
    ['declared labels.ring', 'nothing', '`2`'],
  ])
  const { unlike } = differenceOf(declaring(conformant, { product: 'Edge' }), conformant, slowness)
  assert.deepEqual(unlike, [['declared product', 'Edge', 'nothing']])
  assert.match(differenceText(difference, plain), /\n {2}declared version: 1\.10 → 1\.11\n/)
  assert.match(differenceMarkdown(difference), /\n- declared version: `1\.10` → `1\.11`\n/)
})

test('the badge of a certified run has the contract and the expiry', () => {
  const expires = '2027-02-19T12:00:00.000Z'
  for (const report of [conformant, declaring(conformant)]) {
    const { message, color } = JSON.parse(formats.badge(report, expires)) as { message: string; color: string }
    assert.deepEqual([message, color], ['contract 1.0 · smoke · until 2027-02-19', 'brightgreen'])
    const badge = /aria-label="inference gateway api: contract 1\.0 · smoke · until 2027-02-19"/
    assert.match(formats['badge-svg'](report, expires), badge)
  }
  // shields.io rejects any other members.
  const members = Object.keys(JSON.parse(formats.badge(declaring(conformant), expires)) as object)
  assert.deepEqual(members, ['schemaVersion', 'label', 'message', 'color'])
})
