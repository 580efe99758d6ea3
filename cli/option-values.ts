/** Parsers of option values for commander. */
import { type Argument, InvalidArgumentError, type Option } from 'commander'
import { hintFor } from '../suites/harness/catalogue/nearest.ts'
import { anySpan, parseDuration, parseTimeSpan } from '../suites/harness/target/duration.ts'

/** A whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^-?\d+$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
}

/** A number from `least` to `most`. */
export function anyNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+(\.\d+)?$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`)
  }
}

/** Milliseconds of a time such as `30s`; a number without a unit counts seconds. */
export function duration(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = parseDuration(/^\d+(\.\d+)?$/.test(text) ? `${text}s` : text)
    if (value !== undefined && value >= least && value <= most) return value
    const words = (time: number): string =>
      time < 1000 ? `${time}ms` : time < 60_000 ? `${time / 1000}s` : `${time / 60_000}m`
    throw new InvalidArgumentError(
      `It must be a time from ${words(least)} to ${words(most)}, such as 500ms, 30s or 2m; a number alone counts seconds.`,
    )
  }
}

/** Texts as they are, given by repeating the option. */
export function repeated(text: string, before: readonly string[] = []): string[] {
  return [...before, text]
}

/** Names, separated by commas or given by repeating the option. */
export function names(text: string, before: readonly string[] = []): string[] {
  const given = text.split(',').map((name) => name.trim())
  if (given.includes('')) throw new InvalidArgumentError('A name is empty.')
  return [...before, ...given]
}

/** A point in time: a date, or a date with a time (ISO 8601). */
export function moment(text: string): Date {
  const date = new Date(text)
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(date.getTime())) return date
  throw new InvalidArgumentError('It must be a time such as 2030-01-31 or 2030-01-31T12:00:00Z.')
}

/** Milliseconds of a long time such as `14d`. */
export function timeSpan(text: string): number {
  const value = parseTimeSpan(text)
  if (value !== undefined) return value
  throw new InvalidArgumentError('It must be a span of hours, days or weeks, such as 36h, 14d or 2w.')
}

/** Milliseconds of times such as `10m,1h`. */
export function spans(text: string): number[] {
  return names(text).map((each) => {
    const value = anySpan(each)
    if (value !== undefined) return value
    throw new InvalidArgumentError('It must be times such as 10m,1h.')
  })
}

/** Restricts an option or an argument to some names, and suggests the one that was probably meant. */
export function choosing<T extends Option | Argument>(subject: T, allowed: readonly string[]): T {
  subject.choices(allowed).argParser((text: string) => {
    if (allowed.includes(text)) return text
    throw new InvalidArgumentError(sentence(hintFor(text, allowed)))
  })
  return subject
}

/** A hint as a separate sentence. */
function sentence(hint: string): string {
  return `${hint.charAt(0).toUpperCase()}${hint.slice(1)}`.replace(/(?<![?.])$/, '.')
}

/** Some of a set of names, separated by commas or given by repeating the option. */
export function oneOf<T extends string>(allowed: readonly T[]): (text: string, before?: readonly T[]) => T[] {
  return (text, before = []) => {
    const given = names(text)
    const unknown = given.find((name) => !(allowed as readonly string[]).includes(name))
    if (unknown !== undefined)
      throw new InvalidArgumentError(sentence(`there is no '${unknown}'; ${hintFor(unknown, allowed)}`))
    return [...before, ...(given as T[])]
  }
}

/** A number above 1: how many times larger something has to be. */
export function factor(text: string): number {
  const value = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && value > 1) return value
  throw new InvalidArgumentError('It must be a number above 1, such as 1.5.')
}
