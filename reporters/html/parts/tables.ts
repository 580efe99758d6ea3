/** The tables behind the verdicts: observed behaviours, checks, exchanges. */
import type { ReportedExchange } from '../../../suites/harness/report/exchange.ts'
import type { Report, ReportedCheck } from '../../../suites/harness/report/report.ts'
import { sectionOf } from '../../wording/sections.ts'
import { clipped, folded, html, type Markup, type Piece, table } from './markup.ts'
import { duration, whole } from './quantities.ts'

/** The maximum number of values for one requirement, because a hostile target may send any number. */
const VALUES = 60
const MAX_LENGTH = 240

export function observedTable({ observed, requirements }: Report): Markup {
  const statements = new Map(requirements.map(({ id, statement }) => [id, statement]))
  const rows = [...Map.groupBy(observed, ({ id }) => id)].map(([id, own]) => {
    const listed = own.slice(0, VALUES)
    const lines = listed.map(
      ({ value, count, section }, index) =>
        html`<tr data-verdict="observed" data-section="${sectionOf(section)}">${
          index === 0
            ? html`<th scope="row" class="of" rowspan="${listed.length}"><code>${id}</code><span class="note">section ${section}. ${statements.get(id) ?? ''}</span></th>`
            : undefined
        }<td>${clipped(value, MAX_LENGTH)}</td><td class="n">${whole(count)}</td></tr>\n`,
    )
    return html`${lines}${own.length > VALUES ? html`<tr><td colspan="3">${whole(own.length - VALUES)} more values of ${id} are in report.json.</td></tr>` : undefined}`
  })
  const content =
    observed.length === 0
      ? html`<p>None recorded.</p>`
      : folded(
          'Where the contract leaves a choice, what the target does',
          table('Observed behaviours', ['Left open by the contract', 'What the target does', '#Seen'], rows),
        )
  return html`<section aria-labelledby="observed"><h2 id="observed">Observed behaviours <span class="count">${whole(observed.length)}</span></h2>
<p class="note">None of it affects a verdict.</p>
${content}</section>`
}

function checkRow({ id, covers, kind, title, ran, findings, not_scored }: ReportedCheck): Markup {
  const found = Object.entries(findings).map(([outcome, count]) => `${count} ${outcome}`)
  return html`<tr><td><code>${id}</code><span class="note">${clipped(title, MAX_LENGTH)}${not_scored ? ' · not scored: not in the set' : ''}</span></td><td><code>${covers}</code></td><td>${kind}</td><td>${ran ? found.join(', ') || 'no finding' : 'did not run'}</td></tr>\n`
}

export function checksTable({ checks }: Report): Markup {
  return html`<section aria-labelledby="checks"><h2 id="checks">Checks <span class="count">${whole(checks.length)}</span></h2>
${folded('Every check of the run and its findings', table('Checks', ['Check', 'Covers', 'Kind', 'Findings'], checks.map(checkRow)))}</section>`
}

function exchangeRow({ id, request, answer: response, failure, duration: took }: ReportedExchange): Markup {
  const path = clipped(request.path, 80)
  const received = response ? String(response.status) : clipped(failure?.code ?? 'no response', 40)
  return html`<tr><td><code>${id}</code></td><td>${request.method} ${path}</td><td>${received}</td><td class="n">${response ? whole(response.body.bytes) : ''}</td><td class="n">${duration(took)}</td></tr>\n`
}

export function exchangesTable({ exchanges }: Report): Piece {
  if (exchanges.length === 0) return undefined
  return html`<section aria-labelledby="exchanges"><h2 id="exchanges">Exchanges <span class="count">${whole(exchanges.length)}</span></h2>
${folded('Every exchange that a finding above refers to', table('Exchanges', ['Exchange', 'Request', 'Received', '#Bytes', '#Duration'], exchanges.map(exchangeRow)))}</section>`
}

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

export const statesAndTimes = (report: Report): Markup =>
  html`<div class="pair">${statuses(report)}${quickness(report)}</div>`
