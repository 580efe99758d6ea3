/** Cards of failures: one for each cause, and one for each requirement. */
import type { ReportedCause } from '../../suites/harness/report/causes.ts'
import type { Report } from '../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'
import { printable, shortened } from '../../suites/harness/text/printable.ts'
import { PROGRAM } from '../../suites/harness/text/program-name.ts'
import { breaksLine, howOften, leadOf, oftenAfterTitle } from '../wording/causes.ts'
import { detailsOf } from '../wording/details.ts'
import { hintOf } from '../wording/fixes.ts'
import { notScoredLine } from '../wording/not-scored.ts'
import { waiverLine } from '../wording/waivers.ts'
import type { Paint } from './paint.ts'
import { type Verdict, wordOf } from './verdicts.ts'
import { row, wrapped } from './wrap.ts'

/** The settings for drawing cards. */
export interface Drawing {
  readonly paint: Paint
  /** The width of the terminal; undefined if the output has no width. */
  readonly columns: number | undefined
}

/** The maximum number of requirements that the card of a cause names. */
const NAMED = 6

/** The coloured word of a verdict, which a card begins with. */
function sign(verdict: Verdict, paint: Paint): string {
  const [word, format] = wordOf(verdict)
  return paint(format, word)
}

/** The maximum characters of a response in the cards after the first, so that all cards fit on few screens. */
const QUOTED = 80

/** The detail of a card: the first cause is shown in more detail than the others. */
export type Extent = 'all' | 'most' | 'some'

/** For rows that not every card has: the extents that include them. */
const KEPT: Readonly<Record<string, readonly Extent[]>> = {
  requires: ['all', 'most'],
  exchange: ['all'],
  server: ['all', 'most'],
  replay: ['all', 'most'],
  generated: ['all', 'most'],
}

/** Rows that every card without a curl line keeps. */
const AGAIN: readonly string[] = ['exchange', 'replay']

/** A card with what a vendor needs to reproduce and fix a cause. */
export function causeCard(cause: ReportedCause, report: Report, extent: Extent, { paint, columns }: Drawing): string[] {
  const { title, verdict, requirements, consequences = [], server, finding } = cause
  const [lead = ''] = requirements
  const requirement = leadOf(cause, report)
  const details = detailsOf(finding)
  const head = `  ${sign(verdict, paint)} ${paint('bold', printable(title))}${oftenAfterTitle(cause)}${cause.not_scored ? ', not scored' : ''}`
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['requires', requirements.length === 1 ? requirement?.statement : undefined],
    ['breaks', breaksLine(cause, report, extent === 'all' ? requirements.length : NAMED)],
    ['also', consequences.length > 0 ? `${consequences.join(', ')}, only in these responses` : undefined],
    ['server', server],
    // Skip what the title already says.
    ...details.filter(([name, text]) => name !== 'found' && !title.includes(text)),
    ['fix', hintOf(cause, requirement)],
    ['more', `${PROGRAM} explain ${lead}`],
  ]
  // Without a curl line, only the replay line can reproduce the failure.
  const hasCurl = details.some(([name]) => name === 'curl')
  const isWanted = (name: string): boolean => !hasCurl && AGAIN.includes(name)
  const kept = rows.filter(([name]) => isWanted(name) || (KEPT[name]?.includes(extent) ?? true))
  const shown = kept.flatMap(([name, text = '']) =>
    row(name, extent === 'some' && name === 'received' ? shortened(text, QUOTED) : text, columns),
  )
  return [...wrapped(head, columns, 4), ...shown]
}

/** A card for a requirement that does not hold, with its clearest finding. */
export function requirementCard(requirement: ReportedRequirement, report: Report, { paint, columns }: Drawing) {
  const { id, section, level, statement, verdict, findings, waiver } = requirement
  const outcome = verdict === 'pass' ? undefined : findings[0]?.outcome
  const finding = findings.find((each) => each.outcome === outcome)
  const often = howOften(requirement)
  const head = `  ${sign(verdict, paint)} ${paint('bold', id)} (section ${section}, ${level})${often === '' ? '' : `, ${often}`}`
  return [
    ...wrapped(head, columns, 4),
    ...row('requires', statement, columns),
    ...row('waived', waiverLine(waiver), columns),
    ...row('counts', notScoredLine(requirement, report), columns),
    ...(finding ? detailsOf(finding).flatMap(([name, text]) => row(name, text, columns)) : []),
  ]
}

/** Joins cards with an empty line between them. */
export const apart = (cards: readonly (readonly string[])[]): string[] =>
  cards.flatMap((card, index) => [...(index > 0 ? [''] : []), ...card])
