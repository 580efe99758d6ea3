/** Puts hostile texts into any member of reports and certificates, and judges what the commands print. */
import { openCertificate } from '../../../cli/certificate/file.ts'
import { gateJson, gateText } from '../../../cli/commands/gate/command.ts'
import { demandsOf } from '../../../cli/commands/gate/demands.ts'
import { decide } from '../../../cli/commands/gate/presented.ts'
import { verificationText } from '../../../cli/commands/verify/command.ts'
import { verifyCertificate } from '../../../cli/commands/verify/verification.ts'
import { failureOf } from '../../../cli/output.ts'
import { parseReport } from '../../../cli/report-file.ts'
import type { AnyStatement } from '../../../reporters/certificate/any-version.ts'
import { differenceOf } from '../../../reporters/difference/difference.ts'
import { differenceMarkdown, differenceText } from '../../../reporters/difference/text.ts'
import { formats } from '../../../reporters/formats/formats.ts'
import { plain } from '../../../reporters/terminal/paint.ts'
import { summaryOf } from '../../../reporters/terminal/terminal.ts'
import type { Report } from '../../../suites/harness/report/report.ts'
import { rawLineIn } from '../files/fuzz.ts'
import type { Draw } from '../requests/draw.ts'
import type { Forge, ForgedKind } from './classes.ts'

const HTML = '</code></pre></style></script><script>owned()</script><img src=x onerror=owned()><svg onload=owned()>'

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  'escapes of a terminal': ['\u001b[2J', '\u001b]0;owned\u0007', '\u001b]8;;https://owned.test\u0007x', '\r\b\u007f'],
  'codes of C1': ['\u009b2J', '\u009d0;owned\u009c', '\u0085'],
  'commands of GitHub': ['::error::owned', '\n::error::owned', '\r\n  ::set-output name=a::owned', '%0A::error::owned'],
  'commands of Azure': ['##vso[task.complete]owned', '\n##[error]owned', '##vso[task.setvariable variable=a]owned'],
  'marks that turn text around': ['\u202eowned', '\u2066owned\u2069', '\u200f'],
  'tags and other invisible characters': ['\u{e0041}', '\u00ad', '\u2060', 'a\ufe0f', '\u{e0100}', '\ufeff'],
  'line ends of Unicode': ['\u2028::error::owned', '\u2029', '\u000b', '\u000c'],
  'fences of backticks': ['`', '``', '```\n\n# owned', '\n```\n# owned', '`````` owned'],
  'links and cells of Markdown': ['](javascript:owned)', '![x](https://owned.test/x.png)', '| owned |\n|---|', '\\`'],
  'active HTML': [HTML, `]]>${HTML}`, `-->"'>${HTML}`, '<!ENTITY owned SYSTEM "file:///etc/passwd">'],
  'halves of characters': ['\ud800', '\udc00\u0000', '\uffff'],
}

/** The file name of a document. JSON omits members whose name is a symbol. */
const FILE = Symbol('file')
const fileOf = (forged: { readonly [FILE]?: string }, own: string): string => forged[FILE] ?? own

type Path = readonly string[]

/** The paths of all strings in a document. */
const textsIn = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => textsIn(member, [...path, name]))
    : typeof value === 'string'
      ? [path]
      : []

function changed(value: unknown, [step, ...rest]: Path, change: (text: string) => string): unknown {
  if (step === undefined) return change(value as string)
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>
  copy[step] = changed(copy[step], rest, change)
  return copy
}

/** Puts a hostile text instead of, after or before a string, into a new member's name, or into the file name. */
const hostile =
  (texts: readonly string[]): Forge<object> =>
  (own, draw: Draw) => {
    const text = draw.of(texts)
    if (draw.below(12) === 0) return { ...own, [text]: text }
    if (draw.below(12) === 0) return Object.defineProperty({ ...own }, FILE, { value: `x${text}.json` })
    const path = draw.of(textsIn(own))
    const how = draw.below(3)
    return changed(own, path, (before) => [text, `${before}${text}`, `${text}${before}`][how] ?? '') as object
  }

const forgeries = Object.fromEntries(Object.entries(TEXTS).map(([way, texts]) => [way, hostile(texts)]))

const ACTIVE = /<script>owned|<img src=x|<svg onload|<!ENTITY/i
/** Finds markup outside of code spans. That text is our own, and has no tags, links or fences. */
const markup = (text: string): boolean =>
  text.split('\n').some((line) => /[<>`]|\]\(|\\`/.test(line.replaceAll(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')))

/** What is wrong with an output; undefined if it is fine. */
export function breachOf(name: string, text: string): string | undefined {
  const said = (what: string): string => `${name}: ${what}`
  // Remove our own commands at the beginning of annotation lines.
  const lines = name === 'github' ? text.replaceAll(/^::(?=(?:error|warning|notice) [^:\n]*title=)/gm, '') : text
  const raw = rawLineIn(lines.replaceAll('\t', ' '))
  if (raw !== undefined) return said(`raw: ${JSON.stringify(raw.slice(0, 300))}`)
  if (['html', 'junit', 'badge-svg'].includes(name) && ACTIVE.test(text)) return said('active markup')
  if (name.startsWith('markdown') && markup(text)) return said('markup outside of code spans')
  return undefined
}

type Outputs = Readonly<Record<string, string>>

/** Judges what is printed, even if the file is refused. */
const judging =
  (print: (forged: object) => Outputs | Promise<Outputs>) =>
  async (forged: object): ReturnType<ForgedKind<object>['judge']> => {
    let outputs: Outputs
    let isRefused = false
    try {
      outputs = await print(forged)
    } catch (error) {
      const { message, code } = failureOf(error, true)
      if (code !== 2) return { broken: message }
      isRefused = true
      outputs = { error: message }
    }
    const [breach] = Object.entries(outputs).flatMap(([name, text]) => breachOf(name, text) ?? [])
    if (breach !== undefined) return { broken: breach }
    return isRefused ? 'refused' : 'harmless'
  }

function reportOutputs(forged: object, own: Report): Outputs {
  const report = parseReport(JSON.stringify(forged), fileOf(forged, 'report.json'))
  const made = Object.entries(formats).map(([name, format]) => [name, format(report)])
  const slowness = { times: 2, milliseconds: 20 }
  const differences = [differenceOf(own, report, slowness), differenceOf(report, own, slowness)]
  return {
    ...Object.fromEntries(made),
    terminal: summaryOf(report),
    diff: differences.map((each) => differenceText(each, plain)).join(''),
    'markdown of diff': differences.map(differenceMarkdown).join('\n'),
  }
}

const DEMANDS = ['profile=full,set>=10.0.0-1,product=x,base-url=http://x', 'no=warnings,no=not-applicable,no=loopback']

async function certificateOutputs(forged: object): Promise<Outputs> {
  const certificate = { path: fileOf(forged, 'certificate.json'), bytes: Buffer.from(JSON.stringify(forged)) }
  const own = openCertificate(certificate)
  const at = new Date(Date.parse(own.predicate.finished) + 1_000)
  const demands = demandsOf(DEMANDS, true)
  const asking = { demands, unsigned: true, now: at }
  const decisions = [decide({ certificate, files: () => ({}) }, asking)]
  const verified = await verifyCertificate({ certificate, files: () => ({}), demands, at, authentic: true, checks: [] })
  return {
    verify: verificationText(verified, [certificate.path, '--unsigned']),
    gate: gateText(decisions, asking),
    'gate --json': gateJson(decisions, asking),
  }
}

/** @param report the report of a run that found breaches, so that every format shows findings */
export const forgedTexts = (statement: AnyStatement, report: Report): readonly ForgedKind<object>[] => [
  { kind: 'texts of a certificate', own: statement, forgeries, judge: judging(certificateOutputs) },
  { kind: 'texts of a report', own: report, forgeries, judge: judging((forged) => reportOutputs(forged, report)) },
]
