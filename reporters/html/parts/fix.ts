/** What to change so that a requirement holds, and where to read more. */
import type { ReportedRequirement } from '../../../suites/harness/report/requirement.ts'
import { sectionOf, titleOf } from '../../wording/sections.ts'
import { html, type Piece } from './markup.ts'

/** @param isNamed whether it stands for several requirements, so that its own is named */
export function fixOf(requirement: ReportedRequirement | undefined, isNamed = false): Piece {
  if (!requirement) return undefined
  const { id, section, mend } = requirement
  const title = titleOf(sectionOf(section))
  return html`<div class="fix">${mend && html`<p><b>How to fix it${isNamed ? html`, for <code>${id}</code>` : undefined}.</b> ${mend}</p>`}<p class="note">Section ${section} of the contract${title === '' ? '' : `, ${title}`} · <code>npx svc-conformance explain ${id}</code></p></div>`
}
