/** Judges a run by its set: newer or disputed requirements are reported, but do not count. */
import { type Level, type RequirementId, requirement } from '../catalogue/requirements.ts'
import { compact } from '../http/compact.ts'
import type { Evidence, Finding, Transcript, Verdict } from '../judge/evidence.ts'
import { asScored, canScore, type FrozenSet, heldBy, isHeld } from '../sets/frozen-set.ts'
import type { Scoring } from '../sets/scoring.ts'
import { names } from '../text/names.ts'
import { type JudgedRequirement, judgeRequirements, type Newer, type NotScored, type Selection } from './verdict.ts'

/** The verdicts of a run. */
export interface Judged {
  /** The verdicts by the set, with a mark on those that do not count. */
  readonly judged: readonly JudgedRequirement[]
  /** The verdicts as if everything counted. */
  readonly whole: readonly JudgedRequirement[]
}

type ById = ReadonlyMap<RequirementId, JudgedRequirement>

/** @param findingsOf returns the judge's findings for a transcript */
export function judgeScored(
  transcript: Transcript,
  selection: Selection,
  findingsOf: (transcript: Transcript) => readonly Finding[],
): Judged {
  const { scoring, checks } = selection
  const all = findingsOf(transcript)
  const whole = judgeRequirements(all, selection)
  if (!scoring) return { judged: whole, whole }
  const under = (set: Pick<FrozenSet, 'checks' | 'rows'>, levels?: FrozenSet): ById => {
    const held = heldBy(transcript, set, checks)
    return byId(judgeRequirements(held === transcript ? all : findingsOf(held), selection, levels))
  }
  const { dropped } = scoring
  const kept = new Set(checks.flatMap(({ id }) => (dropped.checks.has(id) ? [] : [id])))
  const own = under(scoring.set, scoring.set)
  // The next sets, the nearest first; then requirements that are in no set yet.
  const next = [
    ...scoring.later.map(({ set, effective }) => ({ judged: under(set, set), effective })),
    { judged: under({ checks: kept, rows: new Map() }), effective: undefined },
  ]
  const judged = whole.map((each) => {
    if (!canScore(each.requirement)) return each
    const notScored = whyNotScored(each.requirement.id, scoring)
    if (notScored && notScored.reason !== 'challenged') return { ...each, notScored }
    const held = own.get(each.requirement.id) ?? each
    return { ...held, ...compact({ notScored, newer: newerIn(held, next) }) }
  })
  return { judged, whole }
}

const byId = (judged: readonly JudgedRequirement[]): ById => new Map(judged.map((each) => [each.requirement.id, each]))

function whyNotScored(id: RequirementId, { set, later, dropped, challenges: open }: Scoring): NotScored | undefined {
  const challenges = open.get(id)
  if (set.requirements.has(id)) return challenges && { reason: 'challenged', challenges }
  if (dropped.requirements.has(id)) return compact({ reason: 'dropped' as const, challenges })
  const from = later.find((each) => each.set.requirements.has(id))?.effective
  return compact({ reason: 'newer' as const, from, challenges })
}

/** Verdicts other than pass, from the mildest to the worst. */
const worse: readonly Verdict[] = names('not-evidenced inconclusive error warn fail')

/** The worse verdict of a requirement under the next set that gives one, or under the whole catalogue. */
function newerIn(
  held: JudgedRequirement,
  next: readonly { readonly judged: ById; readonly effective: string | undefined }[],
): Newer | undefined {
  const weight = worse.indexOf(held.verdict)
  for (const { judged, effective: from } of next) {
    const then = judged.get(held.requirement.id)
    if (then && worse.indexOf(then.verdict) > weight)
      return compact({ verdict: then.verdict, findings: addedTo(held.findings, then.findings), from })
  }
  return undefined
}

/** The findings that only the later judgement has. If all of these pass, they explain nothing: then all its findings. */
function addedTo(held: readonly Finding[], then: readonly Finding[]): readonly Finding[] {
  const keyOf = ({ check, outcome, message, exchanges }: Finding): string =>
    JSON.stringify([check, outcome, message, exchanges])
  const known = new Set(held.map(keyOf))
  const added = then.filter((finding) => !known.has(keyOf(finding)))
  return added.some(({ outcome }) => outcome !== 'pass') ? added : then
}

/** The level at which a requirement counts; undefined if it does not count. */
export function scoredLevel(id: RequirementId, scoring: Scoring | undefined): Level | undefined {
  const current = requirement(id)
  if (!scoring) return current.level
  return whyNotScored(id, scoring) ? undefined : asScored(current, scoring.set).level
}

/** Whether evidence counts: the set has its check, and its row. */
export function scores(item: Evidence, scoring: Scoring | undefined): boolean {
  return scoring === undefined || isHeld(item, scoring.set)
}
