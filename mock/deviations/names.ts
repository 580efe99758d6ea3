/** Suggestions for names of faults and variants that do not exist. */
import { contractBehaviour } from '../core/contract-behaviour.ts'
import { Refusal } from '../core/errors.ts'
import { pathOf } from '../core/routes.ts'
import type { Behaviour } from '../core/types.ts'
import type { Deviation } from './deviation.ts'
import { listFaults, listVariants } from './tables.ts'

type Kind = 'fault' | 'variant'

/** The words of a name, reduced so that frequent typing mistakes do not matter. */
function wordsOf(name: string): string[] {
  const words = name.toLowerCase().split(/[^a-z\d]+/)
  return words.filter((word) => word.length > 2).map((word) => word.slice(0, 4))
}

/** The length of the common prefix of two names. */
function begunAlike(a: string, b: string): number {
  const end = [...a].findIndex((character, at) => character !== b[at])
  return end < 0 ? a.length : end
}

/** The name that shares the most words, and more than half of them; undefined if there is none. */
function closest(name: string, table: readonly Deviation[]): string | undefined {
  const words = wordsOf(name)
  const near = table.flatMap(({ name: candidate }) => {
    const own = wordsOf(candidate)
    const shared = own.filter((word) => words.some((typed) => word.startsWith(typed) || typed.startsWith(word))).length
    return 2 * shared > Math.max(own.length, words.length) ? [{ candidate, shared }] : []
  })
  const [best] = near.sort(
    (a, b) => b.shared - a.shared || begunAlike(name, b.candidate) - begunAlike(name, a.candidate),
  )
  return best?.candidate
}

/** Says that a name does not exist, and which was probably meant. @param list where to find all names */
export function unknownName(kind: Kind, name: string, list: string): string {
  const table = kind === 'fault' ? listFaults() : listVariants()
  if (table.some((deviation) => deviation.name === name))
    return `A base path takes one fault or variant; enable ${name} with --${kind}, and the other in the path.`
  const meant = closest(name, table)
  const guess = meant === undefined ? '' : ` did you mean ${meant}?`
  return `There is no ${kind} called ${name};${guess} ${list} shows all.`
}

/** The behaviour of the contract, with a hint on base paths of faults and variants that do not exist. */
export const contractWithBasePaths: Behaviour = {
  ...contractBehaviour,
  route(head) {
    const routed = contractBehaviour.route(head)
    const [, family = '', name = ''] = typeof routed === 'string' ? [] : pathOf(head.target).split('/', 3)
    if (family !== 'faults' && family !== 'variants') return routed
    const kind = family === 'faults' ? 'fault' : 'variant'
    const list = `svc-conformance list ${family}`
    const message =
      name === ''
        ? `A ${kind} belongs into the path, as in /${family}/NAME/v1/models; ${list} shows all.`
        : unknownName(kind, shortened(name), list)
    return new Refusal('route_not_found', message)
  },
}

/** Shortens a name for a message, because a caller's path may have any length. */
const shortened = (name: string): string => (name.length > 80 ? `${name.slice(0, 80)}…` : name)
