/** A measured row of the mock's table, and how a goal is judged despite the noise of a shared machine. */

export interface Row {
  readonly what: string
  readonly ours?: string
  readonly reference?: string
  readonly ratio?: string
  /** The same ratio in CPU time, which other load on the machine affects less. */
  readonly cpu?: string
  readonly goal?: string
  readonly kept: Kept
}

export type Kept = 'yes' | 'within noise' | 'no' | 'not judged: the machine is busy' | 'reported'

/** The medians of two equal servers over five rounds may differ by this much. */
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

/** A goal is missed if any response was wrong, because then the speed means nothing. */
export const ifRight = (kept: Kept, failures: number): Kept => (failures === 0 ? kept : 'no')

/** The reference process must have had this share of a core, or the ratio would say more about the machine. */
const LEAST_SHARE = 0.9

/** A goal is judged only if the machine had time for both sides. */
export const ifQuiet = (kept: Kept, share: number): Kept =>
  share < LEAST_SHARE ? 'not judged: the machine is busy' : kept
