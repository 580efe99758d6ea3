import assert from 'node:assert/strict'
import { test } from 'node:test'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { formatNames } from '../../reporters/formats/format-names.ts'
import { formats } from '../../reporters/formats/formats.ts'
import { standingOf, tally } from '../../reporters/wording/tally.ts'
import type { Report } from '../../suites/harness/report/report.ts'
import { unaltered, unavailable, withoutRequestIds } from './alterations.ts'
import { markUp } from './markup.ts'
import { reportOn } from './samples.ts'

const samples: readonly (readonly [title: string, alter: Parameters<typeof reportOn>[0]])[] = [
  ['a conforming gateway', unaltered],
  ['a gateway without request ids', withoutRequestIds],
  ['an unavailable gateway', unavailable],
  ['a gateway that sends markup', markUp],
]
const reports = new Map(
  await Promise.all(samples.map(async ([title, alter]) => [title, await reportOn(alter)] as const)),
)

interface Counts {
  readonly tests: number
  readonly failures: number
  readonly errors: number
  readonly skipped: number
}

interface Testcase {
  readonly '@name': string
  readonly failure?: { readonly '@message': string; readonly '@type': string; readonly '#text': string }
  readonly error?: object
  readonly skipped?: object
}

interface Testsuite {
  readonly '@name': string
  readonly testcase: readonly Testcase[]
  readonly properties: { readonly property: readonly { readonly '@name': string; readonly '@value': string }[] }
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseAttributeValue: false,
  parseTagValue: false,
  isArray: (name) => ['testsuite', 'testcase', 'property'].includes(name),
})

function parsed(text: string): Record<string, string> & { testsuite: readonly Testsuite[] } {
  assert.equal(XMLValidator.validate(text), true)
  const document = parser.parse(text) as { testsuites: Record<string, string> & { testsuite: readonly Testsuite[] } }
  return document.testsuites
}

function declared(attributes: Record<string, string>): Counts {
  const of = (name: string): number => Number(attributes[`@${name}`])
  return { tests: of('tests'), failures: of('failures'), errors: of('errors'), skipped: of('skipped') }
}

function counted(cases: readonly Testcase[]): Counts {
  return {
    tests: cases.length,
    failures: cases.filter(({ failure }) => failure !== undefined).length,
    errors: cases.filter(({ error }) => error !== undefined).length,
    skipped: cases.filter(({ skipped }) => skipped !== undefined).length,
  }
}

interface Ctrf {
  readonly results: {
    readonly summary: Record<string, number>
    readonly tests: readonly { readonly name: string; readonly status: string; readonly rawStatus: string }[]
  }
}

function own(report: Report): Counts {
  const { all, failed, broken, skipped } = tally(report.requirements, report)
  return { tests: all, failures: failed, errors: broken, skipped }
}

for (const [title, report] of reports) {
  test(`${title}: JUnit, CTRF, Markdown, HAR and the badge have the counts of the report`, () => {
    const expected = own(report)
    assert.equal(expected.tests, report.requirements.length)
    assert.equal(expected.failures, report.requirements.filter(({ verdict }) => verdict === 'fail').length)

    const suites = parsed(formats.junit(report))
    // An incomplete run adds a test that fails.
    const more = report.conclusion === 'incomplete' ? 1 : 0
    const inAll = { ...expected, tests: expected.tests + more, errors: expected.errors + more }
    // The schema of Jenkins' xUnit plugin has no attribute for skipped tests of the whole.
    assert.deepEqual(declared(suites), { ...inAll, skipped: Number.NaN })
    assert.deepEqual(counted(suites.testsuite.flatMap(({ testcase }) => testcase)), inAll)
    assert.equal(suites.testsuite[0]?.['@name'] === 'the run', more === 1)
    for (const suite of suites.testsuite)
      assert.deepEqual(declared(suite as unknown as Record<string, string>), counted(suite.testcase), suite['@name'])

    const { summary, tests } = (JSON.parse(formats.ctrf(report)) as Ctrf).results
    const status = (wanted: string): number => tests.filter((each) => each.status === wanted).length
    const { tests: all, failed, other, skipped, passed, pending } = summary
    assert.deepEqual({ tests: all, failures: failed, errors: other, skipped }, expected)
    assert.deepEqual([status('failed'), status('other'), status('skipped')], [failed, other, skipped])
    assert.deepEqual([status('passed'), pending], [passed, 0])
    const raw = tests.map(({ name, rawStatus }) => [name, rawStatus])
    assert.deepEqual(
      raw,
      report.requirements.map(({ id, verdict }) => [id, verdict]),
    )

    const row = formats.markdown(report).match(/^\| \*\*All (\d+)\*\* \| (.*) \|$/m) ?? []
    const verdicts = row[2]?.split(' · ').map((each) => Number.parseInt(each, 10)) ?? []
    assert.equal(Number(row[1]), all)
    const sum = verdicts.reduce((sum, count) => sum + count, 0)
    assert.equal(sum, all)
    assert.equal(Number(/(\d+) FAIL/.exec(row[2] ?? '')?.[1] ?? 0), failed)

    const badge = JSON.parse(formats.badge(report)) as { readonly message: string }
    assert.ok(badge.message.startsWith(report.conclusion))
    if (report.conclusion === 'nonconformant') assert.ok(badge.message.endsWith(`${expected.failures} failed`))

    const { log } = JSON.parse(formats.har(report)) as { log: { entries: readonly { readonly comment: string }[] } }
    const comments = log.entries.map(({ comment }) => comment)
    assert.deepEqual(
      comments,
      report.exchanges.map(({ id }) => id),
    )
  })

  test(`${title}: every format is deterministic`, () => {
    const again = JSON.parse(JSON.stringify(report)) as Report
    for (const name of formatNames) assert.equal(formats[name](again), formats[name](report), name)
  })

  test(`${title}: no format has a key, and only data formats have control characters`, () => {
    for (const name of formatNames) {
      const text = formats[name](report)
      assert.ok(!text.includes('not-a-real-secret'), name)
      // These data formats have the received bytes in JSON strings.
      if (name !== 'json' && name !== 'har') assert.doesNotMatch(text.replaceAll('\n', ''), /\p{C}/u, name)
    }
  })
}

test('JUnit: a failure has the expected and received values, and how to reproduce it', () => {
  const report = reports.get('a gateway without request ids') as Report
  const cases = parsed(formats.junit(report)).testsuite.flatMap(({ testcase }) => testcase)
  const found = cases.find((each) => each['@name'] === 'request-id-present')
  assert.equal(found?.failure?.['@type'], 'fail')
  const expected = /requires: [\s\S]*expected: [\s\S]*curl: curl [\s\S]*replay: npx svc-conformance run/
  assert.match(found?.failure?.['#text'] ?? '', expected)
})

test('the formats for people and CI show causes before requirements', () => {
  const report = reports.get('a gateway without request ids') as Report
  const [cause] = report.causes ?? []
  assert.equal(cause?.title, 'the header x-svc-request-id is missing')
  const often = `in all ${cause.of} responses`
  const markdown = formats.markdown(report)
  assert.ok(markdown.indexOf(`${cause.title} ${often}`) < markdown.indexOf('| Section |'))
  const [suite] = parsed(formats.junit(report)).testsuite
  const [first] = suite?.properties.property ?? []
  assert.equal(first?.['@name'], 'cause')
  assert.ok(first['@value'].endsWith(`: ${cause.title} ${often}`), first['@value'])
  assert.match(formats.junit(report), /cause: request-id-present: the header x-svc-request-id is missing/)
  const { extra } = (JSON.parse(formats.ctrf(report)) as { results: { extra: { causes: readonly object[] } } }).results
  assert.equal(extra.causes.length, report.causes?.length)
})

test('JUnit: the properties describe the run', () => {
  const report = reports.get('a conforming gateway') as Report
  const [first] = parsed(formats.junit(report)).testsuite
  const properties = new Map(first?.properties.property.map((each) => [each['@name'], each['@value']]))
  assert.equal(properties.get('conclusion'), 'conformant')
  assert.equal(properties.get('seed'), String(report.seed))
})

test('a strict run fails its warnings in JUnit', () => {
  const report = reports.get('a gateway without request ids') as Report
  const { requirements } = report
  const warned = requirements.map((each, index) => (index === 0 ? { ...each, verdict: 'warn' as const } : each))
  const [lax, strict] = [false, true].map((value) => ({ ...report, requirements: warned, strict: value }))
  assert.ok(lax && strict)
  assert.equal(standingOf({ verdict: 'warn' }, true), 'failed')
  const warnings = warned.filter(({ verdict }) => verdict === 'warn').length
  assert.equal(own(strict).failures, own(lax).failures + warnings)
  assert.equal(declared(parsed(formats.junit(strict))).failures, own(strict).failures)
})
