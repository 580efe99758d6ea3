/** JUnit XML for CI systems: each section of the contract is a suite, and each requirement is a test. */
import type { Report } from '../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'
import { saysTooLittle } from '../wording/baseline.ts'
import { causeLine, causeName, causeOf, causesIn, howOften } from '../wording/causes.ts'
import { concluded } from '../wording/conclusion/conclusion.ts'
import { declaredIn } from '../wording/declared.ts'
import { detailsOf } from '../wording/details.ts'
import { isAside, notScoredLine } from '../wording/not-scored.ts'
import { bySection, titleOf } from '../wording/sections.ts'
import { standingInJob, type Tally, tally, whySkipped } from '../wording/tally.ts'
import { waiverLine } from '../wording/waivers.ts'
import { type Element, xmlDocument } from './xml.ts'

function detailLines(requirement: ReportedRequirement, report: Report): string[] {
  const { id, statement, newer } = requirement
  const findings = [...requirement.findings, ...(newer?.findings ?? [])]
  const cause = causeOf(report, id)
  const often = howOften(requirement)
  const found = findings.flatMap((finding) => ['', ...detailsOf(finding).map(([name, text]) => `${name}: ${text}`)])
  return [
    ...(cause === undefined ? [] : [`cause: ${cause}`]),
    `requires: ${statement}`,
    ...(often === '' ? [] : [`shows: ${often}`]),
    ...found,
  ]
}

/** Notes on a requirement: its waiver, whether the failure is known, and whether it counts. */
function noted(requirement: ReportedRequirement, report: Report): Element[] {
  const { id, waiver } = requirement
  const { baseline } = report
  const notes: readonly (readonly [name: string, value: string | undefined])[] = [
    ['waiver', waiverLine(waiver)],
    ['baseline', baseline && (['new', 'known', 'stale', 'lost'] as const).find((name) => baseline[name].includes(id))],
    ['not scored', notScoredLine(requirement, report)],
  ]
  const children = notes.flatMap(([name, value]): Element[] =>
    value === undefined ? [] : [{ name: 'property', attributes: { name, value } }],
  )
  return children.length === 0 ? [] : [{ name: 'properties', children }]
}

/** The content of a test; empty if it passed and nothing was observed. */
function outcomeOf(requirement: ReportedRequirement, report: Report): Element[] {
  const { id, verdict, findings } = requirement
  const standing = standingInJob(requirement, report)
  // A known failure is skipped: it did not pass, but only new failures should fail the job.
  if (requirement.known)
    return [
      { name: 'skipped', attributes: { message: `known failure: ${findings[0]?.message ?? verdict}` } },
      { name: 'system-out', text: ['known failure', ...detailLines(requirement, report)] },
    ]
  if (standing === 'skipped')
    return [
      { name: 'skipped', attributes: { message: `${verdict}: ${whySkipped(requirement, report)}` } },
      ...(isAside(requirement) ? [{ name: 'system-out', text: detailLines(requirement, report) }] : []),
    ]
  if (standing === 'failed' || standing === 'broken') {
    const message = findings[0]?.message ?? verdict
    const name = standing === 'failed' ? 'failure' : 'error'
    return [{ name, attributes: { message, type: verdict }, text: detailLines(requirement, report) }]
  }
  if (verdict === 'warn') return [{ name: 'system-out', text: ['warning', ...detailLines(requirement, report)] }]
  if (isAside(requirement)) return [{ name: 'system-out', text: detailLines(requirement, report) }]
  const values = report.observed.filter((observation) => observation.id === id)
  if (values.length === 0) return []
  return [{ name: 'system-out', text: values.map(({ value, count }) => `observed (${count}): ${value}`) }]
}

const counts = ({ all, failed, broken, skipped }: Tally): Record<string, number> => ({
  tests: all,
  failures: failed,
  errors: broken,
  skipped,
})

/** @param isFirst whether this is the first suite, which alone has the causes of the run */
function propertiesOf(report: Report, isFirst: boolean): Element {
  const { contract, harness, profile, conclusion, target, seed, strict, filtered } = report
  const declared = declaredIn(report).map(([name, text]) => [`declared.${name}`, text])
  const set = report.set === undefined ? {} : { set: report.set }
  const properties = { contract, harness, profile, ...set, conclusion, target: target.base_url, seed, strict, filtered }
  const causes = isFirst
    ? causesIn(report).map((cause) => ['cause', `${causeName(cause, report)}: ${causeLine(cause)}`])
    : []
  return {
    name: 'properties',
    children: [...causes, ...Object.entries(properties), ...declared].map(([name = '', value]) => ({
      name: 'property',
      attributes: { name, value: String(value) },
    })),
  }
}

/** A failing test for an incomplete run: with only skipped and passed tests, a CI job would pass. */
function unjudged(report: Report): Element[] {
  if (report.conclusion !== 'incomplete' && !saysTooLittle(report)) return []
  const [message] = concluded(report).reasons
  const test: Element = {
    name: 'testcase',
    attributes: { name: 'the run', classname: 'svc-conformance.run', time: 0 },
    children: [{ name: 'error', attributes: { message, type: 'incomplete' }, text: concluded(report).reasons }],
  }
  const one = counts({ all: 1, passed: 0, failed: 0, broken: 1, skipped: 0 })
  const attributes = { name: 'the run', ...one, time: 0, timestamp: report.started }
  return [{ name: 'testsuite', attributes, children: [test] }]
}

export function junit(report: Report): string {
  const seconds = (Date.parse(report.finished) - Date.parse(report.started)) / 1000
  const suites = bySection(report.requirements).map(([section, own], index): Element => {
    const name = `${section} ${titleOf(section)}`.trim()
    return {
      name: 'testsuite',
      attributes: { name, ...counts(tally(own, report)), time: 0, timestamp: report.started },
      children: [
        propertiesOf(report, index === 0),
        ...own.map(
          (requirement): Element => ({
            name: 'testcase',
            attributes: { name: requirement.id, classname: `svc-conformance.${section.replaceAll('.', '-')}`, time: 0 },
            children: [...noted(requirement, report), ...outcomeOf(requirement, report)],
          }),
        ),
      ],
    }
  })
  const first = unjudged(report)
  const held = tally(report.requirements, report)
  // The schema of Jenkins' xUnit plugin allows the count of skipped tests only on suites.
  const { skipped: _, ...all } = counts({ ...held, all: held.all + first.length, broken: held.broken + first.length })
  return xmlDocument({
    name: 'testsuites',
    attributes: { name: 'svc-conformance', ...all, time: seconds },
    children: [...first, ...suites],
  })
}
