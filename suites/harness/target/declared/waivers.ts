/** Waivers: requirements that are known not to hold, each with an owner and an expiry date. They change no verdict. */
import { faultOfExcused, isRequirement, type RequirementId } from '../../catalogue/requirements.ts'
import type { YamlMistake } from '../yaml/source.ts'

/** A waiver as written in a file. */
export interface WaiverEntry {
  /** Id of the requirement. */
  readonly requirement: string
  readonly reason: string
  readonly owner: string
  /** The last day on which it holds, in UTC, such as 2027-01-31. */
  readonly expires: string
}

/** A waiver without a mistake: its requirement exists. */
export interface Waiver extends WaiverEntry {
  readonly requirement: RequirementId
}

function isDay(text: string): boolean {
  const time = Date.parse(text)
  // Date.parse reads a day such as February 30th as one of the next month.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Mistakes in waivers that a schema cannot find. */
export function mistakesInWaivers(waivers: readonly WaiverEntry[]): YamlMistake[] {
  return waivers.flatMap(({ requirement, expires }, index) => {
    const again = waivers.findIndex((other) => other.requirement === requirement) < index
    const wrong = again ? 'is waived twice; keep one of the two' : faultOfExcused(requirement, 'waiver')
    return [
      ...(wrong === undefined ? [] : [{ location: ['waivers', index, 'requirement'], message: wrong }]),
      ...(isDay(expires)
        ? []
        : [{ location: ['waivers', index, 'expires'], message: 'is not a date of the calendar' }]),
    ]
  })
}

/** The waivers of a file in which no mistake was found. */
export function waiversOf(entries: readonly WaiverEntry[]): Waiver[] {
  return entries.filter((entry): entry is Waiver => isRequirement(entry.requirement))
}
