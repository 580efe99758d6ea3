/** The report: everything that a run found, as data. Every other format derives from it. */
import type { Profile } from '../catalogue/profiles.ts'
import { harnessVersion } from '../catalogue/version.ts'
import { compact } from '../http/compact.ts'
import type { Conclusion, Outcome } from '../judge/evidence.ts'
import type { CheckKind } from '../run/check.ts'
import type { SeedOrigin } from '../run/generated/seed.ts'
import type { Result } from '../run/result.ts'
import type { Drawn } from '../run/session/rounds.ts'
import { contractOf } from '../run/verdict.ts'
import type { SetChange, SetState } from '../sets/timeline.ts'
import type { WaiverEntry } from '../target/declared/waivers.ts'
import type { DescribedTarget } from '../target/target.ts'
import { type Baseline, judgeBaseline, type ReportedBaseline } from './baseline.ts'
import { causesOf, type ReportedCause } from './causes.ts'
import {
  deathOf,
  errorsOf,
  lossesOf,
  type ReportedDeath,
  type ReportedErrors,
  type ReportedLosses,
  type ReportedStop,
  stopOf,
} from './counts/disruptions.ts'
import { limitsMet, type ReportedState, statesOf } from './counts/states.ts'
import { type ReportedTime, timesOf } from './counts/times.ts'
import { type ReportedExchange, reportExchange } from './exchange.ts'
import { absencesIn, type ReportedAbsence } from './not-applicable.ts'
import { type ReportedRequirement, reportRequirement } from './requirement.ts'
import { judgeWaivers, type ReportedWaiver } from './waivers.ts'

/** The format that this version writes; its schema is `schemas/formats/report.schema.json`. */
export const REPORT_FORMAT = 'svc-conformance-report/1'

export interface ReportedObservation {
  readonly id: string
  readonly section: string
  readonly value: string
  /** How often it was seen. */
  readonly count: number
}

export interface ReportedCheck {
  readonly id: string
  readonly suite: string
  readonly covers: string
  readonly kind: CheckKind
  readonly title: string
  /** It sent requests, and finished. */
  readonly ran: boolean
  /** Its findings, counted by outcome. */
  readonly findings: Partial<Record<Outcome, number>>
  /** Whether the set lacks it. */
  readonly not_scored?: true
}

/** Ordinary requests after the run, which another client has sent. */
export interface ReportedRevisit {
  readonly started: string
  readonly finished: string
  readonly requests: number
  readonly seed: number
  readonly conclusion: Exclude<Conclusion, 'incomplete'>
  /** Whether it used another key of the same project. */
  readonly another_key?: true
  /** How the target was reached, who responded, and whether on this machine; each only if it was not so in the run. */
  readonly network?: NonNullable<DescribedTarget['network']>
  readonly peers?: NonNullable<DescribedTarget['peers']>
  readonly loopback?: true
  /** Its recorded exchanges. */
  readonly transcript: { readonly name: string; readonly digest: { readonly sha256: string } }
}

export interface Report extends SeedOrigin, ReportedLosses {
  readonly format: typeof REPORT_FORMAT
  /** Version of the contract. */
  readonly contract: string
  /** Version of the harness. */
  readonly harness: string
  readonly profile: Profile
  /** The set that scores; absent if everything counts, and in reports of earlier versions. */
  readonly set?: string
  /** The state of the set at the time of the run; absent if it was effective. */
  readonly set_state?: Exclude<SetState, 'effective'>
  /** When the default set changes; absent if not within a month. */
  readonly set_change?: SetChange
  readonly conclusion: Conclusion
  /** Warnings fail the run. */
  readonly strict: boolean
  /** The run was limited to some suites or requirements. */
  readonly filtered: boolean
  readonly target: DescribedTarget & {
    /** The model of the run's completions. */
    readonly model?: string
  }
  readonly seed: number
  readonly runs: number
  /** Absent if the run combined every two variations. */
  readonly depth?: 3
  readonly started: string
  readonly finished: string
  /** Requests that were sent. */
  readonly requests: number
  /** Requests that were drawn as far as the budget allowed; absent if it allowed all of them. */
  readonly drawn?: Drawn
  /** Why the run ended early. */
  readonly stop?: ReportedStop
  /** The requests in flight when the target stopped responding; absent if it did not stop. */
  readonly died?: ReportedDeath
  /** Errors of valid requests, with or without a repetition; absent if there were none. */
  readonly errors_of_valid?: ReportedErrors
  /** Responses that reported a limit that the run did not provoke; absent if there were none. */
  readonly limits_met?: number
  /** Why requirements do not hold, the worst first; absent in reports of earlier versions. */
  readonly causes?: readonly ReportedCause[]
  readonly requirements: readonly ReportedRequirement[]
  /** The waivers of the target file; absent if it has none. */
  readonly waivers?: readonly ReportedWaiver[]
  /** What the target file declares absent, and what was not shown for that reason; absent if there is nothing. */
  readonly not_applicable?: readonly ReportedAbsence[]
  /** How the run compares with its baseline; absent without one. */
  readonly baseline?: ReportedBaseline
  readonly observed: readonly ReportedObservation[]
  /** Every status of the contract, and how it was shown. */
  readonly states: readonly ReportedState[]
  readonly times: readonly ReportedTime[]
  readonly checks: readonly ReportedCheck[]
  /** The exchanges that the listed findings refer to. */
  readonly exchanges: readonly ReportedExchange[]
  /** Absent if the target was not revisited after the run. */
  readonly revisits?: readonly ReportedRevisit[]
}

export interface ReportOptions {
  readonly target: DescribedTarget
  readonly strict: boolean
  /** The command that repeats the run, without a filter, seed or number of runs. */
  readonly command: string
  readonly waivers?: readonly WaiverEntry[]
  readonly baseline?: Baseline
}

function observedIn({ judged }: Result): ReportedObservation[] {
  return judged.flatMap(({ requirement: { id, section }, findings }) => {
    const observed = findings.filter(({ outcome }) => outcome === 'observed')
    const byValue = Map.groupBy(observed, ({ message }) => message)
    return [...byValue].map(([value, { length: count }]) => ({ id, section, value, count }))
  })
}

function checksOf({ whole, selection, transcript }: Result): ReportedCheck[] {
  const { checks: scored } = selection.scoring?.set ?? {}
  const counts = new Map<string, Partial<Record<Outcome, number>>>(selection.checks.map(({ id }) => [id, {}]))
  for (const { check, outcome } of whole.flatMap(({ findings }) => findings)) {
    const own = check === undefined ? undefined : counts.get(check)
    if (own) own[outcome] = (own[outcome] ?? 0) + 1
  }
  const ran = new Set(transcript.evidence.map(({ check }) => check))
  return selection.checks.map(({ id, suite, covers, kind, title }) =>
    compact({
      id,
      suite,
      covers,
      kind,
      title,
      ran: ran.has(id),
      findings: counts.get(id) ?? {},
      not_scored: scored && !scored.has(id) ? (true as const) : undefined,
    }),
  )
}

/** Causes that only explain known failures are marked, and come after the others, before those that do not score. */
function newFirst(all: readonly ReportedCause[], known: ReadonlySet<string>): readonly ReportedCause[] {
  const { true: unscored = [], false: causes = [] } = Object.groupBy(all, (each) => `${each.not_scored ?? false}`)
  const isKnown = ({ requirements }: ReportedCause): boolean => requirements.every((id) => known.has(id))
  return [
    ...causes.filter((cause) => !isKnown(cause)),
    ...causes.filter(isKnown).map((cause) => ({ ...cause, known: true as const })),
    ...unscored,
  ]
}

export type Settings = ReturnType<typeof settingsOf>

/** The settings of a run, its times and its size, as its report and its transcript have them. */
export const settingsOf = ({ seed, origin, runs, depth, started, finished, requests, drawn }: Result) =>
  compact({
    seed,
    ...origin,
    runs,
    depth: depth === 3 ? depth : undefined,
    started: started.toISOString(),
    finished: finished.toISOString(),
    requests,
    drawn,
  })

/**
 * Builds the report of a run. It holds no key: exchanges name the role of a key, never its text.
 * @example
 * const result = await certify({ target: loadTarget('target.yaml', env), checks: allChecks, profile: 'smoke' })
 * const target = { base_url: mock.url, keys: ['valid'], provoke: [] }
 * const report = reportOf(result, { target, strict: false, command: 'npm run certify' })
 */
export function reportOf(result: Result, options: ReportOptions): Report {
  const { target, strict, command, waivers: given = [] } = options
  const { selection, transcript, seed, runs, depth, stop } = result
  const { scoring } = selection
  const byId = new Map(transcript.exchanges.map((exchange) => [exchange.id, exchange]))
  const context = {
    baseUrl: target.base_url,
    way: compact({ ...target.network, variables: target.key_variables }),
    byId,
    checks: selection.checks,
    evidence: transcript.evidence,
    command: `${command} --seed ${seed} --runs ${runs}${depth === 3 ? ' --depth 3' : ''}`,
    model: result.preflight.model,
  }
  const waivers = judgeWaivers(given, result.judged, result.finished)
  const waiverOf = new Map(waivers.map(({ requirement, ...waiver }) => [requirement, waiver]))
  const baseline = options.baseline && judgeBaseline(options.baseline, result.judged, strict)
  const known = new Set(baseline?.known)
  const requirements = result.judged.map((judged) => {
    const { id } = judged.requirement
    const marks = compact({ waiver: waiverOf.get(id), known: known.has(id) ? (true as const) : undefined })
    return { ...reportRequirement(judged, context), ...marks }
  })
  const causes = newFirst(causesOf(result.judged, context), known)
  const listed = [
    ...causes.map(({ finding }) => finding),
    ...requirements.flatMap(({ findings, newer }) => [...findings, ...(newer?.findings ?? [])]),
  ]
  const absences = absencesIn(result)
  const { absent } = result.preflight
  const errors = absent ? undefined : errorsOf(transcript, context)
  const shown = new Set(
    listed.flatMap(({ exchanges, connection }) => [...exchanges, ...(connection ? [connection.after] : [])]),
  )
  return compact({
    format: REPORT_FORMAT,
    contract: contractOf(selection),
    harness: harnessVersion,
    profile: selection.profile,
    set: scoring?.set.name,
    set_state: scoring === undefined || scoring.state === 'effective' ? undefined : scoring.state,
    set_change: scoring?.change,
    conclusion: result.conclusion,
    strict,
    filtered: selection.only !== undefined,
    target: { ...target, ...compact({ model: result.preflight.model }) },
    ...settingsOf(result),
    stop: stop && stopOf(stop, errors),
    died: result.gone ? deathOf(transcript, result.killer, context) : undefined,
    errors_of_valid: errors,
    ...(absent ? {} : lossesOf(transcript, context)),
    limits_met: absent ? undefined : limitsMet(transcript, selection.checks) || undefined,
    causes,
    requirements,
    waivers: waivers.length > 0 ? waivers : undefined,
    not_applicable: absences.length > 0 ? absences : undefined,
    baseline,
    observed: observedIn(result),
    states: statesOf(transcript, selection.checks),
    times: timesOf(transcript.exchanges),
    checks: checksOf(result),
    exchanges: [...shown]
      .toSorted()
      .flatMap((id) => byId.get(id) ?? [])
      .map(reportExchange),
  })
}
