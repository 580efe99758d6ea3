/** Which verdicts two versions of the harness give differently, row by row. */
import { type Row, rowName } from '../jobs.ts'

/** A verdict that is another one now. */
export interface Change {
  /** The id of a requirement, or `conclusion`. */
  readonly of: string
  readonly before: string
  readonly now: string
}

export interface RowDifference {
  /** Kind and name. */
  readonly row: string
  readonly changes: readonly Change[]
}

/** A requirement, and the rows in which it is red. */
interface RedRows {
  readonly id: string
  readonly red: readonly string[]
}

export interface Difference {
  readonly rows: number
  readonly differing: readonly RowDifference[]
  /** Requirements that count in the new version only, with the rows in which each is red. */
  readonly added: readonly RedRows[]
  /** Requirements that count in the old version only. */
  readonly dropped: readonly string[]
  /** What does not score in the new version, and is red, with the rows. */
  readonly aside: readonly RedRows[]
}

/** What is compared of a row. */
export type Judged = Pick<Row, 'kind' | 'name'> & {
  readonly run: Pick<Row['run'], 'conclusion' | 'verdicts' | 'red' | 'aside'>
}

const idsOf = (rows: readonly Judged[]): Set<string> => new Set(rows.flatMap(({ run }) => Object.keys(run.verdicts)))

function changesIn(before: Judged, now: Judged, shared: readonly string[]): Change[] {
  const verdict = ({ run }: Judged, of: string): string => run.verdicts[of] ?? 'none'
  const all = [
    { of: 'conclusion', before: before.run.conclusion, now: now.run.conclusion },
    ...shared.map((of) => ({ of, before: verdict(before, of), now: verdict(now, of) })),
  ]
  return all.filter((change) => change.before !== change.now)
}

const redRows = (id: string, rows: readonly Judged[], list: 'red' | 'aside'): RedRows => {
  return { id, red: rows.filter(({ run }) => run[list].includes(id)).map(rowName) }
}

/** @param before the rows of the old version; `now` has the same rows */
export function differenceOf(before: readonly Judged[], now: readonly Judged[]): Difference {
  const [oldIds, newIds] = [idsOf(before), idsOf(now)]
  const shared = [...oldIds].filter((id) => newIds.has(id))
  const byName = new Map(now.map((row) => [rowName(row), row]))
  const differing = before.flatMap((row) => {
    const changes = changesIn(row, byName.get(rowName(row)) ?? row, shared)
    return changes.length > 0 ? [{ row: rowName(row), changes }] : []
  })
  return {
    rows: before.length,
    differing,
    added: [...newIds].filter((id) => !oldIds.has(id)).map((id) => redRows(id, now, 'red')),
    dropped: [...oldIds].filter((id) => !newIds.has(id)),
    aside: [...new Set(now.flatMap(({ run }) => run.aside))].map((id) => redRows(id, now, 'aside')),
  }
}

const keyOf = (row: string, { of, before, now }: Change): string => JSON.stringify([row, of, before, now])

/** The changes that were confirmed by a second run: a busy machine changes a verdict now and then, and not twice alike. */
export function steady(first: Difference, again: Difference): Difference {
  const known = new Set(again.differing.flatMap(({ row, changes }) => changes.map((change) => keyOf(row, change))))
  const differing = first.differing.flatMap(({ row, changes }) => {
    const kept = changes.filter((change) => known.has(keyOf(row, change)))
    return kept.length > 0 ? [{ row, changes: kept }] : []
  })
  return { ...first, differing }
}

/** Whether no verdict changes. A new requirement removes none, nor does one that does not score. */
export const isNeutral = ({ differing, dropped }: Difference): boolean => differing.length === 0 && dropped.length === 0
