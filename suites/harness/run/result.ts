/** The result of a run, whichever driver made it. */
import type { Depth } from '../catalogue/profiles.ts'
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Transcript } from '../judge/evidence.ts'
import type { Conclusion } from '../judge/finding.ts'
import { judgeTranscript } from '../judge/index.ts'
import { type JudgedAbsence, judgeAbsences, remarksWith } from '../presence/declared-absent.ts'
import { attributed } from '../space/attribution.ts'
import type { Absences } from '../target/declared/not-applicable.ts'
import type { Preflight } from './preflight.ts'
import type { Stop } from './stop.ts'
import { conclude, type JudgedRequirement, judgeRequirements, type Selection } from './verdict.ts'

/** What a run has cost. */
export interface Cost {
  readonly requests: number
  /** Output tokens that were asked for. */
  readonly tokens: number
  /** Bytes of bodies, both ways. */
  readonly bytes: number
}

/** A run before it is judged. */
export interface RunRecord {
  readonly selection: Selection
  readonly transcript: Transcript
  /** What the target file declares absent. */
  readonly notApplicable?: Absences | undefined
  readonly preflight: Preflight
  /** Why it ended before its time. */
  readonly stop?: Stop | undefined
  readonly seed: number
  readonly runs: number
  /** 3 where every three values of the space of requests met. */
  readonly depth?: Depth | undefined
  readonly requests: number
  readonly started: Date
  readonly finished: Date
}

export interface Result extends RunRecord {
  readonly conclusion: Conclusion
  readonly judged: readonly JudgedRequirement[]
  readonly absences: readonly JudgedAbsence[]
}

/** Judges a run. A run that ended before its time never conforms. */
export function judgeRun(record: RunRecord, strict: boolean): Result {
  const { preflight, selection, notApplicable = {} } = record
  const { exchanges } = record.transcript
  const absences = judgeAbsences(notApplicable, selection.checks, exchanges)
  const transcript = { ...record.transcript, remarks: remarksWith(absences, record.transcript) }
  // Where no gateway is, its answers are nobody's: remarks say that nothing ran, and why.
  const findings = preflight.absent ? transcript.remarks : attributed(judgeTranscript(transcript), exchanges)
  const judged = judgeRequirements(findings, record.selection)
  const conclusion = conclude(judged, record.selection, strict)
  return {
    ...record,
    judged,
    absences,
    conclusion: record.stop && conclusion === 'conformant' ? 'incomplete' : conclusion,
  }
}

/** The name of an exchange without its number: all tries of a request have it. */
const nameOf = (id: string): string => id.slice(0, id.lastIndexOf('/'))

/**
 * Judges a check that has come to its end by its own requests and their controls. What only a whole run shows, such as
 * an id that stands in two answers, is not found here.
 *
 * @param known requirements that are known not to hold
 */
export function showsFailure(
  check: string,
  { evidence, remarks }: Omit<Transcript, 'exchanges'>,
  exchanges: readonly Exchange[],
  {
    selection,
    strict,
    known,
  }: { readonly selection: Selection; readonly strict: boolean; readonly known: readonly RequirementId[] },
): boolean {
  const names = new Set(
    evidence.flatMap(({ exchange, control }) => [
      nameOf(exchange),
      ...(control === undefined ? [] : [nameOf(control)]),
    ]),
  )
  const own = exchanges.filter(({ id }) => id.startsWith(`${check}/`) || names.has(nameOf(id)))
  const findings = attributed(judgeTranscript({ exchanges: own, evidence, remarks }), own)
  const worst = strict ? ['fail', 'warn'] : ['fail']
  return judgeRequirements(findings, selection).some(
    ({ verdict, requirement }) => worst.includes(verdict) && !known.includes(requirement.id),
  )
}
