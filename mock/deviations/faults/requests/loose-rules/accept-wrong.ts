import { asNumber } from '../../../../core/request/exact-integers.ts'
import type { Problem } from '../../../../core/request/problems.ts'
import type { RuleName } from '../../../../core/request/rules.ts'
import type { Call } from '../../../../core/types.ts'
import { type Apply, type Worded, worded } from '../../../deviation.ts'
import { forgive } from '../../../edits/decisions.ts'

/** Whether a loose rule accepts a wrong value: by the value, its problem, and the request. */
export type Exempt = (value: unknown, problem: Problem, call: Call) => boolean

type RuleNames = RuleName | readonly RuleName[]

/** A number in a string. */
export const numeric: Exempt = (value) =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))

export const upTo =
  (most: number): Exempt =>
  (value) =>
    (asNumber(value) ?? Number.POSITIVE_INFINITY) <= most

export const downTo =
  (least: number): Exempt =>
  (value) =>
    (asNumber(value) ?? Number.NEGATIVE_INFINITY) >= least

export const is =
  (...values: unknown[]): Exempt =>
  (value) =>
    values.includes(value)

/** By the type of the value, or by the arguments. */
export const isText: Exempt = (value) => typeof value === 'string'
export const isNumber: Exempt = (value) => asNumber(value) !== undefined
export const isBoolean: Exempt = (value) => typeof value === 'boolean'
export const isList: Exempt = (value) => Array.isArray(value)
export const isObject: Exempt = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
export const isTextList: Exempt = (value) => Array.isArray(value) && value.every((item) => typeof item === 'string')
export const where =
  (test: (body: NonNullable<Call['body']>) => boolean): Exempt =>
  (_, __, { body }) =>
    body !== undefined && test(body)
export const named =
  (passes: (param: string) => boolean): Exempt =>
  (_, { param }) =>
    passes(param)

/** Applies rules to most of the values that they forbid, and accepts the rest. */
export function acceptWrong(rules: RuleNames, exempt: Exempt): Apply {
  const loose = new Set<string>([rules].flat())
  return forgive((problem, call) => loose.has(problem.rule) && exempt(valueAt(call.body, problem.param), problem, call))
}

/** The same for each value of one rule, or of several. */
export const loose =
  (rules: RuleNames) =>
  (exempt: Exempt): Apply =>
    acceptWrong(rules, exempt)

/** The same, with the field of the rule in the description: `temperature is accepted up to 2.5`. */
export const accepts = (rule: RuleName, words: string, exempt: Exempt): Worded =>
  worded(`${rule.split('.')[0]} is accepted ${words}`, acceptWrong(rule, exempt))

/** Accepts exactly this value: `n may be -1`. */
export const takes = (rule: RuleName, words: string, value: unknown): Worded =>
  worded(`${rule.split('.')[0]} may be ${words}`, acceptWrong(rule, is(value)))

/** The value that a param points to; for a missing one, the value around it. */
function valueAt(body: Call['body'], param: string): unknown {
  let value: unknown = body
  for (const step of param.replaceAll(/\[(\d+)\]/g, '.$1').split('.')) {
    const inner = (value as Record<string, unknown> | undefined)?.[step]
    if (inner === undefined) return value
    value = inner
  }
  return value
}
