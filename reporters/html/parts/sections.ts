/** The contract section by section, with every requirement, and the filter above them. */
import type { Report } from '../../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../../suites/harness/report/requirement.ts'
import { bySection, titleOf } from '../../wording/sections.ts'
import { html, type Markup, type Piece } from './markup.ts'
import { whole } from './quantities.ts'
import { findingsView, requirementView } from './requirement.ts'
import { SizeBudget } from './size-budget.ts'
import { badge, countsOf, looks } from './verdicts.ts'

/** Bytes of markup that findings may take with the exchanges that show them. */
const BUDGET = 2_200_000

/** The worst verdicts take from the budget first. */
function allFindings({ requirements, exchanges }: Report): ReadonlyMap<string, Piece> {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  const budget = new SizeBudget(BUDGET)
  const worstFirst = looks.flatMap((look) => requirements.filter(({ verdict }) => verdict === look.verdict))
  return new Map(worstFirst.map((requirement) => [requirement.id, findingsView(requirement, byId, budget)]))
}

function filter({ requirements }: Report): Markup {
  const verdicts = countsOf(requirements).map(
    ({ look, count }) =>
      html`<label><input type="checkbox" name="verdict" value="${look.verdict}"> ${badge(look.verdict)} ${whole(count)}</label>`,
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

export function sections(report: Report): Markup {
  const findings = allFindings(report)
  const groups = bySection(report.requirements).map(
    ([section, own]) => html`<section class="group" aria-labelledby="s-${section}">
<h3 id="s-${section}"><span class="number">${section}</span> ${titleOf(section)} ${counts(own)}</h3>
<ul class="requirements">${own.map((requirement) => requirementView(requirement, findings.get(requirement.id)))}</ul></section>\n`,
  )
  return html`<section aria-labelledby="requirements"><h2 id="requirements" tabindex="-1">The contract, section by section</h2>
${filter(report)}
${groups}</section>`
}
