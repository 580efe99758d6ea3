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

/** From when slower counts: the factor of the medians, and the least difference in milliseconds. */
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
  // A failure is worse than before if the old report does not have it, or did not count it.
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
  return {
    id,
    section,
    ...(before ? { before: before.verdict } : {}),
    ...(after ? { after: after.verdict } : {}),
    ...(message === undefined ? {} : { message }),
  }
}

function valuesOf({ observed }: Report): Map<string, Change & { readonly values: readonly string[] }> {
  const groups = Map.groupBy(observed, ({ id }) => id)
  return new Map(
    [...groups].map(([id, own]) => [
      id,
      { id, section: own[0]?.section ?? '', values: own.map(({ value }) => value).sort() },
    ]),
  )
}

/** Observed behaviours that differ, if both reports have some. Their counts are not compared. */
function observationsOf(before: Report, after: Report): Change[] {
  const was = valuesOf(before)
  return [...valuesOf(after)].flatMap(([id, { section, values }]) => {
    const [old, now] = [was.get(id)?.values.join('; '), values.join('; ')]
    return old === undefined || old === now ? [] : [{ id, section, before: old, after: now }]
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

/** Represents a declaration that only one of two reports has. */
const UNDECLARED = 'nothing'

function unlikeOf(before: Report, after: Report): Difference['unlike'] {
  const facts = ({
    target,
    profile,
    set,
    contract,
    harness,
    strict,
    filtered,
    seed,
    runs,
  }: Report): [string, string][] => [
    ...Object.entries({ target: target.base_url, profile, contract, harness, strict, filtered, seed, runs }).map(
      ([name, value]): [string, string] => [name, String(value)],
    ),
    ...(set === undefined ? [] : [['set', set] as [string, string]]),
    ...declaredIn({ target }).map(([name, text]): [string, string] => [`declared ${name}`, text]),
  ]
  const [was, is] = [new Map(facts(before)), new Map(facts(after))]
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((name) => {
    const [old, value] = [was.get(name), is.get(name)]
    return old === value ? [] : [[name, old ?? UNDECLARED, value ?? UNDECLARED] as const]
  })
}

/** Items of one list that another lacks. */
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
  const [was, is] = [before, after].map(
    ({ requirements }) => new Map(requirements.map((requirement) => [requirement.id, requirement])),
  ) as [Map<string, ReportedRequirement>, Map<string, ReportedRequirement>]
  const kinds: Record<Kind, Change[]> = { regressions: [], mendings: [], lostEvidence: [], gainedEvidence: [] }
  const notScored: Change[] = []
  for (const [id, requirement] of is) {
    const old = was.get(id)
    const kind = kindBetween(old, requirement)
    if (kind === undefined) continue
    if (requirement.not_scored && WORSE.includes(kind)) notScored.push(changeOf(old, requirement))
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
    observations: observationsOf(before, after),
    slower: slowerOf(before, after, slowness),
  }
}
