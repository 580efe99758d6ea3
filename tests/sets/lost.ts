/** What a set lacks of the one before it, although it is not retired. */
import { frozenSetFrom, type SetFile } from '../../suites/harness/sets/frozen-set.ts'
import type { Timeline } from '../../suites/harness/sets/timeline.ts'

export interface Lost {
  readonly requirements: readonly string[]
  readonly checks: readonly string[]
  readonly rows: readonly string[]
}

export function lostBetween(before: SetFile, after: SetFile, retired: Timeline['retired']): Lost {
  const [older, newer] = [frozenSetFrom(before), frozenSetFrom(after)]
  return {
    requirements: [...older.requirements.keys()].filter(
      (id) => !newer.requirements.has(id) && !retired.requirements.includes(id),
    ),
    checks: [...older.checks].filter((id) => !newer.checks.has(id) && !retired.checks.includes(id)),
    rows: [...older.rows].flatMap(([check, titles]) =>
      [...titles]
        // With a check that is retired, its rows are gone.
        .filter((title) => !newer.rows.get(check)?.has(title) && !retired.checks.includes(check))
        .filter((title) => !retired.rows[check]?.includes(title))
        .map((title) => `${check}: ${title}`),
    ),
  }
}
