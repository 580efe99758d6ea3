import assert from 'node:assert/strict'
import { test } from 'node:test'
import { XMLParser } from 'fast-xml-parser'
import { formats } from '../../reporters/formats/formats.ts'
import { causesIn } from '../../reporters/wording/causes.ts'
import type { Report } from '../../suites/harness/report/report.ts'
import { unaltered, unavailable, withoutRequestIds } from './alterations.ts'
import { markUp } from './markup.ts'
import { reportOn } from './samples.ts'

const [conformant, broken, marked, absent] = await Promise.all([
  reportOn(unaltered, 'smoke'),
  reportOn(withoutRequestIds, 'smoke'),
  reportOn(markUp, 'smoke'),
  reportOn(unavailable, 'smoke'),
])

/** Parses annotations like the GitHub runner: one per line, with `%` escapes for line ends and separators. */
function annotations(text: string): { kind: string; title: string; message: string }[] {
  const plain = (value: string): string =>
    value.replaceAll(/%(25|0A|0D|3A|2C)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, kind = '', title = '', message = ''] =
        /^::(error|warning|notice) title=([^:,]+)::(.+)$/.exec(line) ?? assert.fail(line)
      return { kind, title: plain(title), message: plain(message) }
    })
}

test('GitHub gets one annotation for each cause, with its fix', () => {
  const all = annotations(formats.github(broken))
  const causes = causesIn(broken)
  assert.equal(all.length, causes.length)
  const [first] = all
  assert.deepEqual([first?.kind, first?.title], ['error', `svc-conformance: ${causes[0]?.id}`])
  assert.match(
    first?.message ?? '',
    /\nBreaks: request-id-present[\s\S]*\nRequest: [\s\S]*\nHow to fix it: [\s\S]*\nnpx svc-conformance explain request-id-present$/,
  )
})

test('a conformant run is a notice, and an incomplete run is an error', () => {
  const [good, ...rest] = annotations(formats.github(conformant))
  assert.deepEqual([good?.kind, good?.title, rest.length], ['notice', 'svc-conformance: conformant', 0])
  const [none] = annotations(formats.github(absent))
  assert.deepEqual([none?.kind, none?.title], ['error', 'svc-conformance: incomplete'])
})

test('known causes are notices, and there are at most as many annotations as GitHub shows', () => {
  const [cause] = causesIn(broken)
  assert.ok(cause)
  const many: Report = { ...broken, causes: Array.from({ length: 30 }, () => cause) }
  const all = annotations(formats.github(many))
  assert.equal(all.length, 10)
  assert.match(all.at(-1)?.message ?? '', /^and 21 more/)
  assert.equal(all.at(-1)?.kind, 'error')
  const [known] = annotations(formats.github({ ...broken, causes: [{ ...cause, known: true }] }))
  assert.equal(known?.kind, 'notice')
  const aside = Array.from({ length: 30 }, () => ({ ...cause, not_scored: true as const }))
  const kinds = annotations(formats.github({ ...conformant, causes: aside })).map(({ kind }) => kind)
  assert.deepEqual([...new Set(kinds)], ['notice'])
})

test('Markdown shows fifteen causes, and lists the requirements of the others as failures', () => {
  const [cause] = causesIn(broken)
  assert.ok(cause)
  const ids = broken.requirements.slice(0, 20).map(({ id }) => id)
  const requirements = broken.requirements.map((each) => ({
    ...each,
    verdict: ids.includes(each.id) ? ('fail' as const) : ('pass' as const),
  }))
  const causes = ids.map((id) => ({ ...cause, id, requirements: [id] }))
  const text = formats.markdown({ ...broken, requirements, causes })
  assert.match(text, /^### Causes \(20\)$/m)
  assert.match(text, /^- and 5 more, in the report$/m)
  const failures = text.slice(text.indexOf('### Does not hold'))
  const listed = ids.filter((id) => failures.includes(`**${id}**`))
  assert.deepEqual(listed, ids.slice(15))
})

test('text of a target cannot begin a GitHub command', () => {
  for (const line of formats.github(marked).trimEnd().split('\n'))
    assert.match(line, /^::(error|warning|notice) title=svc-conformance/)
})

interface Entry {
  readonly check_name: string
  readonly description: string
  readonly fingerprint: string
  readonly severity: string
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } }
}

test('GitLab gets one entry with a stable fingerprint for each requirement that does not hold', () => {
  const entries = JSON.parse(formats['code-quality'](broken)) as Entry[]
  const red = broken.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
  const names = entries.map(({ check_name }) => check_name)
  assert.deepEqual(
    names,
    red.map(({ id }) => `svc-conformance/${id}`),
  )
  for (const { description, fingerprint, severity, location } of entries) {
    assert.match(fingerprint, /^[0-9a-f]{64}$/)
    assert.ok(['critical', 'minor'].includes(severity))
    assert.match(location.path, /^contract\/section-[\d.]+$/)
    assert.equal(location.lines.begin, 1)
    assert.ok(description.length > 10)
  }
  assert.equal(new Set(entries.map(({ fingerprint }) => fingerprint)).size, entries.length)
  assert.equal(formats['code-quality'](conformant), '[]\n')
})

test('the class names of JUnit form a tree of sections in Jenkins, with a node for the run', () => {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    isArray: (name) => /^test(suite|case)$/.test(name),
  })
  type Tests = {
    testsuites: { testsuite: { '@name': string; testcase: { '@name': string; '@classname': string }[] }[] }
  }
  for (const report of [conformant, broken, absent]) {
    const { testsuites } = parser.parse(formats.junit(report)) as Tests
    for (const { '@name': suite, testcase } of testsuites.testsuite) {
      // Jenkins splits a class name at the last dot into package and class.
      const classes = new Set(testcase.map(({ '@classname': name }) => name))
      assert.equal(classes.size, 1, suite)
      const [, section = ''] = /^svc-conformance\.([0-9-]+|run)$/.exec([...classes][0] ?? '') ?? assert.fail(suite)
      assert.ok(section === 'run' ? suite === 'the run' : suite.startsWith(section.replaceAll('-', '.')), suite)
      assert.equal(new Set(testcase.map(({ '@name': name }) => name)).size, testcase.length)
    }
  }
})

test('JUnit has the duration of the run in seconds', () => {
  const timed = { ...conformant, started: '2026-01-01T00:00:00.000Z', finished: '2026-01-01T00:00:02.500Z' }
  assert.match(formats.junit(timed), /<testsuites name="svc-conformance"[^>]* time="2\.5">/)
})
