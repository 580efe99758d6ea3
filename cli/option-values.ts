/** Parsers of option values for commander. */
import { type Argument, InvalidArgumentError, type Option } from 'commander'
import { hintFor } from '../suites/harness/catalogue/nearest.ts'
import { anySpan, parseDuration, parseTimeSpan } from '../suites/harness/target/duration.ts'

/** A parser of values. @param read returns undefined for an invalid text @param must describes a valid text */
export const parser =
  <T>(read: (text: string) => T | undefined, must: string): ((text: string) => T) =>
  (text) => {
    const value = read(text)
    if (value !== undefined) return value
    throw new InvalidArgumentError(`It must be ${must}.`)
  }

const UNSIGNED = /^\d+(\.\d+)?$/

const numberIn = (form: RegExp, least: number, most: number) => (text: string) => {
  const value = Number(text)
  return form.test(text) && value >= least && value <= most ? value : undefined
}

export const wholeNumber = (least: number, most: number): ((text: string) => number) =>
  parser(numberIn(/^-?\d+$/, least, most), `a whole number from ${least} to ${most}`)

export const anyNumber = (least: number, most: number): ((text: string) => number) =>
  parser(numberIn(UNSIGNED, least, most), `a number from ${least} to ${most}`)

/** Milliseconds of a time such as `30s`; a number without a unit counts seconds. */
export function duration(least: number, most: number): (text: string) => number {
  const words = (time: number): string =>
    time < 1000 ? `${time}ms` : time < 60_000 ? `${time / 1000}s` : `${time / 60_000}m`
  return parser(
    (text) => {
      const value = parseDuration(UNSIGNED.test(text) ? `${text}s` : text)
      return value !== undefined && value >= least && value <= most ? value : undefined
    },
    `a time from ${words(least)} to ${words(most)}, such as 500ms, 30s or 2m; a number alone counts seconds`,
  )
}

/** Texts as they are, given by repeating the option. */
export const repeated = (text: string, before: readonly string[] = []): string[] => [...before, text]

/** Names, separated by commas or given by repeating the option. */
export function names(text: string, before: readonly string[] = []): string[] {
  const given = text.split(',').map((name) => name.trim())
  if (given.includes('')) throw new InvalidArgumentError('A name is empty.')
  return [...before, ...given]
}

/** A point in time: a date, or a date with a time (ISO 8601). */
export const timestamp = parser((text) => {
  const date = new Date(text)
  return /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(date.getTime()) ? date : undefined
}, 'a time such as 2030-01-31 or 2030-01-31T12:00:00Z')

/** Milliseconds of a long time such as `14d`. */
export const timeSpan = parser(parseTimeSpan, 'a span of hours, days or weeks, such as 36h, 14d or 2w')

/** Milliseconds of times such as `10m,1h`. */
export const spans = parser((text) => {
  const values = names(text).map((each) => anySpan(each))
  return values.every((value) => value !== undefined) ? values : undefined
}, 'times such as 10m,1h')

/** A factor by which something must have grown. */
export const factor = parser((text) => {
  const value = Number(text)
  return UNSIGNED.test(text) && value > 1 ? value : undefined
}, 'a number above 1, such as 1.5')

/** Restricts an option or an argument to some names, and suggests the one that was probably meant. */
export function choosing<T extends Option | Argument>(subject: T, allowed: readonly string[]): T {
  subject.choices(allowed).argParser((text: string) => {
    if (allowed.includes(text)) return text
    throw new InvalidArgumentError(sentence(hintFor(text, allowed)))
  })
  return subject
}

const sentence = (hint: string): string => `${hint.charAt(0).toUpperCase()}${hint.slice(1)}`.replace(/(?<![?.])$/, '.')

/** Names from a fixed set, separated by commas or given by repeating the option. */
export const oneOf =
  <T extends string>(allowed: readonly T[]): ((text: string, before?: readonly T[]) => T[]) =>
  (text, before = []) => {
    const given = names(text)
    const unknown = given.find((name) => !(allowed as readonly string[]).includes(name))
    if (unknown !== undefined)
      throw new InvalidArgumentError(sentence(`there is no '${unknown}'; ${hintFor(unknown, allowed)}`))
    return [...before, ...(given as T[])]
  }
