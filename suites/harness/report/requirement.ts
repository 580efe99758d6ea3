/** The entry of a requirement in the report: its verdict, and the findings against it. */
import type { Profile } from '../catalogue/profiles.ts'
import type { Level } from '../catalogue/requirements.ts'
import { requestInWords } from '../explain/request-words.ts'
import { compact, kept } from '../http/compact.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Finding, Outcome, Verdict } from '../judge/evidence.ts'
import type { Check } from '../run/check.ts'
import type { JudgedRequirement, Newer, NotScored } from '../run/verdict.ts'
import { variationOf } from '../variation/attribution.ts'
import { type Again, curlFor, needsRun, replayOf } from './again.ts'
import { plainFirst } from './plain-first.ts'
import type { ReportedWaiver } from './waivers.ts'

/** What a report says of a finding as the judge does. */
type OfFinding = 'outcome' | 'message' | 'asked' | 'expected' | 'actual' | 'at' | 'check' | 'exchanges' | 'intermittent'

export interface ReportedFinding extends Pick<Finding, OfFinding> {
  /** What the request has that its valid control does not: `a request without messages[0].content`. */
  readonly request?: string
  /** Sends the request of the first exchange again. */
  readonly curl?: string
  /** Repeats the part of the run that shows it. */
  readonly replay?: string
  /** The fast-check path with which a property generates the same request first. */
  readonly generated?: string
  /** It does not repeat on a new connection: it depends on an earlier exchange on the same connection. */
  readonly connection?: { readonly after: string; readonly status?: number }
}

/** How a requirement was shown. */
export type Route = 'provoked' | 'checked' | 'seen in passing'

export interface ReportedRequirement {
  /** A string, because reports of other versions are read back with this type. */
  readonly id: string
  readonly section: string
  readonly level: Level
  readonly profile?: Profile
  readonly statement: string
  readonly verdict: Verdict
  /** Why no request can show it, or which absence is declared. */
  readonly reason?: string
  readonly route?: Route
  /** The number of findings that show that it holds. */
  readonly evidence: number
  /** The number of variations among the requests that show that it holds; absent if no request shows it. */
  readonly dresses?: number
  /** The findings against it, the worst first. */
  readonly findings: readonly ReportedFinding[]
  /** The number of further findings of that kind. */
  readonly more?: number
  /** The numbers of responses that show that it does not hold, and that could; absent if it holds or has no verdict. */
  readonly answers?: number
  readonly of?: number
  /** What a gateway has to change; absent if it holds or has no verdict. */
  readonly mend?: string
  /** The waiver for it. It does not change the verdict. */
  readonly waiver?: Omit<ReportedWaiver, 'requirement'>
  /** It does not hold, and the baseline has it. */
  readonly known?: true
  /** Why it does not count in the conclusion. This does not change the verdict. */
  readonly not_scored?: ReportedNotScored
  /** A worse verdict by checks that are newer than the set, which does not count yet. */
  readonly newer?: ReportedNewer
}

export interface ReportedNotScored extends Omit<NotScored, 'from'> {
  /** The day from which it counts; absent if no set that has it has a day yet. */
  readonly counts_from?: string
}

export interface ReportedNewer {
  /** The verdict once it counts. */
  readonly verdict: Verdict
  readonly counts_from?: string
  readonly findings: readonly ReportedFinding[]
  readonly more?: number
}

/** The maximum number of findings that a report lists for one requirement. */
const LISTED = 10
const worstFirst: readonly Outcome[] = ['fail', 'error', 'inconclusive', 'not-evidenced']

function routeOf(findings: readonly Finding[], checks: readonly Check[]): Route | undefined {
  const evidence = findings.filter(({ outcome }) => outcome === 'pass' || outcome === 'fail' || outcome === 'observed')
  if (evidence.length === 0) return undefined
  const ids = new Set(evidence.flatMap(({ check }) => (check === undefined ? [] : [check])))
  if (ids.size === 0) return 'seen in passing'
  const provoked = checks.some(({ id, needs }) => ids.has(id) && needs.some((need) => need.startsWith('provoke:')))
  return provoked ? 'provoked' : 'checked'
}

/** The worst first, then those that a check can repeat alone, then the plainest. */
function inOrder(findings: readonly Finding[], again: Again): Finding[] {
  return worstFirst.flatMap((outcome) => {
    const all = findings.filter((finding) => finding.outcome === outcome)
    const own = plainFirst(all, again.byId)
    const needRun = new Set(own.filter((finding) => needsRun(finding, again)))
    return [...own.filter((finding) => !needRun.has(finding)), ...needRun]
  })
}

export function reportFinding(finding: Finding, context: Again): ReportedFinding {
  const { outcome, message, asked, expected, actual, at, check, exchanges, afterOnConnection: after } = finding
  return compact({
    ...{ outcome, message, asked, expected, actual, at, check, exchanges },
    request: requestOf(finding, context),
    curl: curlFor(finding, context),
    replay: replayOf(finding, context),
    generated: finding.replay,
    intermittent: finding.intermittent,
    connection: after === undefined ? undefined : compact({ after, status: context.byId.get(after)?.response?.status }),
  })
}

function requestOf({ exchanges: [id = '', control = ''], statuses, only }: Finding, { byId, model }: Again) {
  const exchange = byId.get(id)
  const isValid = only === undefined && String(statuses) === '200'
  return exchange && requestInWords(exchange, byId.get(control), { isValid, model })
}

/** The variation of an exchange in words, or empty if its head has none. Cached: one shows many requirements. */
const variationIn = kept(({ request }: Exchange): string => Object.values(variationOf(request) ?? {}).join('; '))

/** Different variations among the requests of some findings; undefined where there are none. */
function variationsOf(findings: readonly Finding[], byId: ReadonlyMap<string, Exchange>): number | undefined {
  // The second exchange of a finding is its control.
  const shown = findings.flatMap(({ exchanges: [id = ''] }) => byId.get(id) ?? [])
  return new Set(shown.map(variationIn).filter((words) => words !== '')).size || undefined
}

/** The report on one requirement. */
export function reportRequirement(
  { requirement, verdict, findings, notScored, newer }: JudgedRequirement,
  context: Again,
): ReportedRequirement {
  const { id, section, level, profile, statement, fix, reason } = requirement
  const held = findings.filter(({ outcome }) => outcome === 'pass')
  return compact({
    id,
    section,
    level,
    profile,
    statement,
    verdict,
    mend: verdict === 'fail' || verdict === 'warn' ? fix : undefined,
    reason: verdict === 'not-applicable' ? whyAbsent(findings) : reason,
    route: routeOf(findings, context.checks),
    evidence: held.length,
    dresses: variationsOf(held, context.byId),
    ...against(findings, context),
    ...(verdict === 'fail' || verdict === 'warn' ? countsOf(findings) : {}),
    not_scored:
      notScored && compact({ reason: notScored.reason, counts_from: notScored.from, challenges: notScored.challenges }),
    newer: newer && reportNewer(newer, context),
  })
}

/** The findings against a requirement: the first ones, and how many more there are. */
function against(findings: readonly Finding[], context: Again): Pick<ReportedRequirement, 'findings' | 'more'> {
  const all = inOrder(findings, context)
  return compact({
    findings: all.slice(0, LISTED).map((finding) => reportFinding(finding, context)),
    more: all.length > LISTED ? all.length - LISTED : undefined,
  })
}

function reportNewer({ verdict, findings, from }: Newer, context: Again): ReportedNewer {
  return { verdict, ...compact({ counts_from: from }), ...against(findings, context) }
}

/** A requirement may have several checks, and each may lack something else. */
function whyAbsent(findings: readonly Finding[]): string {
  return [...new Set(findings.map(({ message }) => message))].join('; ')
}

/** The responses that a finding is about: all that it compares, or only the first if the second is a control. */
export function shownBy({ check, exchanges }: Finding): readonly string[] {
  return check === undefined ? exchanges : exchanges.slice(0, 1)
}

function countsOf(findings: readonly Finding[]): { readonly answers: number; readonly of: number } {
  const responsesOf = (outcomes: readonly Outcome[]): number =>
    new Set(findings.flatMap((finding) => (outcomes.includes(finding.outcome) ? shownBy(finding) : []))).size
  return { answers: responsesOf(['fail']), of: responsesOf(['fail', 'pass']) }
}
