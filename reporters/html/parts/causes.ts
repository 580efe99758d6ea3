/** The causes of failures, each with its clearest example and what to change. The first one is expanded. */
import type { ReportedCause } from '../../../suites/harness/report/causes.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../../suites/harness/report/requirement.ts'
import { forAssistant } from '../../wording/assistant.ts'
import { breaksLine, causesIn, howOften } from '../../wording/causes.ts'
import { beforeOf, rateOf, requestLine } from '../../wording/details.ts'
import { type ById, copied, exampleOf, fact, type SizeBudget } from './finding.ts'
import { fixOf, othersOf } from './fix.ts'
import { clipped, html, type Markup, type Piece } from './markup.ts'
import { link } from './requirement.ts'
import { badge } from './verdicts.ts'

const MAX_LENGTH = 300
/** The maximum number of requirements to name before a fold; one cause may break dozens. */
const NAMED = 6

type Requirements = ReadonlyMap<string, ReportedRequirement>

const links = (ids: readonly string[], known: Requirements): Piece =>
  ids
    .filter((id) => known.has(id))
    .map((id) => html`<li>${link(id)}<span class="statement">${known.get(id)?.statement}</span></li>`)

function broken({ requirements, consequences = [] }: ReportedCause, known: Requirements): Piece {
  const [first, rest] = [requirements.slice(0, NAMED), requirements.slice(NAMED)]
  return html`<h4>${requirements.length === 1 ? 'The requirement that this cause breaks' : 'Requirements that this cause breaks'}</h4><ul class="points">${links(first, known)}</ul>${
    rest.length === 0
      ? undefined
      : html`<details class="rest"><summary>${rest.length} more</summary><ul class="points">${links(rest, known)}</ul></details>`
  }${
    consequences.length === 0
      ? undefined
      : html`<p class="note">These responses also break the following requirements, which are not counted separately: ${consequences.map((id, at) => [at > 0 ? ', ' : undefined, html`<code>${id}</code>`])}</p>`
  }`
}

/** A table of the details that the first line omits or shortens. */
function facts(cause: ReportedCause): Piece {
  const { title, expected, received, server, finding } = cause
  const [actual, wanted] = [received ?? finding.actual ?? '', expected ?? finding.expected ?? '']
  const rows: readonly (readonly [name: string, value: string | undefined])[] = [
    ['Received', title.startsWith(`got ${actual}`) ? undefined : actual],
    ['Instead of', title.includes(`instead of ${wanted}`) ? undefined : wanted],
    ['Where', finding.at],
    ['Request', requestLine(finding)],
    ['Server', server],
    ['Rate', rateOf(finding)],
    ['Before', beforeOf(finding)],
  ]
  const shown = rows.flatMap(([name, value]) => fact(name, value, MAX_LENGTH) ?? [])
  return shown.length > 0 ? html`<dl class="facts">${shown}</dl>` : undefined
}

interface Around {
  readonly report: Report
  readonly known: Requirements
  readonly byId: ById
  readonly budget: SizeBudget
}

function causeView(cause: ReportedCause, index: number, { report, known, byId, budget }: Around): Markup {
  const { title, verdict, finding, requirements } = cause
  const [lead = ''] = requirements
  const example = budget(() => exampleOf(finding, byId))
  return html`<details class="cause"${index === 0 ? html` open` : undefined}><summary class="line">${badge(verdict)}<span class="what"><span class="title">${clipped(title, MAX_LENGTH)}</span><span class="note">${cause.known ? 'known · ' : ''}${cause.not_scored ? 'not scored · ' : ''}${howOften(cause)} · breaks ${breaksLine(cause, report, 1)}</span></span></summary>
<div class="findings">${facts(cause)}${fixOf(known.get(lead), cause)}
${example ?? html`<p class="note">The exchange is in report.json.</p>`}
${budget(() => copied('Text for an assistant', forAssistant(cause, report)))}
${othersOf(lead)}${broken(cause, known)}</div></details>\n`
}

/** @param budget limits the bytes of the examples */
export function causesSection(report: Report, byId: ById, budget: SizeBudget): Piece {
  const causes = causesIn(report)
  if (causes.length === 0) return undefined
  const known = new Map(report.requirements.map((requirement) => [requirement.id, requirement]))
  const views = causes.map((cause, index) => causeView(cause, index, { report, known, byId, budget }))
  const failing = causes.filter(({ verdict }) => verdict === 'fail').length
  const warned = causes.length - failing
  const count =
    warned > 0 && failing > 0 ? `${failing} of failures, ${warned} of warnings` : causes.length > 1 ? causes.length : ''
  return html`<section aria-labelledby="causes"><h2 id="causes">${causes.length === 1 ? 'The cause' : 'Causes'} <span class="count">${count}</span></h2>
${views}</section>`
}
