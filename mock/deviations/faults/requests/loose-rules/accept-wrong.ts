import type { RuleName } from '../../../../core/request/rules.ts'
import type { Call } from '../../../../core/types.ts'
import type { Apply, Worded } from '../../../deviation.ts'
import { forgive, keptBy } from '../../../edits/decisions.ts'
import { type Exempt, is } from './values.ts'

type RuleNames = RuleName | readonly RuleName[]

/** Accepts some of the values that these rules forbid. */
export function exempting(rules: RuleNames, exempt: Exempt): Apply {
  const loose = new Set<string>([rules].flat())
  return forgive((problem, call) => loose.has(problem.rule) && exempt(valueAt(call.body, problem.param), problem, call))
}

/** Like `exempting`; breaks all requirements of the rules. */
export const letsPass = (rules: RuleNames, exempt: Exempt): Worded => ({
  apply: exempting(rules, exempt),
  breaks: keptBy(rules),
})

/** Operators for several exemptions from the same rules. */
export const loose = (rules: RuleNames) => (exempt: Exempt) => letsPass(rules, exempt)
export const letting = (rule: RuleName) => (exempt: Exempt) => exempting(rule, exempt)

/** Like `letsPass`, with the field of the rule in the description: `temperature is accepted up to 2.5`. */
export const accepts = (rule: RuleName, words: string, exempt: Exempt): Worded => ({
  ...letsPass(rule, exempt),
  shows: `${rule.split('.')[0]} is accepted ${words}`,
})

/** Accepts exactly this value: `n may be -1`. */
export const takes = (rule: RuleName, words: string, value: unknown): Worded => ({
  ...letsPass(rule, is(value)),
  shows: `${rule.split('.')[0]} may be ${words}`,
})

/** The value at the path `param`; if it does not exist, the value that should contain it. */
function valueAt(body: Call['body'], param: string): unknown {
  let value: unknown = body
  for (const step of param.replaceAll(/\[(\d+)\]/g, '.$1').split('.')) {
    const inner = (value as Record<string, unknown> | undefined)?.[step]
    if (inner === undefined) return value
    value = inner
  }
  return value
}
