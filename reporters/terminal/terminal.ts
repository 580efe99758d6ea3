/** The summary of a run for people at a terminal, made from the report alone. */
import type { Report } from '../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'
import { concludingLines } from '../wording/conclusion.ts'
import { wayOf } from '../wording/network-path.ts'
import { printable } from '../wording/printable.ts'
import { bySection, titleOf } from '../wording/sections.ts'
import { waiverLine } from '../wording/waivers.ts'
import type { Detail } from './detail.ts'
import { type Paint, plain } from './paint.ts'

type Verdict = ReportedRequirement['verdict']

/** How each verdict is counted and painted, the best first, the one that says least last. */
const verdicts: readonly (readonly [verdict: Verdict, word: string, format: Parameters<Paint>[0]])[] = [
  ['pass', 'pass', 'green'],
  ['fail', 'FAIL', ['red', 'bold']],
  ['warn', 'warn', 'yellow'],
  ['error', 'error', 'magenta'],
  ['inconclusive', 'inconclusive', 'yellow'],
  ['not-evidenced', 'not evidenced', 'yellow'],
  ['observed', 'observed', 'cyan'],
  ['not-selected', 'not selected', 'dim'],
  ['not-observable', 'not observable', 'dim'],
]

/** Findings shown for one requirement; the report holds more. */
const SHOWN = 2

function head(report: Report): string[] {
  const { target, profile, contract, harness, requests, seed, started, finished } = report
  const way = wayOf(report)
  const seconds = ((Date.parse(finished) - Date.parse(started)) / 1000).toFixed(1)
  const model = target.model === undefined ? 'no model' : printable(target.model, 80)
  return [
    `svc-conformance ${harness} · contract ${contract} · profile ${profile}`,
    `${printable(target.base_url)} · ${model} · ${requests} requests in ${seconds} s · seed ${seed}`,
    ...(way === undefined ? [] : [`reached ${printable(way, 400)}`]),
  ]
}

function table({ requirements }: Report, paint: Paint): string[] {
  return bySection(requirements).map(([section, own]) => {
    const counts = verdicts.flatMap(([verdict, word, format]) => {
      const count = own.filter((requirement) => requirement.verdict === verdict).length
      return count === 0 ? [] : [paint(format, `${count} ${word}`)]
    })
    return `  ${section.padEnd(4)}${titleOf(section).padEnd(28)}${counts.join(' · ')}`
  })
}

/** A row of a card; nothing where there is nothing to say. */
function row(name: string, value: string | undefined): string[] {
  return value === undefined || value === '' ? [] : [`    ${name.padEnd(10)}${value}`]
}

/** Everything about a requirement that does not hold. */
function card(
  { id, section, level, statement, verdict, findings, more = 0, waiver }: ReportedRequirement,
  paint: Paint,
): string[] {
  const outcome = verdict === 'pass' ? undefined : findings[0]?.outcome
  const own = findings.filter((finding) => finding.outcome === outcome)
  const [, word = verdict, format = 'bold'] = verdicts.find(([name]) => name === verdict) ?? []
  const lines = [
    `  ${paint(format, word)} ${paint('bold', id)} (section ${section}, ${level})`,
    ...row('asks', printable(statement, 600)),
    ...row('waived', waiverLine(waiver)),
  ]
  for (const { message, expected, actual, at, exchanges, curl, replay, generated } of own.slice(0, SHOWN)) {
    lines.push(
      ...row('found', printable(message)),
      ...row('expected', expected && printable(expected)),
      ...row('came', actual && printable(actual)),
      ...row('where', at && printable(at)),
      ...row('exchange', exchanges[0] && printable(exchanges[0])),
      ...row('curl', curl),
      ...row('replay', replay && `${printable(replay, 600)}${generated ? `  # ${printable(generated)}` : ''}`),
    )
  }
  const rest = own.length - Math.min(own.length, SHOWN) + more
  return [...lines, ...(rest > 0 ? row('', `… and ${rest} more, in the report`) : [])]
}

/** Cards with an empty line between them. */
function cards(requirements: readonly ReportedRequirement[], paint: Paint): string[] {
  return requirements.flatMap((requirement, index) => [...(index > 0 ? [''] : []), ...card(requirement, paint)])
}

/** One line for each must without a verdict, grouped by reason, because reasons repeat. */
function gaps(requirements: readonly ReportedRequirement[], paint: Paint): string[] {
  const byReason = Map.groupBy(requirements, ({ verdict, findings }) => {
    const message = findings[0]?.message ?? 'nothing in the run spoke of it'
    return `${verdict === 'inconclusive' ? 'inconclusive' : 'not evidenced'}: ${printable(message)}`
  })
  return [...byReason].flatMap(([reason, own]) => [
    `  ${paint('yellow', reason)}`,
    ...own.map(({ id, section }) => `    ${id} (section ${section})`),
  ])
}

/** Every waiver, also of requirements that hold or were not tried. */
function waivers(requirements: readonly ReportedRequirement[]): string[] {
  return requirements.flatMap(({ id, waiver }) => (waiver ? [`  ${id}: ${waiverLine(waiver)}`] : []))
}

function part(title: string, lines: readonly string[], paint: Paint): string[] {
  return lines.length === 0 ? [] : ['', paint('bold', title), ...lines]
}

/** Verdicts that say nothing of the target. */
const silent: readonly Verdict[] = ['not-evidenced', 'inconclusive', 'not-selected', 'not-observable']

/** The summary as text that ends with a line end. */
export function summaryOf(report: Report, paint: Paint = plain, detail: Detail = 'normal'): string {
  if (detail === 'quiet') return `${concludingLines(report, paint).join('\n')}\n`
  const { requirements, observed } = report
  // Where nothing was judged, such as at an address without a gateway, the reason is all that there is to say.
  if (report.stop && requirements.every(({ verdict }) => silent.includes(verdict)))
    return ['', ...concludingLines(report, paint), ''].join('\n')
  const of = (...wanted: Verdict[]): ReportedRequirement[] =>
    requirements.filter(({ verdict }) => wanted.includes(verdict))
  const open = of('not-evidenced', 'inconclusive').filter(({ level }) => level === 'must')
  const lines = [
    '',
    ...head(report),
    ...part('By section', table(report, paint), paint),
    ...part('Does not hold', cards(of('fail'), paint), paint),
    ...part('The harness failed', cards(of('error'), paint), paint),
    ...part('Warnings', cards(of('warn'), paint), paint),
    ...part('Without a verdict', gaps(open, paint), paint),
    ...part('Waivers', waivers(requirements), paint),
    '',
    ...(observed.length > 0 ? [`${observed.length} observed behaviours are in the report.`] : []),
    ...concludingLines(report, paint),
    '',
  ]
  return lines.join('\n')
}
