/** A requirement and its verdict; if it does not hold, its findings can be opened. */
import type { Report } from '../../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../../suites/harness/report/requirement.ts'
import { notScoredLine } from '../../wording/not-scored.ts'
import { sectionOf } from '../../wording/sections.ts'
import { waiverLine } from '../../wording/waivers.ts'
import { type ById, briefFinding, fullFinding, type SizeBudget } from './finding.ts'
import { fixOf } from './fix.ts'
import { html, type Markup, type Piece } from './markup.ts'
import { counted } from './quantities.ts'
import { badge } from './verdicts.ts'

/** The maximum number of findings with their bytes; the others say the same about other exchanges. */
const FULL = 2

const anchorOf = (id: string): string => `r-${id}`

export const link = (id: string): Markup => html`<a href="#${anchorOf(id)}"><code>${id}</code></a>`

/** The findings of a requirement, with their bytes while the budget has room for them. */
export function findingsView(requirement: ReportedRequirement, byId: ById, budget: SizeBudget): Markup | undefined {
  const { newer } = requirement
  const findings = [...requirement.findings, ...(newer?.findings ?? [])]
  const more = (requirement.more ?? 0) + (newer?.more ?? 0)
  if (findings.length === 0) return undefined
  const shown = findings.map((finding, index) => {
    const title = `Finding ${index + 1} of ${findings.length + more}`
    return (index < FULL ? budget(() => fullFinding(finding, title, byId)) : undefined) ?? briefFinding(finding, title)
  })
  const rest = shown.slice(FULL)
  return html`${shown.slice(0, FULL)}${
    rest.length > 0
      ? html`<details class="rest"><summary>${counted(rest.length, 'more finding')}</summary>${rest}</details>`
      : undefined
  }${more > 0 ? html`<p class="note">Not in the report: ${counted(more, 'further finding')} of this kind.</p>` : undefined}`
}

function evidenceOf({ verdict, route, evidence, dresses, profile }: ReportedRequirement): string {
  if (verdict === 'not-selected') return profile === undefined ? '' : `profile ${profile}`
  if (route === undefined) return ''
  if (evidence === 0) return route
  const worn = dresses === undefined ? '' : ` in ${counted(dresses, 'request variation')}`
  return `${route}, held ${counted(evidence, 'time')}${worn}`
}

/** The part of a reference such as `4.2 rule 3` after its section. */
const ruleIn = (reference: string): string => reference.slice(sectionOf(reference).length).trim()

/** The level, if it is `must` or `should`; for other levels the verdict already says it. */
const asks = (level: ReportedRequirement['level']): string => (level === 'must' || level === 'should' ? level : '')

function line(requirement: ReportedRequirement, report: Pick<Report, 'set'>): Markup {
  const aside = notScoredLine(requirement, report)
  const { id, section, level, statement, verdict, reason, waiver, known } = requirement
  const facts = [ruleIn(section), asks(level), evidenceOf(requirement)].filter((fact) => fact !== '')
  return html`${badge(verdict)}<span class="what"><code class="id">${id}</code><span class="statement">${statement}</span>${
    reason === undefined ? undefined : html`<span class="note">${reason}</span>`
  }${known && html`<span class="note">Known failure: the baseline has it.</span>`}${waiver && html`<span class="note">Waived: ${waiverLine(waiver)}</span>`}${aside && html`<span class="note">${aside}</span>`}</span><span class="meta">${facts.join(' · ')}</span>`
}

export function requirementView(requirement: ReportedRequirement, report: Pick<Report, 'set'>, details: Piece): Markup {
  const { id, verdict, section } = requirement
  const anchor = anchorOf(id)
  const content =
    details === undefined
      ? html`<div class="line" id="${anchor}">${line(requirement, report)}</div>`
      : // Put the anchor inside, so that a link to it opens the details.
        html`<details><summary class="line">${line(requirement, report)}</summary><div class="findings" id="${anchor}">${fixOf(requirement)}${details}</div></details>`
  return html`<li class="requirement" data-verdict="${verdict}" data-section="${sectionOf(section)}">${content}</li>\n`
}
