/** The report as Markdown, for job summaries and comments on pull requests. */
import type { ReportedCause } from '../../suites/harness/report/causes.ts'
import type { Report } from '../../suites/harness/report/report.ts'
import type { ReportedFinding, ReportedRequirement } from '../../suites/harness/report/requirement.ts'
import { printable } from '../../suites/harness/text/printable.ts'
import { plain } from '../terminal/paint.ts'
import { tallyLine } from '../terminal/verdicts.ts'
import { breaksLine, causeLine, causesIn, howOften, leadOf } from '../wording/causes.ts'
import { concludingLines } from '../wording/conclusion/conclusion.ts'
import { notShownLines, shownLine } from '../wording/conclusion/shown.ts'
import { counted } from '../wording/counted.ts'
import { declaredIn } from '../wording/declared.ts'
import { COMMANDS, detailsOf, openRequirements, whyOpen } from '../wording/details.ts'
import { hintOf } from '../wording/fixes.ts'
import { absenceRows } from '../wording/not-applicable.ts'
import { isAside } from '../wording/not-scored.ts'
import { seedWords, wayOf } from '../wording/requests.ts'
import { bySection, titleOf } from '../wording/sections.ts'
import { standingOf } from '../wording/tally.ts'
import { waiverLine } from '../wording/waivers.ts'

/** The maximum number of requirements with findings, because comments are limited to about 65,000 characters. */
const SHOWN = 30

/** The maximum number of causes, and of requirements that each cause names. */
const CAUSES = 15
const NAMED = 50

const signs: Readonly<Record<Report['conclusion'], string>> = {
  conformant: '✅',
  nonconformant: '❌',
  incomplete: '⚠️',
}

export function markdown(report: Report): string {
  const { requirements, strict, observed } = report
  // Leave out requirements that a cause already shows.
  const shownCauses = causesIn(report).slice(0, CAUSES)
  const explained = new Set(shownCauses.flatMap(({ requirements }) => requirements))
  const standing = (wanted: string): ReportedRequirement[] =>
    requirements.filter((each) => standingOf(each, strict) === wanted && !explained.has(each.id))
  const { true: known = [], false: added = [] } = Object.groupBy(standing('failed'), (each) => `${each.known ?? false}`)
  const warned = standing('passed').filter(({ verdict, not_scored }) => verdict === 'warn' && !not_scored)
  return [
    ...head(report),
    ...list('Causes', causesIn(report), CAUSES, (cause) => causeItem(cause, report)),
    ...(report.conclusion === 'conformant' ? shown(report) : []),
    ...table(report),
    ...cards('Does not hold', added),
    ...cards('Known failures', known),
    ...cards('Not scored', requirements.filter(isAside)),
    ...cards('The harness failed', standing('broken')),
    ...cards('Warnings', warned),
    ...(report.stop ? [] : gaps(report)),
    ...absences(report),
    ...waivers(report),
    ...(observed.length > 0 ? [`${counted(observed.length, 'observed behaviour')} in the report.`, ''] : []),
  ].join('\n')
}

function head(report: Report): string[] {
  const { conclusion, profile, set, contract, harness, target, requests } = report
  const way = wayOf(report)
  const declared = declaredIn(report).map(([name, text]) => `${words(name)} ${code(text)}`)
  return [
    `## ${signs[conclusion]} Inference Gateway API: ${conclusion}`,
    '',
    ...concludingLines(report, plain).flatMap((line) => [code(line, 2000), '']),
    `Target ${code(target.base_url)}, profile **${profile}**, ${set === undefined ? '' : `set ${set}, `}${requests} requests, seed ${seedWords(report)}; contract ${contract}, svc-conformance ${harness}.`,
    ...(way === undefined ? [] : [`Reached ${code(way)}.`]),
    ...(declared.length === 0 ? [] : ['', `Declared: ${declared.join(', ')}.`]),
    '',
  ]
}

/** The first items of a list, and the number of further ones; nothing if it is empty. */
function list<Item>(title: string, all: readonly Item[], most: number, linesOf: (item: Item) => string[]): string[] {
  if (all.length === 0) return []
  const rest = all.length > most ? [`- and ${all.length - most} more, in the report`] : []
  return [`### ${title} (${all.length})`, '', ...all.slice(0, most).flatMap(linesOf), ...rest, '']
}

function causeItem(cause: ReportedCause, report: Report): string[] {
  const fix = hintOf(cause, leadOf(cause, report))
  return [
    `- **${cause.id}** ${code(causeLine(cause), 600)}`,
    `  - breaks: ${breaksLine(cause, report, NAMED)}`,
    ...(fix === undefined ? [] : [`  - fix: ${words(fix)}`]),
    ...rows(cause.finding, (name, text) => name !== 'found' && !cause.title.includes(text)),
  ]
}

/** The rows of a finding as list items below its title. */
const rows = (finding: ReportedFinding, isWanted: (name: string, text: string) => boolean = () => true): string[] =>
  detailsOf(finding).flatMap(([name, text]) =>
    isWanted(name, text)
      ? [`  - ${name}: ${code(text, COMMANDS.includes(name) ? Number.POSITIVE_INFINITY : 600)}`]
      : [],
  )

/** What readers of a conformant run ask first. */
const shown = (report: Report): string[] => [
  `- **Shown**: ${words(shownLine(report))}`,
  ...notShownLines(report).map((line) => `- **Not shown**: ${words(line)}`),
  '',
]

/** Sections in which something does not hold or has no verdict. */
function table({ requirements }: Report): string[] {
  const isOpen = ({ verdict }: ReportedRequirement): boolean =>
    ['fail', 'warn', 'error', 'inconclusive', 'not-evidenced'].includes(verdict)
  // If nothing was judged, omit the table: every row would say the same.
  const isJudged = requirements.some(({ verdict }) => verdict === 'pass' || verdict === 'fail')
  const sections = bySection(requirements).filter(([, own]) => isJudged && own.some(isOpen))
  return [
    '| Section | Verdicts |',
    '|:--|:--|',
    ...sections.map(([section, own]) => `| ${words(`${section} ${titleOf(section)}`)} | ${tallyLine(own, plain)} |`),
    `| **All ${requirements.length}** | ${tallyLine(requirements, plain)} |`,
    '',
  ]
}

const cards = (title: string, requirements: readonly ReportedRequirement[]): string[] =>
  list(title, requirements, SHOWN, card)

function card(requirement: ReportedRequirement): string[] {
  const { id, section, statement, findings, newer } = requirement
  const often = howOften(requirement)
  return [
    `- **${id}** (section ${section}): ${words(statement)}${often === '' ? '' : ` It shows ${often}.`}`,
    ...[...findings, ...(newer?.findings ?? [])].slice(0, 1).flatMap((finding) => rows(finding)),
  ]
}

/** Requirements of level `must` without a verdict, grouped by reason. */
function gaps({ requirements }: Report): string[] {
  const open = openRequirements(requirements, 'not-evidenced', 'inconclusive')
  if (open.length === 0) return []
  const byReason = Map.groupBy(open, (requirement) => `${requirement.verdict}: ${whyOpen(requirement)}`)
  return [
    `### Required, without a verdict (${open.length})`,
    '',
    ...[...byReason].slice(0, SHOWN).map(([reason, own]) => `- ${code(reason)}: ${own.map(({ id }) => id).join(', ')}`),
    '',
  ]
}

/** Declared absences, with their reasons. */
function absences(report: Report): string[] {
  const rows = absenceRows(report).map(
    ([id, reason, notShown]) => `- **${words(id)}**: ${code(reason)}, ${words(notShown)}`,
  )
  return rows.length === 0 ? [] : [`### Declared absent (${rows.length})`, '', ...rows, '']
}

/** Every waiver, with its owner. */
function waivers({ requirements }: Report): string[] {
  const rows = requirements.flatMap(({ id, waiver }) =>
    waiver ? [`- **${id}**: ${code(waiverLine(waiver) ?? '', 700)}`] : [],
  )
  return rows.length === 0 ? [] : [`### Waivers (${rows.length})`, '', ...rows, '']
}

/** Escapes our own text with entities, which are safe in tables and HTML, and never read as markup. */
export const words = (text: string): string =>
  printable(text, 1000).replaceAll(/[\\`*_{}[\]<>()#+!|~@&$:]/g, (character) => `&#${character.codePointAt(0)};`)

/** A code span for text of a target, with a fence longer than any run of backticks inside. Not for tables. */
export function code(text: string, longest = 300): string {
  const shown = printable(text, longest)
  if (shown === '') return '(empty)'
  const runs = [...shown.matchAll(/`+/g)].map(([run]) => run.length)
  const fence = '`'.repeat(Math.max(0, ...runs) + 1)
  // A space separates a backtick at the edge from the fence; renderers strip one space on each side.
  const pad = /^[` ]|[` ]$/.test(shown) ? ' ' : ''
  return `${fence}${pad}${shown}${pad}${fence}`
}
