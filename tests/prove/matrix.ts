/** The matrix as data: what `out/kill-matrix.json` holds and the page shows. */
import { listFaults, listVariants } from '../../mock/index.ts'
import { deservedBy } from './deserved.ts'
import { guardsOf } from './guards.ts'
import type { Row } from './jobs.ts'

export interface Figures {
  readonly faults: number
  readonly killed: number
  readonly killedExactly: number
  readonly variants: number
  readonly green: number
  readonly nullServers: number
  readonly undeserved: number
  readonly checks: number
}

/** A row that broke something on purpose. */
export interface FaultRow {
  readonly name: string
  readonly breaks: readonly string[]
  readonly shows: string
  readonly red: readonly string[]
  readonly killers: readonly string[]
  /** What is wrong with the verdict; nothing where all is well. */
  readonly problems: readonly string[]
}

/** A row that used a freedom of the contract. */
export interface VariantRow {
  readonly name: string
  readonly freedom: string
  readonly problems: readonly string[]
}

export interface NullRow {
  readonly name: string
  readonly conclusion: string
  readonly passes: readonly string[]
  readonly reason: string
  readonly problems: readonly string[]
}

export interface Matrix {
  readonly figures: Figures
  /** For each check, the faults that its own evidence turned red. */
  readonly guards: Readonly<Record<string, readonly string[]>>
  readonly faults: readonly FaultRow[]
  readonly variants: readonly VariantRow[]
  readonly nullServers: readonly NullRow[]
}

const faultNamed = new Map(listFaults().map((fault) => [fault.name, fault]))
const variantNamed = new Map(listVariants().map((variant) => [variant.name, variant]))

const ofKind = (rows: readonly Row[], kind: Row['kind']): readonly Row[] => rows.filter((row) => row.kind === kind)
const sound = (rows: readonly Row[]): number => rows.filter(({ problems }) => problems.length === 0).length

function figuresOf(rows: readonly Row[], checks: number): Figures {
  const faults = ofKind(rows, 'fault')
  const variants = ofKind(rows, 'variant')
  const nulls = ofKind(rows, 'null')
  return {
    faults: faults.length,
    killed: faults.filter(({ name, run }) => faultNamed.get(name)?.breaks.some((id) => run.red.includes(id))).length,
    killedExactly: sound(faults),
    variants: variants.length,
    green: sound(variants),
    nullServers: nulls.length,
    undeserved: nulls.length - sound(nulls),
    checks,
  }
}

/** The rows that ran, in the order of the matrix. */
export function matrixOf(rows: readonly Row[]): Matrix {
  const guards = guardsOf(rows)
  return {
    figures: figuresOf(rows, Object.keys(guards).length),
    guards,
    faults: ofKind(rows, 'fault').map(({ name, run: { red, killers }, problems }) => {
      const { breaks = [], shows = '' } = faultNamed.get(name) ?? {}
      return { name, breaks, shows, red, killers, problems }
    }),
    variants: ofKind(rows, 'variant').map(({ name, problems }) => {
      return { name, freedom: variantNamed.get(name)?.freedom ?? '', problems }
    }),
    nullServers: ofKind(rows, 'null').map(({ name, run: { conclusion, passed }, problems }) => {
      return { name, conclusion, passes: passed, reason: deservedBy(name).reason, problems }
    }),
  }
}

/** The closing table. */
export function summarize(rows: readonly Row[]): string {
  const { faults, killed, killedExactly, variants, green, nullServers, undeserved } = figuresOf(rows, 0)
  const time = rows.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  const requests = rows.reduce((sum, { run }) => sum + run.requests, 0)
  return [
    '',
    `faults        ${faults}, killed ${killed}, killed exactly ${killedExactly}`,
    `variants      ${variants}, green ${green}`,
    `null servers  ${nullServers}, with undeserved passes ${undeserved}`,
    `rows          ${rows.length}, ${requests} requests, ${Math.round(time / 1000)} s of runs`,
    '',
  ].join('\n')
}
