/** The result of a run, whichever driver made it. */
import type { Depth } from '../catalogue/profiles.ts'
import type { RequirementId } from '../catalogue/requirements.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Transcript } from '../judge/evidence.ts'
import type { Conclusion, Finding } from '../judge/finding.ts'
import { judgeTranscript } from '../judge/index.ts'
import { type JudgedAbsence, judgeAbsences, remarksWith } from '../presence/declared-absent.ts'
import { heldBy } from '../sets/leave-out.ts'
import { attributed } from '../space/attribution.ts'
import type { Absences } from '../target/declared/not-applicable.ts'
import type { Preflight } from './preflight.ts'
import { type Judged, judgeScored } from './scored.ts'
import type { Stop } from './stop.ts'
import { conclude, type Selection } from './verdict.ts'

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

export interface Result extends RunRecord, Judged {
  readonly conclusion: Conclusion
  readonly absences: readonly JudgedAbsence[]
}

/** Judges a run. A run that ended before its time never conforms. */
export function judgeRun(record: RunRecord, strict: boolean): Result {
  const { transcript, preflight, selection, notApplicable = {} } = record
  const { checks, scoring } = selection
  const absencesIn = ({ exchanges }: Transcript): JudgedAbsence[] => judgeAbsences(notApplicable, checks, exchanges)
  const { judged, whole } = judgeScored(transcript, selection, (part) => {
    const remarks = remarksWith(absencesIn(part), part)
    // Where no gateway is, its answers are nobody's: remarks say that nothing ran, and why.
    return preflight.absent ? remarks : findingsOf({ ...part, remarks })
  })
  const held = scoring ? heldBy(transcript, scoring.set, checks) : transcript
  const conclusion = conclude(judged, selection, strict)
  return {
    ...record,
    judged,
    whole,
    absences: absencesIn(held),
    conclusion: record.stop && conclusion === 'conformant' ? 'incomplete' : conclusion,
  }
}

function findingsOf(transcript: Transcript): readonly Finding[] {
  return attributed(judgeTranscript(transcript), transcript.exchanges)
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
  const { judged } = judgeScored({ exchanges: own, evidence, remarks }, selection, findingsOf)
  const worst = strict ? ['fail', 'warn'] : ['fail']
  return judged.some(
    ({ verdict, requirement, notScored }) => worst.includes(verdict) && !notScored && !known.includes(requirement.id),
  )
}
