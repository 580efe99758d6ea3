/** The statement of a conformant run on one sheet of paper: what it shows, its target, its expiry, and how to verify it. */
import { hash } from 'node:crypto'
import encodeQR from 'qr'
import type { Report } from '../../../../suites/harness/report/report.ts'
import { PROGRAM } from '../../../../suites/harness/text/program-name.ts'
import { reportText } from '../../../formats/json.ts'
import { notShownLines, PROFILES, shownLine } from '../../../wording/conclusion/shown.ts'
import { declaredIn } from '../../../wording/declared.ts'
import { clipped, html, type Markup, ours, type Piece } from '../markup.ts'
import { timestamp } from '../quantities.ts'

const VERIFY = `${PROGRAM} verify`

/** The target, as its operator describes it. */
function product(report: Report): Piece {
  const declared = new Map(declaredIn(report))
  const name = ['product', 'version'].flatMap((part) => declared.get(part) ?? []).join(' ')
  if (name === '') return undefined
  return html`<b>${clipped(name, 120)}</b> <span class="note">as its operator declares</span>`
}

/** @param expires when the certificate of the run expires; undefined if there is none */
export function statement(report: Report, expires: string | undefined): Markup {
  const { target, contract, set, profile, finished } = report
  const digest = hash('sha256', reportText(report))
  const date = timestamp(finished)
  const until =
    expires === undefined
      ? html`This page says what held on that date. <code>run --certificate FILE</code> also writes a certificate.`
      : html`<b>${expires.slice(0, 10)}</b>, when the certificate of this run ends`
  const rows: readonly (readonly [name: string, value: Piece])[] = [
    ['Product', product(report)],
    [
      'Address',
      html`<code>${clipped(target.base_url, 120)}</code>${target.loopback ? html` <span class="note">on the machine of the run</span>` : undefined}`,
    ],
    ['Date', html`<b>${date}</b>`],
    ['Contract', html`Inference Gateway API <b>${contract}</b>${set === undefined ? undefined : `, set ${set}`}`],
    ['Profile', html`<b>${profile}</b>: ${PROFILES[profile]}`],
    ['Shown', shownLine(report)],
    ['Not shown', notShownLines(report).map((line) => html`<span class="reason">${line}</span>`)],
    ['Valid until', until],
    [
      'To verify it',
      html`${expires === undefined ? undefined : html`<code>${VERIFY} CERTIFICATE</code>, offline, with the files of the run. `}<span class="note">SHA-256 of report.json: <code>${digest}</code></span>`,
    ],
  ]
  const scanned = [
    ...(expires === undefined ? [] : [VERIFY]),
    `report.json sha256:${digest}`,
    `conformant, contract ${contract}, ${profile}`,
    `${date}${expires === undefined ? '' : `, until ${expires.slice(0, 10)}`}`,
    target.base_url,
  ]
  return html`<div class="statement-of"><dl class="facts">${rows.map(([name, value]) =>
    value === undefined ? undefined : html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`,
  )}</dl>${qrCode(scanned.join('\n'), 'QR code: result, date, address and digest of the report')}</div>`
}

/** Longer texts are cut: a code with more characters is too dense for a phone that reads it from paper. */
const MAX_SCANNED = 210

/** A text as a QR code in SVG. @param label its description for screen readers */
export function qrCode(text: string, label: string): Markup {
  const rows = encodeQR(text.slice(0, MAX_SCANNED), 'raw', { ecc: 'medium', border: 4 })
  const runs = rows.flatMap((row, y) =>
    [...row.map(Number).join('').matchAll(/1+/g)].map(
      ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
    ),
  )
  const { length } = rows
  return html`<svg class="code" viewBox="0 0 ${length} ${length}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${length}" height="${length}" fill="#fff"/><path d="${ours(runs.join(''))}" fill="#000"/></svg>`
}
