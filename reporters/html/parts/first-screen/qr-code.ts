import encodeQR from 'qr'
import { html, type Markup, ours } from '../markup.ts'

/** Longer texts are cut: a code with more characters is too dense for a phone that reads it from paper. */
const MAX_LENGTH = 210

/** A text as a QR code in SVG. @param label its description for screen readers */
export function qrCode(text: string, label: string): Markup {
  const rows = encodeQR(text.slice(0, MAX_LENGTH), 'raw', { ecc: 'medium', border: 4 })
  const runs = rows.flatMap((row, y) =>
    [...row.map(Number).join('').matchAll(/1+/g)].map(
      ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
    ),
  )
  const { length } = rows
  return html`<svg class="code" viewBox="0 0 ${length} ${length}" role="img" aria-label="${label}" shape-rendering="crispEdges"><rect width="${length}" height="${length}" fill="#fff"/><path d="${ours(runs.join(''))}" fill="#000"/></svg>`
}
