/** The verdicts that differ between two versions of the harness, row by row. */
import { type Row, rowName } from '../jobs.ts'

export type Difference = ReturnType<typeof differenceOf>
type Change = ReturnType<typeof changesIn>[number]

/** The parts of a row that are compared. */
export type Judged = Pick<Row, 'kind' | 'name'> & {
  readonly run: Pick<Row['run'], 'conclusion' | 'verdicts' | 'red' | 'aside'>
}

const idsOf = (rows: readonly Judged[]): Set<string> => new Set(rows.flatMap(({ run }) => Object.keys(run.verdicts)))

/** Changed verdicts, by requirement, and a changed conclusion. */
function changesIn(before: Judged, now: Judged, shared: readonly string[]) {
  const verdict = ({ run }: Judged, of: string): string => run.verdicts[of] ?? 'none'
  const all = [
    { of: 'conclusion', before: before.run.conclusion, now: now.run.conclusion },
    ...shared.map((of) => ({ of, before: verdict(before, of), now: verdict(now, of) })),
  ]
  return all.filter((change) => change.before !== change.now)
}

/** The rows in which a requirement is red. */
const redRows = (id: string, rows: readonly Judged[], list: 'red' | 'aside') => {
  return { id, red: rows.filter(({ run }) => run[list].includes(id)).map(rowName) }
}

/** @param before the rows of the old version; `now` has the same rows */
export function differenceOf(before: readonly Judged[], now: readonly Judged[]) {
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
    /** Requirements that count only in the new version (`added`), or only in the old one (`dropped`). */
    added: [...newIds].filter((id) => !oldIds.has(id)).map((id) => redRows(id, now, 'red')),
    dropped: [...oldIds].filter((id) => !newIds.has(id)),
    /** Requirements that are red, but do not score, in the new version. */
    aside: [...new Set(now.flatMap(({ run }) => run.aside))].map((id) => redRows(id, now, 'aside')),
  }
}

const keyOf = (row: string, { of, before, now }: Change): string => JSON.stringify([row, of, before, now])

/** The changes that a second run confirms. A busy machine may change a verdict, but not twice in the same way. */
export function steady(first: Difference, again: Difference): Difference {
  const known = new Set(again.differing.flatMap(({ row, changes }) => changes.map((change) => keyOf(row, change))))
  const differing = first.differing.flatMap(({ row, changes }) => {
    const kept = changes.filter((change) => known.has(keyOf(row, change)))
    return kept.length > 0 ? [{ row, changes: kept }] : []
  })
  return { ...first, differing }
}

/** Whether no verdict changes. New requirements, and those that do not score, change no verdict. */
export const isNeutral = ({ differing, dropped }: Difference): boolean => differing.length === 0 && dropped.length === 0
