/** Tables that scroll on their own where the screen is narrow. */
import { html, type Markup, type Piece } from './markup.ts'

/** @param columns titles; `#` before one makes it a column of numbers */
export function table(label: string, columns: readonly string[], rows: Piece): Markup {
  const head = columns.map((name) =>
    name.startsWith('#') ? html`<th scope="col" class="n">${name.slice(1)}</th>` : html`<th scope="col">${name}</th>`,
  )
  return html`<div class="wide" role="group" tabindex="0" aria-label="${label}"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`
}
