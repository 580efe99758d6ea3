/** What waivers are worth for a run: whether there was something to waive, and whether they have expired. */
import type { JudgedRequirement } from '../run/verdict.ts'
import type { WaiverEntry } from '../target/declared/waivers.ts'

/** `idle`: the run has no verdict to waive. */
export const waiverStates = ['in-force', 'idle', 'stale', 'expired'] as const

export interface ReportedWaiver extends WaiverEntry {
  readonly state: (typeof waiverStates)[number]
}

const DAY = 24 * 60 * 60_000

function stateOf(
  { requirement, expires }: WaiverEntry,
  judged: readonly JudgedRequirement[],
  at: Date,
): ReportedWaiver['state'] {
  if (Date.parse(expires) + DAY <= at.getTime()) return 'expired'
  const { verdict, newer } = judged.find((each) => each.requirement.id === requirement) ?? {}
  // Who waives what only the next set will count is early, and not late.
  if (verdict === 'pass') return newer ? 'idle' : 'stale'
  return verdict === 'fail' || verdict === 'warn' ? 'in-force' : 'idle'
}

/** What waivers are worth for a run that finished at some time. */
export function judgeWaivers(
  waivers: readonly WaiverEntry[],
  judged: readonly JudgedRequirement[],
  at: Date,
): ReportedWaiver[] {
  return waivers.map((waiver) => ({ ...waiver, state: stateOf(waiver, judged, at) }))
}
