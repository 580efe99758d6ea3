/** Challenges: requirements that are disputed as not required by the contract. */
import type { RequirementId } from '../catalogue/requirements.ts'

export interface Challenge {
  readonly id: string
  readonly requirement: RequirementId
  /** The words of the contract that it is based on. */
  readonly quote: string
  /** A day in UTC, as that of the ruling is. */
  readonly opened: string
  /** Absent until there is a ruling; it holds from its day on. */
  readonly ruling?: { readonly word: 'upheld' | 'rejected'; readonly date: string; readonly reason: string }
}

/** The ids of challenges that are open at a given time, by the requirement that does not score because of them. */
export function openChallenges(challenges: readonly Challenge[], at: Date): ReadonlyMap<string, readonly string[]> {
  const day = at.toISOString().slice(0, 10)
  const open = Map.groupBy(
    challenges.filter(({ opened, ruling }) => opened <= day && (ruling === undefined || ruling.date > day)),
    ({ requirement }) => requirement,
  )
  return new Map([...open].map(([requirement, own]) => [requirement, own.map(({ id }) => id)]))
}
