/** Templates that escape their values. No other code converts text to HTML. */
import { COMMAND, harmless } from '../../../suites/harness/text/printable.ts'
import { entities } from '../../formats/xml.ts'

const ENTITIES: Readonly<Record<string, string>> = { ...entities, "'": '&#39;' }

const escaped = (text: string): string =>
  harmless(text)
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
    .replaceAll(COMMAND, '#&#35;')
    .replace(/^(\s*):(?=:)/, '$1&#58;')

/** HTML that is already escaped. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A value of a template: text is escaped, markup is not, and undefined becomes an empty string. */
export type Piece = Markup | string | number | undefined | readonly Piece[]

function rendered(piece: Piece): string {
  if (piece === undefined) return ''
  if (piece instanceof Markup) return piece.text
  if (typeof piece === 'string') return escaped(piece)
  return typeof piece === 'number' ? String(piece) : piece.map(rendered).join('')
}

/** A template with escaped values. Attributes are in double quotes. */
export const html = (strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup =>
  new Markup(String.raw({ raw: strings }, ...pieces.map(rendered)))

/** Markup that this project wrote itself, such as its style sheet. Never for text from a report. */
export const ours = (text: string): Markup => new Markup(text)

/** Content that is collapsed until a reader opens it, and stays collapsed on paper. */
export const folded = (title: Piece, content: Piece): Markup =>
  html`<details class="fold"><summary>${title}</summary>${content}</details>`

/** A text cut to `longest` characters, with a note about its length. */
export const clipped = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text

/** A table that scrolls by itself on narrow screens. @param columns titles; `#` marks a column of numbers */
export function table(label: string, columns: readonly string[], rows: Piece): Markup {
  const head = columns.map((name) =>
    name.startsWith('#') ? html`<th scope="col" class="n">${name.slice(1)}</th>` : html`<th scope="col">${name}</th>`,
  )
  return html`<div class="wide" role="group" tabindex="0" aria-label="${label}"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>`
}
