/**
 * The summary of a run for a terminal, derived only from the report. The most important part is at the end, where it
 * stays visible: the verdict, and above it one line for each cause.
 */
import type { ReportedCause } from '../../suites/harness/report/causes.ts'
import type { Report } from '../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'
import { printable } from '../../suites/harness/text/printable.ts'
import { PROGRAM } from '../../suites/harness/text/program-name.ts'
import { causeLine, causeName, causesIn, idsOf } from '../wording/causes.ts'
import { concludingLines } from '../wording/conclusion/conclusion.ts'
import { heldOf } from '../wording/conclusion/exit-code.ts'
import { counted } from '../wording/counted.ts'
import { aboutLine } from '../wording/declared.ts'
import { openRequirements, whyOpen } from '../wording/details.ts'
import { disruptionRows } from '../wording/disruptions.ts'
import { absenceRows } from '../wording/not-applicable.ts'
import { leftOutLine, seedWords, wayOf } from '../wording/requests.ts'
import { waiverLine } from '../wording/waivers.ts'
import { apart, causeCard, type Drawing, requirementCard } from './cards.ts'
import type { Detail } from './detail.ts'
import { type Paint, plain } from './paint.ts'
import { sectionTable, tallyLine, type Verdict, wordOf } from './verdicts.ts'
import { row, wrapped } from './wrap.ts'

/** The maximum length of the declarations; the report has all of them. */
const MAX_LENGTH = 600

/** The maximum number of lines; more would scroll out of view. */
const LINES = 60

/**
 * The number of causes with a card, and the number with a line. The first row that fits into `LINES` is used.
 * `--verbose` shows all causes.
 */
const EXTENTS: readonly (readonly [cards: number, listed: number])[] = [
  [3, 15],
  [2, 15],
  [1, 15],
  [1, 13],
  [1, 11],
  [1, 9],
  [1, 7],
]

/** The maximum number of lines with reasons for missing verdicts. */
const REASONS = 6
/** The maximum number of names in a line; more would make it too long to read. */
const NAMES = 3

export interface SummaryOptions {
  readonly paint?: Paint
  readonly detail?: Detail
  /** The width of the terminal; undefined if the output has no width, such as a file. */
  readonly columns?: number | undefined
  /** The command for a whole run, which is suggested after a partial run passes. */
  readonly command?: string
  /** A line about each file that was written. */
  readonly written?: readonly string[]
}

function head(report: Report, { columns }: Drawing): string[] {
  const { target, profile, set, contract, harness, requests, started, finished } = report
  const way = wayOf(report)
  const declared = aboutLine(report)
  const seconds = ((Date.parse(finished) - Date.parse(started)) / 1000).toFixed(1)
  const model = target.model === undefined ? 'no model' : printable(target.model, 80)
  return [
    `svc-conformance ${harness} · contract ${contract}${set === undefined ? '' : ` · set ${set}`} · profile ${profile}`,
    `${printable(target.base_url)} · ${model} · ${counted(requests, 'request')} in ${seconds} s · seed ${seedWords(report)}`,
    ...(report.drawn ? [leftOutLine(report.drawn)] : []),
    ...(way === undefined ? [] : [`reached ${printable(way, 400)}`]),
    ...(declared === undefined ? [] : [printable(declared, MAX_LENGTH)]),
  ].flatMap((line) => wrapped(line, columns, 2))
}

/** One line per reason for missing verdicts, because reasons repeat; in full detail also with the requirements. */
function gaps(requirements: readonly ReportedRequirement[], all: boolean, { paint, columns }: Drawing): string[] {
  const byReason = Map.groupBy(requirements, (requirement) => {
    const [word] = wordOf(requirement.verdict === 'inconclusive' ? 'inconclusive' : 'not-evidenced')
    return `${word}: ${printable(whyOpen(requirement))}`
  })
  const sorted = [...byReason].sort(([, a], [, b]) => b.length - a.length)
  const shown = all ? sorted : sorted.slice(0, REASONS)
  const left = sorted.slice(shown.length).flatMap(([, own]) => own)
  return [
    ...shown.flatMap(([reason, own]) => [
      ...wrapped(`  ${paint('yellow', `${own.length} ${reason}`)}${all ? '' : ` (${idsOf(own, NAMES)})`}`, columns, 4),
      ...(all ? own.map(({ id, section }) => `    ${id} (section ${section})`) : []),
    ]),
    ...(left.length > 0 ? [`  ${left.length} more for other reasons (--verbose lists them)`] : []),
  ]
}

/** Declared absences, with the reasons from the target file. */
const absences = (report: Report, { columns }: Drawing): string[] =>
  absenceRows(report).flatMap(([id, reason, notShown]) =>
    wrapped(`  ${id}: ${printable(reason)} (${printable(notShown, MAX_LENGTH)})`, columns, 4),
  )

/** Every waiver, even if its requirement holds or was not tested. */
const waivers = (requirements: readonly ReportedRequirement[], { columns }: Drawing): string[] =>
  requirements.flatMap(({ id, waiver }) => (waiver ? wrapped(`  ${id}: ${waiverLine(waiver)}`, columns, 4) : []))

/** One line for each cause, directly above the verdict. */
function causeLines(causes: readonly ReportedCause[], listed: number, report: Report, { paint, columns }: Drawing) {
  // If only one cause is left, show it: a line about it would need the same space.
  const shown = causes.length === listed + 1 ? causes : causes.slice(0, listed)
  const width = Math.max(0, ...shown.map((cause) => causeName(cause, report).length))
  return [
    ...shown.flatMap((cause) => {
      const [word, format] = wordOf(cause.verdict)
      const line = `  ${paint(format, word)} ${paint('bold', causeName(cause, report).padEnd(width))}  ${printable(causeLine(cause))}`
      return wrapped(line, columns, width + 9)
    }),
    ...(causes.length > shown.length ? [`  and ${causes.length - shown.length} more, in the report`] : []),
    ...(causes.length > 1 ? [`  How to fix: ${PROGRAM} explain ID`] : []),
  ]
}

const part = (title: string, lines: readonly string[], { paint }: Drawing): string[] =>
  lines.length === 0 ? [] : ['', paint('bold', title), ...lines]

/** Disruptions that are not findings, each with a request that shows them. */
const errorsIn = (report: Report, { columns }: Drawing): string[] =>
  disruptionRows(report).flatMap(([name, text]) =>
    name === '' ? wrapped(`  ${printable(text, MAX_LENGTH)}`, columns, 4) : row(name, text, columns),
  )

/** Verdicts that say nothing about the target. */
const silent: readonly Verdict[] = ['not-evidenced', 'inconclusive', 'not-applicable', 'not-selected', 'not-observable']

/** The summary as text that ends with a line end. */
export function summaryOf(report: Report, options: SummaryOptions = {}): string {
  const { paint = plain, detail = 'normal', columns, command, written = [] } = options
  const drawing = { paint, columns }
  const { requirements } = report
  const next = command !== undefined && heldOf(report) ? [`Run it: ${command}`] : []
  const conclusion = [...concludingLines(report, paint), ...next].flatMap((line) => wrapped(line, columns, 2))
  if (detail === 'quiet') return `${conclusion.join('\n')}\n`
  const files = written.length > 0 ? ['', ...written] : []
  // If nothing was judged, for example because the URL has no gateway, the summary is only the reason.
  const isSilent = report.stop && requirements.every(({ verdict }) => silent.includes(verdict))
  const { true: aside = [], false: counting = [] } = Object.groupBy(
    causesIn(report),
    ({ not_scored }) => `${not_scored ?? false}`,
  )
  const last = (listed: number): string[] => [
    ...files,
    ...part('Errors of the target', errorsIn(report, drawing), drawing),
    ...part('Does not hold, not scored', causeLines(aside, listed, report, drawing), drawing),
    ...part('Does not hold', causeLines(counting, listed, report, drawing), drawing),
    '',
    ...conclusion,
    '',
  ]
  const everything = Number.POSITIVE_INFINITY
  if (isSilent) return last(everything).join('\n')
  if (detail === 'verbose') return [...judged(report, everything, drawing), ...last(everything)].join('\n')
  const made = EXTENTS.map(([cards, listed]) => [...judged(report, cards, drawing), ...last(listed)])
  return (made.find(({ length }) => length <= LINES) ?? made.at(-1) ?? []).join('\n')
}

/** Everything above the list of causes and the conclusion. */
function judged(report: Report, cards: number, drawing: Drawing): string[] {
  const all = cards === Number.POSITIVE_INFINITY
  const { requirements, observed } = report
  const of = (...wanted: Verdict[]): ReportedRequirement[] =>
    requirements.filter(({ verdict }) => wanted.includes(verdict))
  const causes = causesIn(report)
  const open = openRequirements(requirements, 'not-evidenced', 'inconclusive')
  const red = of('fail', 'warn')
  return [
    '',
    ...head(report, drawing),
    ...(all || (red.length === 0 && !report.filtered && report.profile !== 'smoke')
      ? part('By section', sectionTable(requirements, drawing.paint, drawing.columns), drawing)
      : wrapped(tallyLine(requirements, drawing.paint), drawing.columns, 2)),
    ...part(
      causes.length > cards ? `Causes, the first ${cards} of ${causes.length}` : 'Causes',
      apart(
        causes
          .slice(0, cards)
          .map((each, at) => causeCard(each, report, all ? 'all' : at === 0 ? 'most' : 'some', drawing)),
      ),
      drawing,
    ),
    ...(all ? part('Requirements', apart(red.map((each) => requirementCard(each, report, drawing))), drawing) : []),
    ...part('The harness failed', apart(of('error').map((each) => requirementCard(each, report, drawing))), drawing),
    ...part('Required, without a verdict', gaps(open, all, drawing), drawing),
    ...part('Declared absent', absences(report, drawing), drawing),
    ...part('Waivers', waivers(requirements, drawing), drawing),
    ...(observed.length > 0 ? ['', `${counted(observed.length, 'observed behaviour')} in the report.`] : []),
  ]
}
