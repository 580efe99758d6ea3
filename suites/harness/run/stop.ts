import type { LimitName } from '../client/budget.ts'

/** Why a run ended before its time, in words for the person who runs it. */
export interface Stop {
  readonly reason: string
  /** What to do about it. `report.json` publishes the name. */
  readonly mend: string
  /** The limit of the budget that ended it. */
  readonly limit?: LimitName
}

export const INTERRUPTED: Stop = { reason: 'the run was interrupted', mend: 'Run it again for a verdict on the rest.' }

export const AT_FIRST_FAILURE: Stop = {
  reason: 'the run ended at the first failure, as --fail-fast asks',
  mend: 'Leave --fail-fast out for a verdict on the rest.',
}
