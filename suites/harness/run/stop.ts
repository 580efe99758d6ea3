import type { LimitName } from '../client/budget.ts'

/** Why a run ended early, in words for its operator. */
export interface Stop {
  readonly reason: string
  /** What to do about it. `report.json` publishes the name. */
  readonly mend: string
  /** The limit of the budget that ended it. */
  readonly limit?: LimitName
}

export const INTERRUPTED: Stop = {
  reason: 'the run was interrupted',
  mend: 'Repeat the run for the remaining verdicts.',
}

export const AT_FIRST_FAILURE: Stop = {
  reason: 'the run ended at the first failure, because of --fail-fast',
  mend: 'Run without --fail-fast for the remaining verdicts.',
}
