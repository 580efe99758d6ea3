/** The tables of the page: one row for each row of the matrix. */
import { html, type Markup } from '../../../reporters/html/parts/markup.ts'
import type { FaultRow, NullRow, VariantRow } from '../matrix.ts'
import { covers, EVERY_RESPONSE } from '../outcome.ts'

interface Named {
  readonly name: string
  readonly shows?: string
  readonly problems: readonly string[]
}

const codes = (ids: readonly string[]): Markup[] => ids.map((id, at) => html`${at > 0 ? ' ' : ''}<code>${id}</code>`)

/** Marks only rows with problems, so that they stand out. */
function open({ name, shows = '', problems }: Named): Markup {
  const what = shows === '' ? '' : html`<p>${shows}</p>`
  if (problems.length === 0) return html`<tr><th scope="row"><code>${name}</code>${what}</th>`
  const list = html`<ul>${problems.map((problem) => html`<li>${problem}</li>`)}</ul>`
  return html`<tr class="wrong"><th scope="row"><code>${name}</code>${what}${list}</th>`
}

function table<Row extends Named>(
  [id, title, lead]: readonly [id: string, title: string, lead: string | undefined],
  columns: readonly string[],
  rows: readonly Row[],
  cells: (row: Row) => Markup,
): Markup | undefined {
  if (rows.length === 0) return undefined
  const wrong = rows.filter(({ problems }) => problems.length > 0).length
  return html`<section id="${id}">
<h2>${title} <small>${rows.length} rows${wrong > 0 ? html`, <span class="bad">${wrong} wrong</span>` : ''}</small></h2>
${lead === undefined ? '' : html`<p>${lead}</p>`}
<div class="wide"><table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${rows.map((row) => html`${open(row)}${cells(row)}</tr>\n`)}</tbody>
</table></div>
</section>`
}

/** Highlights red requirements that the fault does not break. */
const redCodes = ({ breaks, red }: FaultRow): Markup[] =>
  red.map((id, at) => html`${at > 0 ? ' ' : ''}<code${covers(breaks, id) ? '' : html` class="bad"`}>${id}</code>`)

/** The checks that caught a fault; invariants on every response have no name. */
function catchers({ killers }: FaultRow): Markup {
  const checks = killers.filter((one) => !one.startsWith(EVERY_RESPONSE))
  if (checks.length === killers.length) return html`${codes(checks)}`
  return html`${codes(checks)}${checks.length > 0 ? ', ' : ''}every response`
}

/** Whether core found what one key can show. */
function inCore({ core }: FaultRow): Markup {
  if (!core) return html`one key cannot show it`
  return core.problems.length === 0 ? html`killed` : html`<span class="bad">not killed</span>`
}

export function faultTable(id: string, title: string, lead: string | undefined, faults: readonly FaultRow[]) {
  // Show the column only if the profile core was run.
  const withCore = faults.some(({ core }) => core !== undefined)
  const columns = ['fault', 'breaks', 'turned red', 'concluded', 'caught by', ...(withCore ? ['in core'] : [])]
  return table([id, title, lead], columns, faults, (row) => {
    const core = withCore ? html`<td>${inCore(row)}</td>` : ''
    return html`<td>${codes(row.breaks)}</td><td>${redCodes(row)}</td><td>${row.conclusion}</td><td>${catchers(row)}</td>${core}`
  })
}

export function variantTable(id: string, title: string, lead: string | undefined, variants: readonly VariantRow[]) {
  return table([id, title, lead], ['variant', 'freedom'], variants, ({ freedom }) => html`<td>${freedom}</td>`)
}

export function nullTable(servers: readonly NullRow[]) {
  const columns = ['server', 'conclusion', 'passes', 'why they are deserved']
  return table(['null-servers', 'Null servers', undefined], columns, servers, ({ conclusion, passes, reason }) => {
    return html`<td>${conclusion}</td><td>${passes.length === 0 ? 'none' : codes(passes)}</td><td>${reason}</td>`
  })
}
