/** The contract section by section, with every requirement, and the filter above them. */
import type { Report } from '../../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../../suites/harness/report/requirement.ts'
import { causesIn } from '../../wording/causes.ts'
import { bySection, titleOf } from '../../wording/sections.ts'
import type { ById, SizeBudget } from './finding.ts'
import { folded, html, type Markup } from './markup.ts'
import { whole } from './quantities.ts'
import { findingsView, requirementView } from './requirement.ts'
import { badge, countsOf, type Verdict, worstFirst } from './verdicts.ts'

function filter({ requirements }: Report): Markup {
  const verdicts = countsOf(requirements).map(
    ({ verdict, count }) =>
      html`<label><input type="checkbox" name="verdict" value="${verdict}"> ${badge(verdict)} ${whole(count)}</label>`,
  )
  const sections = bySection(requirements).map(
    ([section]) => html`<option value="${section}">${section} ${titleOf(section)}</option>`,
  )
  return html`<form id="filter" role="search" aria-label="Filter the requirements">
<fieldset><legend>Verdict</legend>${verdicts}</fieldset>
<label>Section <select name="section"><option value="">all</option>${sections}</select></label>
<label>Text <input type="search" name="text" autocomplete="off" spellcheck="false"></label>
<span class="buttons"><button type="button" name="open">Open all</button><button type="button" name="close">Close all</button><button type="reset">Show all</button></span>
<p id="shown" role="status"></p></form>`
}

function counts(own: readonly ReportedRequirement[]): Markup {
  const parts = countsOf(own).map(
    ({ look, count }) => html`<span class="${look.tone}">${whole(count)} ${look.word}</span>`,
  )
  return html`<span class="tally">${parts.map((part, index) => html`${index > 0 ? ' · ' : undefined}${part}`)}</span>`
}

const BROKEN: readonly Verdict[] = ['fail', 'error', 'warn']

/** Failures first, in the order of their causes; everything else section by section. */
function groupsOf(report: Report) {
  const { requirements } = report
  const isBroken = ({ verdict }: ReportedRequirement): boolean => BROKEN.includes(verdict)
  const order = causesIn(report).flatMap((cause) => cause.requirements)
  const rank = ({ id, verdict }: ReportedRequirement): number =>
    BROKEN.indexOf(verdict) * requirements.length + (order.includes(id) ? order.indexOf(id) : order.length)
  const broken = requirements.filter(isBroken).toSorted((one, other) => rank(one) - rank(other))
  const rest = bySection(worstFirst(requirements).filter((requirement) => !isBroken(requirement)))
  return [
    ...(broken.length > 0 ? [{ anchor: 'broken', title: html`Does not hold`, own: broken }] : []),
    ...rest.map(([section, own]) => ({
      anchor: `s-${section}`,
      title: html`<span class="number">${section}</span> ${titleOf(section)}`,
      own,
    })),
  ]
}

export function sections(report: Report, byId: ById, budget: SizeBudget): Markup {
  // The worst verdicts come first, so that they get the budget.
  const worst = worstFirst(report.requirements)
  const findings = new Map(worst.map((requirement) => [requirement.id, findingsView(requirement, byId, budget)]))
  const groups = groupsOf(report).map(({ anchor, title, own }) => {
    const heading = html`<h3 id="${anchor}">${title} ${counts(own)}</h3>`
    const rows = html`<ul class="requirements">${own.map((requirement) => requirementView(requirement, report, findings.get(requirement.id)))}</ul>`
    const content = anchor === 'broken' ? [heading, rows] : folded(heading, rows)
    return html`<section class="group" aria-labelledby="${anchor}">${content}</section>\n`
  })
  return html`<section aria-labelledby="requirements"><h2 id="requirements" tabindex="-1">Requirements</h2>
${filter(report)}
${groups}</section>`
}
