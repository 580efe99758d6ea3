/**
 * Compares the verdicts of two versions of the harness on the same rows. Each runs in its own processes, against the
 * mock and the second gateway of this tree, with the same seed and the same set, so that no state is shared.
 */
import type { Judging } from '../harness.ts'
import { allJobs, type Job, type Row, rowName } from '../jobs.ts'
import { chosenJobs, type Options, UsageError } from '../options.ts'
import { runInProcesses } from '../processes.ts'
import { partName, writeOut } from '../publish.ts'
import { type Difference, differenceOf, isNeutral, steady } from './difference.ts'
import { notesOf } from './notes.ts'
import { oldVersion } from './old-version.ts'
import { type SameSet, sameSet } from './same-set.ts'

type Processes = Pick<Options, 'processes'>
type Run = Processes & { readonly judging: Judging }

/** Runs the rows with the old version, and then with this one. */
async function difference(jobs: readonly Job[], old: string, { processes, judging }: Run): Promise<Difference> {
  const rows = (which: string, harness?: string): Promise<Row[]> => {
    const onRow = (_: Row, done: number): void => {
      if (done % 50 === 0) console.log(`${done} of ${jobs.length} rows with the ${which} version`)
    }
    return runInProcesses(jobs, { processes, without: [], harness, judging, onRow })
  }
  return differenceOf(await rows('old', old), await rows('new'))
}

/**
 * The differences that occur again in a second run.
 *
 * @param old the folder of the old version
 * @returns also the number of rows that differed only once
 */
export async function steadyDifference(
  jobs: readonly Job[],
  old: string,
  options: Processes,
): Promise<SameSet & { readonly found: Difference; readonly unsteady: number }> {
  const { judging, ...by } = await sameSet(old, new Date())
  const run = { ...options, judging }
  const first = await difference(jobs, old, run)
  if (first.differing.length === 0) return { ...by, found: first, unsteady: 0 }
  const rows = new Set(first.differing.map(({ row }) => row))
  const suspects = jobs.filter((job) => rows.has(rowName(job)))
  const found = steady(first, await difference(suspects, old, run))
  return { ...by, found, unsteady: rows.size - found.differing.length }
}

/** @returns whether no verdict differs */
export async function compareVersions(old: string, options: Options): Promise<boolean> {
  if (options.core || options.without.length > 0)
    throw new UsageError('--compare runs every check in the profile full: leave out --profile and --without')
  const all = allJobs()
  const jobs = chosenJobs(all, options)
  if (jobs.length === 0) throw new UsageError('no row matches')
  const version = oldVersion(old)
  try {
    const { found, unsteady, ...by } = await steadyDifference(jobs, version.folder, options)
    if (unsteady > 0) console.log(`rows that differed once, and not when they ran again: ${unsteady}`)
    const notes = notesOf(version.name, found, { ...by, whole: all.length })
    console.log(notes)
    if (!options.check) console.log(`the notes are ${await writeOut(`${partName('compare', options.part)}.md`, notes)}`)
    return isNeutral(found)
  } finally {
    version.remove()
  }
}
