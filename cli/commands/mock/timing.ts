/** The times of `mock --latency` and `mock --pace`. */
import { InvalidArgumentError } from 'commander'
import { ConfigError, type Distribution, distributionFrom } from '../../../mock/index.ts'

/** A time or a distribution. It has a unit: a bare number counts milliseconds in a configuration, and seconds in other options. */
export function time(text: string): Distribution {
  if (/^[\d.]+$/.test(text)) throw new InvalidArgumentError('It must be a time with its unit, such as 200ms or 1.5s.')
  try {
    return distributionFrom(text)
  } catch (error) {
    throw new InvalidArgumentError(error instanceof ConfigError ? error.problems.join('; ') : (error as Error).message)
  }
}

/** The pauses of streams: before the first event, and between any two. */
export interface Pauses {
  readonly first: Distribution
  readonly gap: Distribution
}

/** One time stands for both pauses. A distribution has commas of its own. */
export function pauses(text: string): Pauses {
  const [first = '', gap = first, ...more] = text.split('+').reduce(withItsName, [])
  if (more.length > 0) throw new InvalidArgumentError('It must be one time, or two with a +, such as 300ms+20ms.')
  return { first: time(first), gap: time(gap) }
}

/** A + may stand in the name of a file, too: there it parts times only where a time or a distribution comes behind it. */
function withItsName(parts: readonly string[], part: string): string[] {
  const before = parts.at(-1)
  const isName =
    before?.includes(':file=') && !/^\s*(\d[\d.]*(ms|s|m|h)?$|(fixed|normal|lognormal|recorded):)/.test(part)
  return isName ? [...parts.slice(0, -1), `${before}+${part}`] : [...parts, part]
}
