/** A row of the mock's table, measured, and how a goal is judged through the noise of a shared machine. */

export interface Row {
  readonly what: string
  readonly ours: string
  readonly reference: string
  readonly ratio: string
  /** The same ratio in CPU time, which other load on the machine moves less. */
  readonly cpu?: string
  readonly goal: string
  readonly kept: Kept
}

export type Kept = 'yes' | 'within noise' | 'no' | 'not judged: the machine is busy' | 'reported'

/** Two equal servers differ by as much in the median of five rounds. */
const NOISE = 0.07

/** Whether a value that should be high is high enough. */
export function atLeast(value: number, goal: number): Kept {
  if (value >= goal) return 'yes'
  return value >= goal * (1 - NOISE) ? 'within noise' : 'no'
}

/** Whether a value that should be low is low enough. */
export function atMost(value: number, goal: number): Kept {
  if (value <= goal) return 'yes'
  return value <= goal * (1 + NOISE) ? 'within noise' : 'no'
}

/** A measurement with a response that was wrong says nothing about speed. */
export const ifRight = (kept: Kept, failures: number): Kept => (failures === 0 ? kept : 'no')

/** The process that is the measure must have had a core to itself, or the ratio is about the machine. */
const LEAST_SHARE = 0.9

/** A goal is judged only on a machine that had time for both sides. */
export const ifQuiet = (kept: Kept, share: number): Kept =>
  share < LEAST_SHARE ? 'not judged: the machine is busy' : kept
