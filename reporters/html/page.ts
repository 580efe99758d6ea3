/** The report as one page. */
import { readFileSync } from 'node:fs'
import type { Report } from '../../suites/harness/report/report.ts'
import { causesIn } from '../wording/causes.ts'
import { concluded } from '../wording/conclusion/conclusion.ts'
import { framed, styles } from './frame.ts'
import { causesSection } from './parts/causes.ts'
import { sizeBudget } from './parts/finding.ts'
import { summary } from './parts/first-screen/summary.ts'
import { clipped, html, type Markup } from './parts/markup.ts'
import { notShown, openPoints } from './parts/open-points.ts'
import { sections } from './parts/sections.ts'
import { checksTable, exchangesTable, observedTable, statesAndTimes } from './parts/tables.ts'

const script = readFileSync(new URL('./script.js', import.meta.url), 'utf8')

/** Radio buttons, so that the switch works without a script. */
const theme = html`<fieldset class="theme"><legend>Colours</legend>
<label><input type="radio" name="theme" id="theme-system" checked> System</label>
<label><input type="radio" name="theme" id="theme-light"> Light</label>
<label><input type="radio" name="theme" id="theme-dark"> Dark</label></fieldset>`

function contents(report: Report): Markup {
  const { exchanges } = report
  return html`<nav aria-label="Parts of the report">${causesIn(report).length > 0 ? html`<a href="#causes">Causes</a> ` : undefined}<a href="#requirements">Requirements</a> <a href="#observed">Observed</a> <a href="#checks">Checks</a>${
    exchanges.length > 0 ? html` <a href="#exchanges">Exchanges</a>` : undefined
  }</nav>`
}

/** The maximum bytes of markup for findings and their exchanges. */
const BUDGET = 2_200_000

/** The report as one HTML page. The same report gives the same bytes. @param expires when the certificate of the run ends */
export function htmlReport(report: Report, expires?: string): string {
  const { word } = concluded(report)
  const byId = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]))
  const budget = sizeBudget(BUDGET)
  return framed({
    title: html`${word}: ${clipped(report.target.base_url, 120)}`,
    styles,
    script,
    content: html`<a class="skip" href="#requirements">Skip to the requirements</a>
<header><p class="kicker">Conformance report · Inference Gateway API</p>${contents(report)}</header>
<main class="${report.conclusion}">
${summary(report, expires)}
${causesSection(report, byId, budget)}
${openPoints(report)}
${sections(report, byId, budget)}
${notShown(report, 'after')}
${observedTable(report)}
${statesAndTimes(report)}
${checksTable(report)}
${exchangesTable(report)}
</main>
<footer>${theme}<p>Made by svc-conformance ${report.harness} from report.json, which holds the same data. Neither contains a key.</p></footer>`,
  })
}
