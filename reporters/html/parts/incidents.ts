/** Public reports of other servers that broke a requirement. */
import { incidentSources } from '../../../schemas/incident-sources.ts'
import { html, type Piece } from './markup.ts'

/** Nothing where no server is known to have broken it. */
export function othersOf(id: string): Piece {
  const rows = incidentSources.filter(([requirement]) => requirement === id)
  if (rows.length === 0) return undefined
  const sources = rows.map(([, source, date], at): Piece => {
    return [at > 0 ? ', ' : undefined, html`<code>${source}</code>`, date === '' ? undefined : ` (${date})`]
  })
  return html`<p class="note">Others broke this requirement too: ${sources}.</p>`
}
