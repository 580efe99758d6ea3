import { asNumber } from '../../../../core/request/exact-integers.ts'
import type { Problem } from '../../../../core/request/problems.ts'
import type { Call } from '../../../../core/types.ts'

/** Whether a loose rule accepts a wrong value, depending on the value, its problem, and the request. */
export type Exempt = (value: unknown, problem: Problem, call: Call) => boolean

/** Exempts strings that contain a number. */
export const numeric: Exempt = (value) => isText(value) && value.trim() !== '' && Number.isFinite(Number(value))
export const upTo = (most: number) => (value: unknown) => (asNumber(value) ?? Number.POSITIVE_INFINITY) <= most
export const downTo = (least: number) => (value: unknown) => (asNumber(value) ?? Number.NEGATIVE_INFINITY) >= least
export const is = (...values: unknown[]): Exempt => {
  return (value) => values.includes(value)
}

/** Exemptions by the type of the value. */
export const isText = (value: unknown): value is string => typeof value === 'string'
export const isNumber = (value: unknown): boolean => asNumber(value) !== undefined
export const isBoolean = (value: unknown): boolean => typeof value === 'boolean'
export const isList = (value: unknown): value is unknown[] => Array.isArray(value)
export const isTextList = (value: unknown): boolean => isList(value) && value.every(isText)

/** Exemptions by the body, or by the param. */
export const where = (test: (body: NonNullable<Call['body']>) => boolean): Exempt => {
  return (_, __, { body }) => body !== undefined && test(body)
}
export const onStreams = where(({ stream }) => stream === true)
/** Exempts values in streamed requests only. */
export const ifStreamed = (exempt: Exempt): Exempt => {
  return (...asked) => exempt(...asked) && onStreams(...asked)
}
export const named = (passes: (param: string) => boolean): Exempt => {
  return (_, { param }) => passes(param)
}
