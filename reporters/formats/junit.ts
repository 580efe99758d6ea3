/** JUnit XML, as CI systems read it: a section of the contract is a suite, a requirement is a test. */
import type { Report } from '../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'
import { causeLine, causeName, causeOf, causesIn, howOften } from '../wording/causes.ts'
import { detailsOf } from '../wording/details.ts'
import { bySection, titleOf } from '../wording/sections.ts'
import { standingOf, type Tally, tally, whySkipped } from '../wording/tally.ts'
import { waiverLine } from '../wording/waivers.ts'
import { type Element, xmlDocument } from './xml.ts'

function detailLines(requirement: ReportedRequirement, report: Report): string[] {
  const { id, statement, findings } = requirement
  const cause = causeOf(report, id)
  const often = howOften(requirement)
  const found = findings.flatMap((finding) => ['', ...detailsOf(finding).map(([name, text]) => `${name}: ${text}`)])
  return [
    ...(cause === undefined ? [] : [`cause: ${cause}`]),
    `asks: ${statement}`,
    ...(often === '' ? [] : [`shows: ${often}`]),
    ...found,
  ]
}

/** Who answers for it; empty where nobody does. */
function waivedOf({ waiver }: ReportedRequirement): Element[] {
  const line = waiverLine(waiver)
  return line === undefined
    ? []
    : [{ name: 'properties', children: [{ name: 'property', attributes: { name: 'waiver', value: line } }] }]
}

/** What stands inside a test; empty where it passed and nothing was observed. */
function outcomeOf(requirement: ReportedRequirement, report: Report): Element[] {
  const { id, verdict, findings } = requirement
  const standing = standingOf(requirement, report.strict)
  if (standing === 'skipped')
    return [{ name: 'skipped', attributes: { message: `${verdict}: ${whySkipped(requirement)}` } }]
  if (standing === 'failed' || standing === 'broken') {
    const message = findings[0]?.message ?? verdict
    const name = standing === 'failed' ? 'failure' : 'error'
    return [{ name, attributes: { message, type: verdict }, text: detailLines(requirement, report) }]
  }
  if (verdict === 'warn') return [{ name: 'system-out', text: ['warning', ...detailLines(requirement, report)] }]
  const values = report.observed.filter((observation) => observation.id === id)
  if (values.length === 0) return []
  return [{ name: 'system-out', text: values.map(({ value, count }) => `observed (${count}): ${value}`) }]
}

function counts({ all, failed, broken, skipped }: Tally): Record<string, number> {
  return { tests: all, failures: failed, errors: broken, skipped }
}

/** @param isFirst causes are those of the whole run, and stand before everything else once */
function propertiesOf(report: Report, isFirst: boolean): Element {
  const { contract, harness, profile, conclusion, target, seed, strict, filtered } = report
  const properties = { contract, harness, profile, conclusion, target: target.base_url, seed, strict, filtered }
  const causes = isFirst ? causesIn(report).map((cause) => ['cause', `${causeName(cause)}: ${causeLine(cause)}`]) : []
  return {
    name: 'properties',
    children: [...causes, ...Object.entries(properties)].map(([name = '', value]) => ({
      name: 'property',
      attributes: { name, value: String(value) },
    })),
  }
}

/** The report as JUnit XML. */
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
            children: [...waivedOf(requirement), ...outcomeOf(requirement, report)],
          }),
        ),
      ],
    }
  })
  return xmlDocument({
    name: 'testsuites',
    attributes: { name: 'svc-conformance', ...counts(tally(report.requirements, report)), time: seconds },
    children: suites,
  })
}
