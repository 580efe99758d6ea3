/** What prevents a clean pass: requirements that failed, and those that were not shown and why. */
import type { Report } from '../../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../../suites/harness/report/requirement.ts'
import { causesIn } from '../../wording/causes.ts'
import { whyOpen } from '../../wording/details.ts'
import { waiverLine } from '../../wording/waivers.ts'
import { clipped, html, type Markup, type Piece } from './markup.ts'
import { counted } from './quantities.ts'
import { link } from './requirement.ts'
import { badge, type Verdict } from './verdicts.ts'

const MAX_LENGTH = 300

/** Failures without a cause: errors of the harness, and everything in reports of earlier versions. */
function broken(report: Report): Piece {
  const explained = new Set(causesIn(report).flatMap(({ requirements }) => requirements))
  const rows = (['fail', 'error', 'warn'] satisfies Verdict[]).flatMap((verdict) =>
    report.requirements
      .filter((requirement) => requirement.verdict === verdict && !explained.has(requirement.id))
      .map(
        ({ id, statement }) =>
          html`<li>${badge(verdict)} <span>${link(id)}<span class="statement">${statement}</span></span></li>`,
      ),
  )
  return points('uncaused', 'Does not hold', rows)
}

function points(anchor: string, title: string, rows: readonly Markup[]): Piece {
  if (rows.length === 0) return undefined
  return html`<section aria-labelledby="${anchor}"><h2 id="${anchor}">${title} <span class="count">${rows.length}</span></h2><ul class="points">${rows}</ul></section>`
}

/** Why a requirement has no verdict, without the name of the case, so that equal reasons can be grouped. */
function reasonOf(requirement: ReportedRequirement): string {
  const { verdict, reason, profile } = requirement
  if (verdict === 'not-observable' || verdict === 'not-applicable') return `${reason ?? ''}`
  if (verdict === 'not-selected') return profile === undefined ? 'the run did not try it' : `profile ${profile}`
  return clipped(whyOpen(requirement), MAX_LENGTH)
}

function group(verdict: Verdict, own: readonly ReportedRequirement[], isOpen: boolean): Markup {
  const byReason = Map.groupBy(own, reasonOf)
  const items = [...byReason].map(
    ([reason, same]) =>
      html`<li><span class="reason">${reason}</span> <span class="links">${same.map(({ id }, index) => html`${index > 0 ? ', ' : undefined}${link(id)}`)}</span></li>`,
  )
  return html`<details${isOpen && byReason.size <= MAX_OPEN && LACKING.includes(verdict) ? html` open` : undefined}><summary>${badge(verdict)} <b>${counted(own.length, 'requirement')}</b></summary><ul class="reasons">${items}</ul></details>`
}

/** Verdicts of requirements that the run should have shown but did not. */
const LACKING: readonly Verdict[] = ['inconclusive', 'not-evidenced']
const MAX_OPEN = 12

const explained: readonly Verdict[] = [...LACKING, 'not-applicable', 'not-selected', 'not-observable']

/** Whether the run should have shown requirements that it did not show. */
const isLacking = ({ requirements }: Report): boolean => requirements.some(({ verdict }) => LACKING.includes(verdict))

/** Requirements without a verdict; placed before the others if the run should have shown some, else after them. */
export function notShown(report: Report, place: 'before' | 'after'): Piece {
  if (isLacking(report) !== (place === 'before')) return undefined
  const { requirements, stop } = report
  const groups = explained.flatMap((verdict) => {
    const own = requirements.filter((requirement) => requirement.verdict === verdict)
    return own.length > 0 ? [group(verdict, own, stop === undefined)] : []
  })
  if (groups.length === 0) return undefined
  return html`<section aria-labelledby="unevidenced"><h2 id="unevidenced">${place === 'before' ? 'Not shown' : 'Not part of this run'}, and why</h2>
${groups}</section>`
}

function waived({ requirements }: Report): Piece {
  const rows = requirements.flatMap(({ id, verdict, waiver }) =>
    waiver
      ? [html`<li>${badge(verdict)} <span>${link(id)}<span class="statement">${waiverLine(waiver)}</span></span></li>`]
      : [],
  )
  return points('waived', 'Waivers (verdicts unchanged)', rows)
}

export const openPoints = (report: Report): Piece => [broken(report), waived(report), notShown(report, 'before')]
