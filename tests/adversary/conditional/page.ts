/** The rates as one HTML page, without external resources and scripts. */
import { framed } from '../../../reporters/html/frame.ts'
import { html, type Markup } from '../../../reporters/html/parts/markup.ts'
import { styles } from '../../prove/page/page.ts'
import type { Row } from './rows.ts'
import { cellsOf, HEAD, percent, type Rate, ratesOf } from './table.ts'

function table(id: string, title: string, rates: readonly Rate[]): Markup {
  return html`<section id="${id}">
<h2>${title}</h2>
<div class="wide"><table>
<thead><tr><th scope="col">${title}</th>${HEAD.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${rates.map((rate) => html`<tr><th scope="row">${rate.name}</th>${cellsOf(rate).map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table></div>
</section>`
}

function missed(rows: readonly Row[]): Markup {
  const open = rows.filter(({ outcome }) => outcome !== 'caught')
  return html`<section id="missed">
<h2>Not caught <small>${open.length}</small></h2>
<ul>${open.map(({ number, outcome, words }) => html`<li><b>${outcome}</b>: ${words} <small>--only ${number}</small></li>\n`)}</ul>
</section>`
}

export function ratesPage(rows: readonly Row[]): string {
  const rates = ratesOf(rows)
  const [{ profile, size, depth, draw } = { profile: 'full', size: 1, depth: 2, draw: 0 }] = rows
  const title = `Rates of the profile ${profile}, ${size === 2 ? 'two conditions' : 'one condition'}`
  return framed({
    title,
    styles,
    content: html`<header>
<h1>${title}</h1>
<p>Each breach is a second gateway that breaks the contract on one kind of response, and only where ${size === 2 ? 'two conditions hold' : 'a condition holds'}. What breaks
and where is drawn, without a look at what the suites ask. ${percent(rates.all)} of ${rates.all.draws} were caught, at depth ${depth}, with
${rates.requests} requests a run. Draw ${draw}.</p>
</header>
<main>
${[
  table('groups', 'What breaks', rates.groups),
  table('kinds', 'Kind of response', rates.kinds),
  table('dimensions', 'Dimension of the condition', rates.dimensions),
  missed(rows),
]}
</main>
<footer>Written by <code>npm run prove -- --rates</code>. The same as data next to this page.</footer>`,
  })
}
