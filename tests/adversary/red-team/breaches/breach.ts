/** One subtle breach of the contract. */
import type { Mutation } from '../layer/mutation.ts'

export interface Breach extends Mutation {
  readonly name: string
  /** What of the contract it breaks, in few words. */
  readonly sentence: string
  readonly level: 'must' | 'should'
  /** The requirements that may be blamed for it; one has to be, and none but these. */
  readonly breaks: readonly string[]
}

type Row = readonly [name: string, sentence: string, breaks: string, mutation: Mutation]

const rows = (level: Breach['level'], table: readonly Row[]): Breach[] =>
  table.map(([name, sentence, breaks, mutation]) => ({ name, sentence, level, breaks: breaks.split(' '), ...mutation }))

/** Rows of name, sentence, requirements and mutation. */
export const musts = (...table: readonly Row[]): Breach[] => rows('must', table)
export const shoulds = (...table: readonly Row[]): Breach[] => rows('should', table)
