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
