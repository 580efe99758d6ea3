import type { Fault } from '../../deviation.ts'
import { forgive } from '../../edits/decisions.ts'
import { RULES, unapplied } from '../breaks.ts'

/** What slips through when one rule is not applied. Rules of the same row of the contract read alike. */
const SLIPS: Record<string, string> = {
  required: 'may be missing',
  type: 'may be of another type',
  null: 'may be null',
  pattern: 'may have any form',
  few: 'may be empty',
  many: 'may have any number of items',
  enum: 'may be any word',
  empty: 'may be empty',
  min: 'has no lower bound',
  max: 'has no upper bound',
  integer: 'may have a fraction',
  unknown: 'may have members that the contract does not list',
  alone: 'may stand without stream',
}

/** One fault for each rule: it is not applied (4.2, 2.3). */
export const acceptedFaults = (): readonly Fault[] =>
  Object.keys(RULES).map((rule) => {
    const { what, slip } = inWords(rule)
    return {
      name: `accepts-${rule.replaceAll('.', '-').replaceAll('_', '-')}`,
      breaks: unapplied(rule),
      shows: `${what} ${slip}`,
      apply: forgive((problem) => problem.rule === rule),
    }
  })

function inWords(rule: string): { what: string; slip: string } {
  if (rule === 'unknown') return { what: 'a request', slip: SLIPS.unknown ?? '' }
  if (rule === 'exclusive') return { what: 'max_tokens and max_completion_tokens', slip: 'may stand together' }
  const at = rule.lastIndexOf('.')
  return { what: rule.slice(0, at), slip: SLIPS[rule.slice(at + 1)] ?? '' }
}
