/** How each status of the contract was shown, and how quickly the target responded. */
import type { Report } from '../../../suites/harness/report/report.ts'
import { html, type Markup, type Piece } from './markup.ts'
import { duration, whole } from './quantities.ts'
import { table } from './table.ts'

function statuses({ states }: Report): Markup {
  const rows = states.map(
    ({ status, route, answers: responses }) =>
      html`<tr><th scope="row">${status}</th><td>${route ?? 'not shown'}</td><td class="n">${whole(responses)}</td></tr>`,
  )
  return html`<section aria-labelledby="statuses"><h2 id="statuses">Statuses</h2>${table('Statuses', ['Status', 'Shown', '#Responses'], rows)}</section>`
}

function quickness({ times }: Report): Piece {
  if (times.length === 0) return undefined
  const rows = times.map(
    ({ of, answers: responses, median, p90 }) =>
      html`<tr><th scope="row">${of}</th><td class="n">${whole(responses)}</td><td class="n">${duration(median)}</td><td class="n">${duration(p90)}</td></tr>`,
  )
  return html`<section aria-labelledby="times"><h2 id="times">Times</h2>${table('Times', ['Of', '#Responses', '#Median', '#90th percentile'], rows)}</section>`
}

export function statesAndTimes(report: Report): Markup {
  return html`<div class="pair">${statuses(report)}${quickness(report)}</div>`
}
