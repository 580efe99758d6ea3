/** The state of waivers in a run: whether there was something to waive, and whether they have expired. */
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
  // If only the next set counts the requirement, its waiver is early: idle, and not stale.
  if (verdict === 'pass') return newer ? 'idle' : 'stale'
  return verdict === 'fail' || verdict === 'warn' ? 'in-force' : 'idle'
}

/** The state of waivers in a run that finished at a given time. */
export function judgeWaivers(
  waivers: readonly WaiverEntry[],
  judged: readonly JudgedRequirement[],
  at: Date,
): ReportedWaiver[] {
  return waivers.map((waiver) => ({ ...waiver, state: stateOf(waiver, judged, at) }))
}
