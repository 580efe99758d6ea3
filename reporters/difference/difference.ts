/** How a target changed between two reports. Pure; every format of a difference derives from this. */
import type { Report } from '../../suites/harness/report/report.ts'
import type { ReportedRequirement } from '../../suites/harness/report/requirement.ts'
import { declaredIn } from '../wording/declared.ts'

type Verdict = ReportedRequirement['verdict']

export interface Change {
  readonly id: string
  readonly section: string
  /** The earlier and the later value: verdicts, or observations. Absent if one report does not know it. */
  readonly before?: string
  readonly after?: string
  /** The first finding of the new report. */
  readonly message?: string
}

export interface Slower {
  readonly of: string
  /** Medians in milliseconds. */
  readonly before: number
  readonly after: number
}

export interface Difference {
  readonly conclusion: readonly [before: string, after: string]
  /** Differences between the settings of the two runs, which may explain others. */
  readonly unlike: readonly (readonly [name: string, before: string, after: string])[]
  readonly regressions: readonly Change[]
  /** Worse verdicts that do not count under the set of the new run. */
  readonly notScored: readonly Change[]
  readonly mendings: readonly Change[]
  readonly lostEvidence: readonly Change[]
  readonly gainedEvidence: readonly Change[]
  readonly newRequirements: readonly Change[]
  readonly removedRequirements: readonly Change[]
  readonly newChecks: readonly string[]
  readonly removedChecks: readonly string[]
  readonly observations: readonly Change[]
  readonly slower: readonly Slower[]
}

/** When a response counts as slower: the factor between the medians, and the minimum difference in milliseconds. */
export interface Slowness {
  readonly times: number
  readonly milliseconds: number
}

/** Ranks of verdicts; undefined if there is no verdict to compare. */
const weight: Readonly<Partial<Record<Verdict, number>>> = { pass: 0, observed: 0, warn: 1, fail: 2 }

type Kind = 'regressions' | 'mendings' | 'lostEvidence' | 'gainedEvidence'

function kindOf(before: Verdict, after: Verdict): Kind | undefined {
  if (before === after) return undefined
  const [was, is] = [weight[before], weight[after]]
  if (is === undefined) return was === undefined ? undefined : 'lostEvidence'
  if (is > (was ?? 0)) return 'regressions'
  if (was === undefined) return 'gainedEvidence'
  return is < was ? 'mendings' : undefined
}

const WORSE: readonly Kind[] = ['regressions', 'lostEvidence']

function kindBetween(old: ReportedRequirement | undefined, now: ReportedRequirement): Kind | undefined {
  const isBroken = (weight[now.verdict] ?? 0) > 0
  // A failure is a regression if the old report does not have the requirement, or did not count it.
  if (isBroken && (!old || (old.not_scored && !now.not_scored))) return 'regressions'
  if (!old) return undefined
  return kindOf(old.verdict, now.verdict)
}

/** Findings of newer checks that the old report did not have. */
function newerIn(old: ReportedRequirement | undefined, now: ReportedRequirement): Change[] {
  if (!now.newer || old?.newer?.verdict === now.newer.verdict) return []
  const { id, section, newer } = now
  const message = newer.findings[0]?.message
  return [{ id, section, before: now.verdict, after: newer.verdict, ...(message === undefined ? {} : { message }) }]
}

function changeOf(before: ReportedRequirement | undefined, after: ReportedRequirement | undefined): Change {
  const { id = '', section = '' } = after ?? before ?? {}
  const message = after?.findings[0]?.message ?? (after?.verdict === 'not-applicable' ? after.reason : undefined)
  const verdicts = { ...(before && { before: before.verdict }), ...(after && { after: after.verdict }) }
  return { id, section, ...verdicts, ...(message === undefined ? {} : { message }) }
}

/** Observed behaviours that differ, if both reports have some. Their counts are not compared. */
function observationsOf(before: Report, after: Report): Change[] {
  const was = Map.groupBy(before.observed, ({ id }) => id)
  const valuesOf = (own: Report['observed']): string => {
    const values = own.map(({ value }) => value)
    return values.sort().join('; ')
  }
  return [...Map.groupBy(after.observed, ({ id }) => id)].flatMap(([id, own]) => {
    const [old, now] = [valuesOf(was.get(id) ?? []), valuesOf(own)]
    return !was.has(id) || old === now ? [] : [{ id, section: own[0]?.section ?? '', before: old, after: now }]
  })
}

function slowerOf(before: Report, after: Report, { times, milliseconds }: Slowness): Slower[] {
  const was = new Map(before.times.map((time) => [time.of, time.median]))
  return after.times.flatMap(({ of, median }) => {
    const old = was.get(of)
    if (old === undefined || median < old * times || median - old < milliseconds) return []
    return [{ of, before: old, after: median }]
  })
}

/** The settings of a run, and what its target declares. */
function factsOf(report: Report): ReadonlyMap<string, string> {
  const { target, profile, set, contract, harness, strict, filtered, seed, runs } = report
  const facts = { target: target.base_url, profile, contract, harness, strict, filtered, seed, runs }
  return new Map([
    ...Object.entries(facts).map(([name, value]) => [name, String(value)] as const),
    ...(set === undefined ? [] : [['set', set] as const]),
    ...declaredIn(report).map(([name, text]) => [`declared ${name}`, text] as const),
  ])
}

/** The value of a declaration in the report that does not have it. */
const UNDECLARED = 'nothing'

function unlikeOf(before: Report, after: Report): Difference['unlike'] {
  const [was, is] = [factsOf(before), factsOf(after)]
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((name) => {
    const [old, value] = [was.get(name), is.get(name)]
    return old === value ? [] : [[name, old ?? UNDECLARED, value ?? UNDECLARED] as const]
  })
}

/** The ids in the first list that the second list lacks. */
function lacking(items: readonly { readonly id: string }[], others: readonly { readonly id: string }[]): string[] {
  const known = new Set(others.map(({ id }) => id))
  return items.flatMap(({ id }) => (known.has(id) ? [] : [id]))
}

/**
 * @example
 * const { regressions } = differenceOf(report, report, { times: 3, milliseconds: 100 })
 * assert.deepEqual(regressions, [])
 */
export function differenceOf(before: Report, after: Report, slowness: Slowness): Difference {
  const byId = ({ requirements }: Report) => new Map(requirements.map((each) => [each.id, each]))
  const [was, is] = [byId(before), byId(after)]
  const kinds: Record<Kind, Change[]> = { regressions: [], mendings: [], lostEvidence: [], gainedEvidence: [] }
  const notScored: Change[] = []
  /** The contract leaves them open, so a later run need not show them. */
  const seen: Change[] = []
  for (const [id, requirement] of is) {
    const old = was.get(id)
    const kind = kindBetween(old, requirement)
    if (kind === undefined) continue
    if (requirement.not_scored && WORSE.includes(kind)) notScored.push(changeOf(old, requirement))
    else if (requirement.level === 'observe' && kind !== 'regressions') seen.push(changeOf(old, requirement))
    else kinds[kind].push(changeOf(old, requirement))
  }
  const added = lacking(after.requirements, before.requirements)
  const removed = lacking(before.requirements, after.requirements)
  return {
    conclusion: [before.conclusion, after.conclusion],
    unlike: unlikeOf(before, after),
    ...kinds,
    notScored: [...notScored, ...[...is].flatMap(([id, requirement]) => newerIn(was.get(id), requirement))],
    newRequirements: added.map((id) => changeOf(undefined, is.get(id))),
    removedRequirements: removed.map((id) => changeOf(was.get(id), undefined)),
    newChecks: lacking(after.checks, before.checks),
    removedChecks: lacking(before.checks, after.checks),
    observations: [...seen, ...observationsOf(before, after)],
    slower: slowerOf(before, after, slowness),
  }
}
