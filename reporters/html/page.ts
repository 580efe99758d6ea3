/** The page as a whole: one file that asks the network for nothing and runs no script but its own. */
import { createHash } from 'node:crypto'
import type { Report } from '../../suites/harness/report/report.ts'
import { concluded } from '../wording/conclusion.ts'
import { clipped, html, type Markup, ours } from './parts/markup.ts'
import { openPoints } from './parts/open-points.ts'
import { sections } from './parts/sections.ts'
import { statesAndTimes } from './parts/states.ts'
import { summary } from './parts/summary.ts'
import { checksTable, exchangesTable, observedTable } from './parts/tables.ts'
import { script } from './script.js.ts'
import { styles } from './styles.css.ts'

function digest(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** Nothing is allowed but the one style sheet and the one script, each by its digest. */
const POLICY = [
  "default-src 'none'",
  `style-src ${digest(styles)}`,
  `script-src ${digest(script)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** Radio buttons, so that the switch works without a script. */
const theme = html`<fieldset class="theme"><legend>Colours</legend>
<label><input type="radio" name="theme" id="theme-system" checked> System</label>
<label><input type="radio" name="theme" id="theme-light"> Light</label>
<label><input type="radio" name="theme" id="theme-dark"> Dark</label></fieldset>`

function contents({ exchanges }: Report): Markup {
  return html`<nav aria-label="Parts of the report"><a href="#requirements">Requirements</a> <a href="#observed">Observed</a> <a href="#checks">Checks</a>${
    exchanges.length > 0 ? html` <a href="#exchanges">Exchanges</a>` : undefined
  }</nav>`
}

/** The report as one HTML page. The same report gives the same bytes. */
export function htmlReport(report: Report): string {
  const { word } = concluded(report)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${word}: ${clipped(report.target.base_url, 120)} · svc-conformance</title>
<style>${ours(styles)}</style>
</head>
<body>
<a class="skip" href="#requirements">Skip to the requirements</a>
<header><p class="kicker">Conformance report · Inference Gateway API</p>${contents(report)}${theme}</header>
<main>
${summary(report)}
${openPoints(report)}
${sections(report)}
${observedTable(report)}
${statesAndTimes(report)}
${checksTable(report)}
${exchangesTable(report)}
</main>
<footer><p>Made by svc-conformance ${report.harness} from report.json, which holds the same as data. Keys stand in neither.</p></footer>
<script>${ours(script)}</script>
</body>
</html>
`.text
}
