/** The times of `mock --latency` and `mock --pace`. */
import { InvalidArgumentError } from 'commander'
import type { ModelConfig } from '../../../mock/index.ts'
import { parseDuration } from '../../../suites/harness/target/duration.ts'

export type Pace = NonNullable<ModelConfig['pace']>

const LONGEST = 3_600_000

/** Whole milliseconds of a time. It has a unit: a bare number counts milliseconds in a configuration, and seconds in other options. */
export function latency(text: string): number {
  const value = parseDuration(text)
  if (value !== undefined && value <= LONGEST) return Math.round(value)
  throw new InvalidArgumentError('It must be a time with its unit, up to 60m, such as 200ms or 1.5s.')
}

/** The pause before the first chunk, and between any two; one time stands for both. */
export function pace(text: string): Pace {
  const [first = '', gap = first, ...more] = text.split(',')
  if (more.length > 0) throw new InvalidArgumentError('It must be one time, or two with a comma, such as 300ms,20ms.')
  return { first_ms: latency(first), gap_ms: latency(gap) }
}
