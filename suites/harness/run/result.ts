/** The result of a run, the same for both drivers. */
import type { Depth } from '../catalogue/profiles.ts'
import type { RequirementId } from '../catalogue/requirements.ts'
import { explained } from '../explain/index.ts'
import { type Exchange, identityOf } from '../http/exchange.ts'
import { recognise } from '../http/response.ts'
import type { Conclusion, Transcript } from '../judge/evidence.ts'
import { type JudgedAbsence, judgeAbsences, remarksWith } from '../reachability/declared-absent.ts'
import { heldBy } from '../sets/frozen-set.ts'
import type { Absences } from '../target/declared/not-applicable.ts'
import type { Peer } from '../target/target.ts'
import type { SeedOrigin } from './generated/seed.ts'
import type { Preflight } from './preflight.ts'
import { type Judged, judgeScored } from './scored.ts'
import { stopFor } from './session/left-out.ts'
import type { Drawn } from './session/rounds.ts'
import type { Stop } from './stop.ts'
import { conclude, type Selection } from './verdict.ts'

/** A run before it is judged. */
export interface RunRecord {
  readonly selection: Selection
  readonly transcript: Transcript
  /** Absences that the target file declares. */
  readonly notApplicable?: Absences | undefined
  readonly preflight: Preflight
  /** Why the run ended early. */
  readonly stop?: Stop | undefined
  /** The target stopped responding. */
  readonly gone?: boolean
  /** The exchange whose request makes the target end the connection each time it is sent alone. */
  readonly killer?: string | undefined
  readonly seed: number
  readonly origin?: SeedOrigin
  readonly runs: number
  /** 3 if the run combined every three variations. */
  readonly depth?: Depth | undefined
  readonly requests: number
  /** The remote ends of the connections; absent in a replay. */
  readonly peers?: readonly Peer[]
  /** Set if the budget did not allow all draws. */
  readonly drawn?: Drawn | undefined
  readonly started: Date
  readonly finished: Date
}

export interface Result extends RunRecord, Judged {
  readonly conclusion: Conclusion
  readonly absences: readonly JudgedAbsence[]
}

/** Judges a run. A run that ended early never conforms. */
export function judgeRun(record: RunRecord, strict: boolean): Result {
  const { transcript, preflight, selection, notApplicable = {} } = record
  const { checks, scoring } = selection
  const absencesIn = ({ exchanges }: Transcript): JudgedAbsence[] => judgeAbsences(notApplicable, checks, exchanges)
  const { judged, whole } = judgeScored(transcript, selection, (part) => {
    const remarks = remarksWith(absencesIn(part), part)
    // Without a gateway, responses do not count: remarks say that nothing ran, and why.
    return preflight.absent ? remarks : explained({ ...part, remarks })
  })
  const held = scoring ? heldBy(transcript, scoring.set, checks) : transcript
  const conclusion = conclude(judged, selection, strict)
  const isConformant = conclusion === 'conformant'
  const stop = record.stop ?? (isConformant && record.drawn ? stopFor(record.requests, record.drawn) : undefined)
  return {
    ...record,
    stop,
    judged,
    whole,
    absences: absencesIn(held),
    conclusion: stop && isConformant ? 'incomplete' : conclusion,
  }
}

/**
 * Judges a finished check by its own requests, their controls and all model lists. It does not find breaches that only
 * a whole run shows, such as an id in two responses.
 *
 * @param by.known requirements that are known not to hold
 */
export function showsFailure(
  check: string,
  { evidence, remarks }: Omit<Transcript, 'exchanges'>,
  exchanges: readonly Exchange[],
  by: { readonly selection: Selection; readonly strict: boolean; readonly known: readonly RequirementId[] },
): boolean {
  const names = new Set(
    evidence.flatMap(({ exchange, control = exchange }) => [identityOf(exchange).name, identityOf(control).name]),
  )
  const isOwn = ({ id, name }: Exchange): boolean => id.startsWith(`${check}/`) || names.has(name)
  const own = exchanges.filter((exchange) => isOwn(exchange) || recognise(exchange) === 'list')
  const { judged } = judgeScored({ exchanges: own, evidence, remarks }, by.selection, explained)
  const worst = by.strict ? ['fail', 'warn'] : ['fail']
  return judged.some(
    ({ verdict, requirement, notScored }) =>
      worst.includes(verdict) && !notScored && !by.known.includes(requirement.id),
  )
}
