/** What to change so that a requirement holds, and where to read more. */
import type { ReportedCause } from '../../../suites/harness/report/causes.ts'
import type { ReportedRequirement } from '../../../suites/harness/report/requirement.ts'
import { hintOf } from '../../wording/fixes.ts'
import { sectionOf, titleOf } from '../../wording/sections.ts'
import { html, type Piece } from './markup.ts'

/** @param cause that it fixes, where it covers more than one requirement */
export function fixOf(requirement: ReportedRequirement | undefined, cause?: ReportedCause): Piece {
  if (!requirement) return undefined
  const { id, section } = requirement
  const mend = cause ? hintOf(cause, requirement) : requirement.mend
  // What is said of one requirement alone, and stands for several, names it.
  const isNamed = cause !== undefined && cause.requirements.length > 1 && mend === requirement.mend
  const title = titleOf(sectionOf(section))
  return html`<div class="fix">${mend && html`<p><b>How to fix it${isNamed ? html`, for <code>${id}</code>` : undefined}.</b> ${mend}</p>`}<p class="note">Section ${section} of the contract${title === '' ? '' : `, ${title}`} · <code>npx svc-conformance explain ${id}</code></p></div>`
}
