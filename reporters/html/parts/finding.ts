/** A finding: what was expected, what was received, the bytes that show it, and how to repeat it. */
import type { ReportedExchange } from '../../../suites/harness/report/exchange.ts'
import type { ReportedFinding } from '../../../suites/harness/report/requirement.ts'
import { exchangeView } from './exchange/exchange.ts'
import { byteOf } from './exchange/location.ts'
import { timeline } from './exchange/timeline.ts'
import { clipped, html, type Markup, ours, type Piece } from './markup.ts'
import { counted } from './quantities.ts'

export type ById = ReadonlyMap<string, ReportedExchange>

const MAX_LENGTH = 600
const MAX_COMMAND_LENGTH = 6000

/** A row of a list of facts; undefined without a value. */
export function fact(name: string, value: string | undefined, longest = MAX_LENGTH): Piece {
  if (value === undefined || value === '') return undefined
  return html`<div><dt>${name}</dt><dd><code>${clipped(value, longest)}</code></dd></div>`
}

function facts({ expected, actual, at }: ReportedFinding): Markup | undefined {
  if (expected === undefined && actual === undefined && at === undefined) return undefined
  return html`<dl class="facts">${fact('Expected', expected)}${fact('Received', actual)}${fact('Where', at)}</dl>`
}

/** Invisible characters, except line breaks and tabs. */
const UNSEEN = /(?![\n\t])[\p{C}\p{Zl}\p{Zp}]/u

/** Keeps line breaks and tabs as they are, because the text is meant to be copied. */
const exactly = (text: string): Piece =>
  text.split(/([\n\t])/).map((part, index) => (index % 2 === 0 ? part : ours(part)))

/** A folded text with a copy button, for long texts that are rarely read. */
export const copied = (what: string, text: string): Markup =>
  html`<div class="command"><details><summary>${what}</summary><pre>${exactly(text)}</pre></details><button type="button" class="copy">Copy ${what.charAt(0).toLowerCase()}${what.slice(1)}</button></div>`

/** @param what names the command for the copy button */
function command(what: string, line: string | undefined): Piece {
  if (line === undefined) return undefined
  if (line.length > MAX_COMMAND_LENGTH || UNSEEN.test(line))
    return html`<p class="note">${what}: the line has ${counted(line.length, 'character')}, too many to show, or holds invisible characters; copy it from report.json.</p>`
  return html`<div class="command"><h5>${what}</h5><pre>${exactly(line)}</pre><button type="button" class="copy" aria-label="Copy: ${what}">Copy</button></div>`
}

const replay = ({ replay: line, generated }: ReportedFinding): string | undefined =>
  line === undefined || generated === undefined ? line : `${line}  # ${generated}`

/** The exchanges of a finding. If a check found it and there are two, the second is the control. */
function evidence(finding: ReportedFinding, byId: ById): Piece {
  const { exchanges, check, at } = finding
  const known = exchanges.flatMap((id) => byId.get(id) ?? [])
  const [first, ...others] = known
  if (!first) return undefined
  const controlled = check !== undefined && others.length === 1
  const views = [
    exchangeView({ title: 'This exchange', exchange: first, control: controlled ? others[0] : undefined, finding }),
    ...others.map((exchange) =>
      exchangeView({
        title: controlled ? 'Its control: a valid request' : 'Another exchange that shows it',
        exchange,
        control: controlled ? first : undefined,
      }),
    ),
  ]
  return html`<div class="exchanges">${views}</div>${timeline(first, at === undefined ? undefined : byteOf(at))}`
}

function head({ outcome, message, check }: ReportedFinding, title: string): Markup {
  return html`<h4>${title}</h4>
<p class="message">${outcome === 'fail' ? undefined : `${outcome}: `}${clipped(message, MAX_LENGTH)}</p>
${check && html`<p class="note">Found by the check <code>${check}</code></p>`}`
}

export const fullFinding = (finding: ReportedFinding, title: string, byId: ById): Markup =>
  exampleOf(finding, byId, [head(finding, title), facts(finding)])

/** The evidence of a finding, without the expected and received values. */
export function exampleOf(finding: ReportedFinding, byId: ById, before?: Piece): Markup {
  return html`<article class="finding">${before}${evidence(finding, byId)}
${command('Reproduce it with curl', finding.curl)}${command('Replay this part of the run', replay(finding))}</article>`
}

/** A finding without its bytes. */
export function briefFinding(finding: ReportedFinding, title: string): Markup {
  const { exchanges } = finding
  const names = exchanges.map((id, index) => html`${index > 0 ? ', ' : undefined}<code>${id}</code>`)
  return html`<article class="finding">${head(finding, title)}${facts(finding)}
${exchanges.length > 0 ? html`<p class="note">Exchanges, in report.json: ${names}</p>` : undefined}</article>`
}

/** The result of `make`; undefined if it exceeds what is left of the budget. */
export type SizeBudget = (make: () => Markup) => Markup | undefined

/**
 * Limits the bytes of exchanges on one page, so that browsers can open a report with thousands of exchanges.
 *
 * @param left bytes of markup
 */
export function sizeBudget(left: number): SizeBudget {
  return (make) => {
    if (left <= 0) return undefined
    const made = make()
    const size = Buffer.byteLength(made.text)
    if (size > left) return undefined
    left -= size
    return made
  }
}
