/**
 * Things that the deployment rightly lacks, as the target file declares, such as a second project or disabled account.
 * Only what no request with one valid key can show has an id here, so no declaration hides what a run could have shown.
 */
import { type Need, placeOf } from '../states.ts'
import type { YamlMistake } from '../yaml/source.ts'

/** The ids of absences, each with the needs of checks that it excludes. A target file that gives one contradicts it. */
export const needsOf = {
  'second-project': ['key:second', 'key:empty', 'model:foreign'],
  'foreign-model': ['model:foreign'],
  'empty-project': ['key:empty'],
  disabled: ['provoke:disabled'],
  limited: ['provoke:limited'],
  unavailable: ['provoke:unavailable'],
  internal: ['provoke:internal'],
} as const satisfies Record<string, readonly Need[]>

export type AbsenceId = keyof typeof needsOf

/** Always in this order: the same declaration gives the same report, in whatever order it was written. */
export const absenceIds = Object.keys(needsOf) as AbsenceId[]

/** The reason for each absence. */
export type Absences = Readonly<Partial<Record<AbsenceId, string>>>

export function absencesInOrder(absences: Absences): Absences {
  return Object.fromEntries(absenceIds.flatMap((id) => (absences[id] === undefined ? [] : [[id, absences[id]]])))
}

/** Mistakes that a schema cannot find: something is declared absent, and given as well. */
export function mistakesInAbsences(
  absences: Absences,
  file: Readonly<Partial<Record<'keys' | 'models' | 'provoke', object>>>,
): YamlMistake[] {
  return Object.keys(absences).flatMap((id) => {
    const places = needsOf[id as AbsenceId].map(placeOf)
    const given = places.filter(([part, member]) => Object.hasOwn(file[part] ?? {}, member))
    if (given.length === 0) return []
    const names = given.map((path) => path.join('.')).join(' and ')
    const message = `is declared absent, and ${names} in the same file ${given.length > 1 ? 'give' : 'gives'} it; keep one of the two`
    return [{ location: ['not_applicable', id], message }]
  })
}
