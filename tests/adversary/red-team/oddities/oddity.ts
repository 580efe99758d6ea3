/** A way to conform that nobody expects. */
import type { Mutation } from '../layer/mutation.ts'

export interface Oddity extends Mutation {
  readonly name: string
  /** Why it conforms. */
  readonly reason: string
  /** Incomplete: conforming, yet it keeps evidence from the harness. */
  readonly level: 'certified' | 'incomplete'
}

type Row = readonly [name: string, reason: string, mutation: Mutation]

const rows = (level: Oddity['level'], table: readonly Row[]): Oddity[] =>
  table.map(([name, reason, mutation]) => ({ name, reason, level, ...mutation }))

export const certified = (...table: readonly Row[]): Oddity[] => rows('certified', table)
export const incomplete = (...table: readonly Row[]): Oddity[] => rows('incomplete', table)
