/** Which check catches which fault, and what nothing guards. */
import { requirements } from '../../suites/harness/catalogue/requirements.ts'
import type { Check } from '../../suites/harness/run/check.ts'
import type { Row } from './jobs.ts'

/** For each check, the faults that its own evidence turned red. */
export function guardsOf(rows: readonly Row[]): Record<string, string[]> {
  const guards: Record<string, string[]> = {}
  for (const { kind, name, run, problems } of rows) {
    if (kind !== 'fault' || problems.length > 0) continue
    for (const killer of run.killers) (guards[killer] ??= []).push(name)
  }
  return Object.fromEntries(Object.entries(guards).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Checks that catch no fault, and requirements that nothing guards. Only the whole matrix can show it. */
export function guardProblems(rows: readonly Row[], checks: readonly Check[]): string[] {
  const guards = guardsOf(rows)
  // What explains repeats the requests of failures that other checks have caught.
  const judging = checks.filter(({ kind, explains }) => kind !== 'observation' && !explains)
  const idle = judging
    .filter(({ id }) => guards[id] === undefined)
    .map(({ id, covers }) => `${covers}: the check ${id} catches no fault`)
  const red = new Set(
    rows.filter(({ kind, problems }) => kind === 'fault' && problems.length === 0).flatMap(({ run }) => run.red),
  )
  const bare = requirements
    .filter(({ id, level }) => (level === 'must' || level === 'should') && !red.has(id))
    .map(({ id }) => `${id}: no fault turns it red`)
  return [...idle, ...bare]
}
