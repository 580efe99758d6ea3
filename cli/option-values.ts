/** Values of options, checked as commander hands them over. */
import { InvalidArgumentError } from 'commander'

/** A whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^-?\d+$/.test(text) && value >= least && value <= most) return value
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  }
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

/** Some of a set of names, separated by commas or given by repeating the option. */
export function oneOf<T extends string>(allowed: readonly T[]): (text: string, before?: readonly T[]) => T[] {
  return (text, before = []) => {
    const given = names(text)
    const unknown = given.find((name) => !(allowed as readonly string[]).includes(name))
    if (unknown !== undefined)
      throw new InvalidArgumentError(`There is no '${unknown}'; there are ${allowed.join(', ')}.`)
    return [...before, ...(given as T[])]
  }
}

/** A number above 1: how many times larger something has to be. */
export function factor(text: string): number {
  const value = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && value > 1) return value
  throw new InvalidArgumentError('It must be a number above 1, such as 1.5.')
}
