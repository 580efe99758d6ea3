/** The stages that may notice a mutant, from the cheapest to the most expensive. */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { listFaults, listVariants } from '../../../mock/index.ts'
import { requirements } from '../../../suites/harness/catalogue/requirements.ts'
import { IN_ONE_PROCESS, isQuick, testFiles } from '../../groups.ts'
import { reachableFrom } from '../../house/graph.ts'
import { sources } from '../../house/sources.ts'
import { covers } from '../../prove/outcome.ts'
import { shuffled } from './draw.ts'
import { groups } from './floors.ts'
import type { Mutant } from './instrument.ts'
import { nodeIn } from './tree.ts'

export const STAGES = ['unit tests', 'slow tests', 'self-run', 'matrix'] as const
type Stage = (typeof STAGES)[number]

export interface Outcome {
  readonly mutant: Mutant
  /** The stage that noticed it. */
  readonly killedBy?: Stage
  /** Whether a unit test executes it. */
  readonly isReached: boolean
}

/** A test that runs all checks against the mock, and compares their requests and the conclusion. */
const SELF_RUN = 'tests/suites/requests/requests.test.ts'
/** The unit tests. */
const UNIT = testFiles('suites/harness', 'reporters', 'mock', 'cli/gate', 'cli/verify').filter(isQuick)
/** The maximum number of unit test files per mutant. */
const MAX_FILES = 30

const TESTS = ['--test', '--test-reporter=./tests/adversary/mutants/failures.ts', ...IN_ONE_PROCESS]

interface Coverage {
  readonly static?: Readonly<Record<string, number>>
  readonly perTest?: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** The unit test files that reach a mutant, the nearest first. Code that runs at import counts for all files. */
async function reachedBy(folder: string, mutants: readonly Mutant[]): Promise<(mutant: Mutant) => string[]> {
  const path = join(folder, 'coverage.json')
  const changed = mutants.map((mutant) => mutant.path)
  const leadsThere = (file: string): boolean => {
    const reachable = reachableFrom(file, sources, { types: false })
    return changed.some((one) => reachable.has(one))
  }
  const unit = UNIT.filter(leadsThere)
  const hook = ['--import', './tests/adversary/mutants/coverage-hook.ts']
  const options = { env: { MUTATE_COVERAGE: path }, timeout: 0 }
  const { passed, failures } = await nodeIn(folder, [...TESTS, ...hook, ...unit], options)
  if (!passed) throw new Error(`tests fail without a mutant:\n${failures}`)
  const coverage = JSON.parse(readFileSync(path, 'utf8')) as Coverage
  const files = Object.entries(coverage.perTest ?? {}).map(([file, hits]) => ({ file: relative(folder, file), hits }))
  const bySize = files.toSorted((a, b) => Object.keys(a.hits).length - Object.keys(b.hits).length)
  return (mutant) => {
    const hit = bySize.filter(({ hits }) => hits[mutant.id]).map(({ file }) => file)
    const all = hit.length > 0 || !coverage.static?.[mutant.id] ? hit : unit
    return all.toSorted((a, b) => nearness(b, mutant) - nearness(a, mutant)).slice(0, MAX_FILES)
  }
}

/** The number of folders that a test file has in common with the usual path of tests for the mutated file. */
function nearness(file: string, { path }: Mutant): number {
  const [own, theirs] = [`tests/${path}`.split('/'), file.split('/')]
  return own.findIndex((step, at) => step !== theirs[at])
}

/** Rows of the matrix: first those that break requirements named in the mutated file, then others. */
function rowsFor(mutant: Mutant, count: number, seed: number): string[] {
  const about = requirements.filter(({ id }) => mutant.text.includes(`'${id}'`)).map(({ id }) => id)
  const faults = shuffled(listFaults(), ({ name }) => `${mutant.id} ${name}`, seed)
  const isAbout = ({ breaks }: { readonly breaks: readonly string[] }): boolean =>
    about.some((id) => covers(breaks, id))
  const ordered = [...faults.filter(isAbout), ...faults.filter((fault) => !isAbout(fault))].slice(0, count)
  const variants = shuffled(listVariants(), ({ name }) => `${mutant.id} ${name}`, seed).slice(0, Math.ceil(count / 4))
  return [...ordered.flatMap(({ name }) => ['--fault', name]), ...variants.flatMap(({ name }) => ['--variant', name])]
}

/** Checks that all tests pass without a mutant: a failing test would notice every mutant. */
async function assertGreen(folder: string, mutants: readonly Mutant[]): Promise<void> {
  const chosen = groups.filter(({ name }) => mutants.some(({ group }) => group === name))
  const files = [SELF_RUN, ...chosen.flatMap(({ slow = [] }) => slow)]
  const { passed, failures, output } = await nodeIn(folder, [...TESTS, ...files], { timeout: 0 })
  if (!passed) throw new Error(`slow tests fail without a mutant:\n${failures}${output}`)
}

/** @param rows the number of matrix rows for each mutant that is left */
export async function stagesFor(folder: string, mutants: readonly Mutant[], rows: number, seed: number) {
  await assertGreen(folder, mutants)
  const reached = await reachedBy(folder, mutants)
  const run = async (mutant: Mutant): Promise<Outcome> => {
    const files = reached(mutant)
    const isReached = files.length > 0
    const tests = (paths: readonly string[]) => nodeIn(folder, [...TESTS, ...paths], { mutant, endsAtFailure: true })
    if (isReached && !(await tests(files)).passed) return { mutant, killedBy: 'unit tests', isReached }
    const slow = groups.find(({ name }) => name === mutant.group)?.slow ?? []
    if (slow.length > 0 && !(await tests(slow)).passed) return { mutant, killedBy: 'slow tests', isReached }
    if (!(await tests([SELF_RUN])).passed) return { mutant, killedBy: 'self-run', isReached }
    const matrix = ['tests/prove/main.ts', '--check', '--processes', '1', ...rowsFor(mutant, rows, seed)]
    // On a busy machine a row may be red without a mutant.
    const isRed = rows > 0 && !(await nodeIn(folder, matrix, { mutant })).passed
    if (isRed && (await nodeIn(folder, matrix)).passed) return { mutant, killedBy: 'matrix', isReached }
    return { mutant, isReached }
  }
  return { run }
}
