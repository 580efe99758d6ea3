/** What to change so that a requirement holds, and where to read more. */
import { incidentSources } from '../../../schemas/incident-sources.ts'
import type { ReportedCause } from '../../../suites/harness/report/causes.ts'
import type { ReportedRequirement } from '../../../suites/harness/report/requirement.ts'
import { PROGRAM } from '../../../suites/harness/text/program-name.ts'
import { hintOf } from '../../wording/fixes.ts'
import { sectionOf, titleOf } from '../../wording/sections.ts'
import { html, type Piece } from './markup.ts'

/** @param cause the cause that the fix is for, if any */
export function fixOf(requirement: ReportedRequirement | undefined, cause?: ReportedCause): Piece {
  if (!requirement) return undefined
  const { id, section } = requirement
  const fix = cause ? hintOf(cause, requirement) : requirement.mend
  // If a cause has several requirements, name the one whose fix is shown.
  const isNamed = cause !== undefined && cause.requirements.length > 1 && fix === requirement.mend
  const title = titleOf(sectionOf(section))
  return html`<div class="fix">${fix && html`<p><b>How to fix it${isNamed ? html`, for <code>${id}</code>` : undefined}.</b> ${fix}</p>`}<p class="note">Section ${section} of the contract${title === '' ? '' : `, ${title}`} · <code>${PROGRAM} explain ${id}</code></p></div>`
}

/** Lists servers that broke the requirement; undefined if none is known. */
export function othersOf(id: string): Piece {
  const rows = incidentSources.filter(([requirement]) => requirement === id)
  if (rows.length === 0) return undefined
  const sources = rows.map(([, source, date], at): Piece => {
    return [at > 0 ? ', ' : undefined, html`<code>${source}</code>`, date === '' ? undefined : ` (${date})`]
  })
  return html`<p class="note">Others broke this requirement too: ${sources}.</p>`
}
