/** The matrix as data: what `out/kill-matrix.json` holds and the page shows. */
import { listFaults, listVariants } from '../../mock/index.ts'
import { requirements } from '../../suites/harness/catalogue/requirements.ts'
import { compact } from '../../suites/harness/http/compact.ts'
import type { Conclusion } from '../../suites/harness/judge/evidence.ts'
import type { Check } from '../../suites/harness/run/check.ts'
import { redTeamFaults, redTeamVariants } from '../adversary/red-team/index.ts'
import { deservedBy } from './deserved.ts'
import type { Row } from './jobs.ts'
import { breaksMust, isKilled, isUnmet } from './outcome.ts'

export type FaultRow = ReturnType<typeof faultRow>
export type VariantRow = ReturnType<typeof variantRow>
export type NullRow = ReturnType<typeof nullRow>
export type Matrix = ReturnType<typeof matrixOf>

const byName = <Item extends { readonly name: string }>(items: readonly Item[]): ReadonlyMap<string, Item> =>
  new Map(items.map((item) => [item.name, item]))

const faultNamed = byName(listFaults())
const redTeamFaultNamed = byName(redTeamFaults)
const variantNamed = byName([...listVariants(), ...redTeamVariants])

const breaksOf = (name: string): readonly string[] =>
  (faultNamed.get(name) ?? redTeamFaultNamed.get(name))?.breaks ?? []
const ofKind = (rows: readonly Row[], kind: Row['kind']): readonly Row[] => rows.filter((row) => row.kind === kind)
const sound = (rows: readonly Row[]): number => rows.filter(({ problems }) => problems.length === 0).length

function figuresOf(rows: readonly Row[], checks: number) {
  const faults = ofKind(rows, 'fault')
  const variants = ofKind(rows, 'variant')
  const nulls = ofKind(rows, 'null')
  const redFaults = ofKind(rows, 'red-team fault')
  const metFaults = redFaults.filter((row) => !isUnmet(row))
  const redVariants = ofKind(rows, 'red-team variant')
  return {
    faults: faults.length,
    killed: faults.filter(({ name, run }) => isKilled(breaksOf(name), run)).length,
    killedExactly: sound(faults),
    variants: variants.length,
    green: sound(variants),
    nullServers: nulls.length,
    undeserved: nulls.length - sound(nulls),
    ...conclusionFigures([...faults, ...metFaults]),
    redTeamFaults: redFaults.length,
    redTeamCaught: sound(metFaults),
    /** Faults that no request met, which depends on the seed. */
    redTeamUnmet: redFaults.filter(isUnmet).length,
    redTeamVariants: redVariants.length,
    redTeamGreen: sound(redVariants),
    checks,
    ...coreFigures([...faults, ...redFaults]),
  }
}

function conclusionFigures(faults: readonly Row[]) {
  const count = (conclusion: Conclusion): number => faults.filter(({ run }) => run.conclusion === conclusion).length
  const others = faults.filter(({ run }) => run.conclusion !== 'nonconformant')
  return {
    /** Faults that break a must and whose run did not conclude `nonconformant`. */
    notAccused: others.filter(({ name }) => breaksMust(breaksOf(name))).length,
    /** The number of runs with a fault, by conclusion. */
    concluded: {
      nonconformant: count('nonconformant'),
      incomplete: count('incomplete'),
      conformant: count('conformant'),
    },
  }
}

interface CoreFigures {
  /** Faults that one key can show; absent if the profile core did not run. */
  readonly corePromised?: number
  readonly coreKilled?: number
  /** Those of them that no request of core met. */
  readonly coreUnmet?: number
}

function coreFigures(faults: readonly Row[]): CoreFigures {
  const promised = faults.flatMap(({ core }) => core ?? [])
  if (promised.length === 0) return {}
  const met = promised.filter(({ isUnmet }) => !isUnmet)
  const killed = met.filter(({ problems }) => problems.length === 0)
  return { corePromised: promised.length, coreKilled: killed.length, coreUnmet: promised.length - met.length }
}

/** A row that broke something on purpose. */
function faultRow(row: Row) {
  const { name, run, core, problems } = row
  const { red, conclusion, killers } = run
  const unmet = row.kind === 'red-team fault' && isUnmet(row) ? 'not met: no request of the run shows it' : ''
  const shows = faultNamed.get(name)?.shows ?? unmet
  return { name, breaks: breaksOf(name), shows, red, conclusion, killers, ...compact({ core }), problems }
}

/** A row that used a freedom of the contract. */
const variantRow = ({ name, problems }: Row) => {
  return { name, freedom: variantNamed.get(name)?.freedom ?? '', problems }
}

const nullRow = ({ name, run: { conclusion, passed }, problems }: Row) => {
  return { name, conclusion, passes: passed, reason: deservedBy(name).reason, problems }
}

/** The data of the matrix. @param rows those that were run, in the order of the matrix */
export function matrixOf(rows: readonly Row[]) {
  const guards = guardsOf(rows)
  return {
    figures: figuresOf(rows, Object.keys(guards).length),
    guards,
    faults: ofKind(rows, 'fault').map(faultRow),
    variants: ofKind(rows, 'variant').map(variantRow),
    nullServers: ofKind(rows, 'null').map(nullRow),
    /** Rows over the second gateway. */
    redTeam: {
      faults: ofKind(rows, 'red-team fault').map(faultRow),
      variants: ofKind(rows, 'red-team variant').map(variantRow),
    },
  }
}

/** For each check, the faults that its own evidence turned red. */
export function guardsOf(rows: readonly Row[]): Record<string, string[]> {
  const guards: Record<string, string[]> = {}
  for (const { kind, name, run, problems } of rows) {
    if (kind !== 'fault' || problems.length > 0) continue
    for (const killer of run.killers) (guards[killer] ??= []).push(name)
  }
  return Object.fromEntries(Object.entries(guards).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Checks that catch no fault, and requirements without a guard. Only the whole matrix can show them. */
export function guardProblems(rows: readonly Row[], checks: readonly Check[]): string[] {
  const guards = guardsOf(rows)
  // Skip checks that explain: they repeat requests of failures that other checks have caught.
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

/** The number of faults that traffic can show, and of those that `judge` finds in the exchanges of the run. */
function trafficLine(faults: readonly Row[]): string {
  const shown = faults.filter(({ seen }) => seen && Object.keys(seen.broken).length > 0)
  const missed = faults.flatMap(({ name, seen }) => {
    const reasons = Object.entries(seen?.missed ?? {}).map(([id, why]) => `${id} (${why})`)
    return reasons.length > 0 ? [`${name}: ${reasons.join(', ')}`] : []
  })
  return [
    `judge         ${shown.length} of ${faults.length} faults broke something in it, ${missed.length} with less than in the run`,
    ...missed,
  ].join('\n  ')
}

/** The table at the end of the output. */
export function summarize(rows: readonly Row[]): string {
  const { concluded, ...f } = figuresOf(rows, 0)
  const time = rows.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  const requests = rows.reduce((sum, { run }) => sum + run.requests, 0)
  return [
    '',
    `faults        ${f.faults}, killed ${f.killed}, killed exactly ${f.killedExactly}`,
    `concluded     nonconformant ${concluded.nonconformant}, incomplete ${concluded.incomplete}, conformant ${concluded.conformant}; ${f.notAccused} that break a must were not accused`,
    `variants      ${f.variants}, green ${f.green}`,
    `null servers  ${f.nullServers}, with undeserved passes ${f.undeserved}`,
    `red team      ${f.redTeamFaults} faults, caught ${f.redTeamCaught}, not met ${f.redTeamUnmet}; ${f.redTeamVariants} variants, green ${f.redTeamGreen}`,
    ...(f.corePromised === undefined
      ? []
      : [
          `core          ${f.corePromised} faults that one key can show, killed exactly ${f.coreKilled}, not met ${f.coreUnmet}`,
        ]),
    trafficLine(ofKind(rows, 'fault')),
    `rows          ${rows.length}, ${requests} requests, ${Math.round(time / 1000)} s of runs`,
    '',
  ].join('\n')
}
