import { asNumber } from '../../../core/request/exact-integers.ts'
import type { Problem } from '../../../core/request/problems.ts'
import type { Call } from '../../../core/types.ts'

/** What a rule lets pass although it is applied: judged by the offending value, the problem and the request. */
export type Slips = (value: unknown, problem: Problem, call: Call) => boolean

/** `[name, what shows, which rules, what slips]` */
export type Loose = [name: string, shows: string, rules: string[], slips: Slips]

/** A number in a string. */
export const numeric: Slips = (value) =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))

export const upTo =
  (most: number): Slips =>
  (value) =>
    (asNumber(value) ?? Number.POSITIVE_INFINITY) <= most

export const downTo =
  (least: number): Slips =>
  (value) =>
    (asNumber(value) ?? Number.NEGATIVE_INFINITY) >= least

export const is =
  (...values: unknown[]): Slips =>
  (value) =>
    values.includes(value)
