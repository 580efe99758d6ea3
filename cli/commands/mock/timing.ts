/** The times of `mock --latency` and `mock --pace`. */
import { InvalidArgumentError } from 'commander'
import { type Distribution, distributionFrom } from '../../../mock/index.ts'

/** A time or a distribution. It has a unit: a bare number counts milliseconds in a configuration, and seconds in other options. */
export function time(text: string): Distribution {
  if (/^[\d.]+$/.test(text)) throw new InvalidArgumentError('It must be a time with its unit, such as 200ms or 1.5s.')
  try {
    return distributionFrom(text)
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
}

/** The pauses of streams: before the first event, and between any two. */
export interface Pauses {
  readonly first: Distribution
  readonly gap: Distribution
}

/** One time stands for both pauses. A distribution has commas of its own. */
export function pauses(text: string): Pauses {
  const [first = '', gap = first, ...more] = text.split('+')
  if (more.length > 0) throw new InvalidArgumentError('It must be one time, or two with a +, such as 300ms+20ms.')
  return { first: time(first), gap: time(gap) }
}
