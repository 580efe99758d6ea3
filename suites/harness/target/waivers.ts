/** Waivers: requirements that a target is known not to meet, who answers for it, and until when. They change no verdict. */

import { nearest } from '../catalogue/nearest.ts'
import { requirement as byId, isRequirement, requirements } from '../catalogue/requirements.ts'
import type { Judged } from '../run/verdict.ts'
import type { YamlMistake } from './yaml.ts'

export interface Waiver {
  /** Id of the requirement. */
  readonly requirement: string
  readonly reason: string
  readonly owner: string
  /** The last day on which it holds, in UTC, such as 2027-01-31. */
  readonly expires: string
}

/** `idle`: the run has no verdict to waive. */
export const waiverStates = ['in-force', 'idle', 'stale', 'expired'] as const

export interface ReportedWaiver extends Waiver {
  readonly state: (typeof waiverStates)[number]
}

const DAY = 24 * 60 * 60_000

function isDay(text: string): boolean {
  const time = Date.parse(text)
  // Some days that no calendar has are read as those of the next month.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function faultOfRequirement(id: string): string | undefined {
  if (!isRequirement(id)) {
    const meant = nearest(
      id,
      requirements.map((each) => each.id),
    )
    return `is no requirement; ${meant ? `did you mean ${meant}?` : 'svc-conformance list requirements shows them all'}`
  }
  const { level } = byId(id)
  return level === 'must' || level === 'should'
    ? undefined
    : `needs no waiver: a requirement of level ${level} never fails`
}

/** Mistakes in waivers that a schema cannot tell. */
export function mistakesInWaivers(waivers: readonly Waiver[]): YamlMistake[] {
  return waivers.flatMap(({ requirement, expires }, index) => {
    const again = waivers.findIndex((other) => other.requirement === requirement) < index
    const wrong = again ? 'is waived twice; keep one of the two' : faultOfRequirement(requirement)
    return [
      ...(wrong === undefined ? [] : [{ place: ['waivers', index, 'requirement'], message: wrong }]),
      ...(isDay(expires) ? [] : [{ place: ['waivers', index, 'expires'], message: 'is a day that no calendar has' }]),
    ]
  })
}

function stateOf({ requirement, expires }: Waiver, judged: readonly Judged[], at: Date): ReportedWaiver['state'] {
  if (Date.parse(expires) + DAY <= at.getTime()) return 'expired'
  const verdict = judged.find((each) => each.requirement.id === requirement)?.verdict
  if (verdict === 'pass') return 'stale'
  return verdict === 'fail' || verdict === 'warn' ? 'in-force' : 'idle'
}

/** What waivers are worth for a run that finished at some time. */
export function judgeWaivers(waivers: readonly Waiver[], judged: readonly Judged[], at: Date): ReportedWaiver[] {
  return waivers.map((waiver) => ({ ...waiver, state: stateOf(waiver, judged, at) }))
}
