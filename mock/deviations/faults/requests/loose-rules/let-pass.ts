import { asNumber } from '../../../../core/request/exact-integers.ts'
import type { Problem } from '../../../../core/request/problems.ts'
import type { RuleName } from '../../../../core/request/rules.ts'
import type { Call } from '../../../../core/types.ts'
import type { Apply } from '../../../deviation.ts'
import { forgive } from '../../../edits/decisions.ts'

/** Whether a loose rule lets a wrong value pass: by the value itself, the problem that it is, and the request. */
export type Exempt = (value: unknown, problem: Problem, call: Call) => boolean

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

/** Applies rules to most of what they forbid, and lets the rest pass. */
export function letPass(rules: RuleName | readonly RuleName[], exempt: Exempt): Apply {
  const loose = new Set<string>([rules].flat())
  return forgive((problem, call) => loose.has(problem.rule) && exempt(valueAt(call.body, problem.param), problem, call))
}

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
