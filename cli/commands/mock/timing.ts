/** The times of `mock --latency` and `mock --pace`. */
import { ConfigError, type Distribution, distributionFrom } from '../../../mock/index.ts'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { compact } from '../../../suites/harness/http/compact.ts'
import { readRecording, timesOf } from '../recording/read.ts'

/** A time or a distribution. A unit is required: a bare number means ms in a configuration, but s in other options. */
function time(text: string): Distribution {
  if (/^[\d.]+$/.test(text)) throw new UsageError('It must be a time with its unit, such as 200ms or 1.5s.')
  return distributionFrom(text)
}

/** The pauses of streams: before the first event, and between any two. */
export interface Pauses {
  readonly first: Distribution
  readonly gap: Distribution
}

/** One time sets both pauses. A distribution has its own commas. */
function pauses(text: string): Pauses {
  if (text.startsWith('recorded=')) return recordedPauses(text.slice('recorded='.length))
  const [first = '', gap = first, ...more] = text.split('+').reduce(withItsName, [])
  if (more.length > 0) throw new UsageError('It must be one time, or two with a +, such as 300ms+20ms.')
  return { first: time(first), gap: time(gap) }
}

function recordedPauses(file: string): Pauses {
  const { first, gap } = timesOf(readRecording(file))
  if (first.length === 0) throw new UsageError(`${file}: there is no stream in it.`)
  return { first: { name: 'recorded', times: first }, gap: gap.length > 0 ? { name: 'recorded', times: gap } : 0 }
}

/** Rejoins file names that contain `+`: it separates times only if a time or a distribution follows. */
function withItsName(parts: readonly string[], part: string): string[] {
  const before = parts.at(-1)
  const isName =
    before?.includes(':file=') && !/^\s*(\d[\d.]*(ms|s|m|h)?$|(fixed|normal|lognormal|recorded):)/.test(part)
  return isName ? [...parts.slice(0, -1), `${before}+${part}`] : [...parts, part]
}

interface Times {
  readonly latency?: Distribution
  readonly pace?: Pauses
}

/** Options with times as text, because parsing them with the options would load the mock for every command. */
export type WrittenTimes<T> = Omit<T, keyof Times> & { readonly [Name in keyof Times]?: string }

/** The same options with their times parsed. @throws UsageError */
export function withTimes<T extends Times>(options: WrittenTimes<T>): T {
  const { latency, pace } = options
  const times = { latency: read('--latency', latency, time), pace: read('--pace', pace, pauses) }
  return { ...options, ...compact(times) } as unknown as T
}

function read<Value>(flag: string, text: string | undefined, reading: (text: string) => Value): Value | undefined {
  try {
    return text === undefined ? undefined : reading(text)
  } catch (error) {
    const reason = error instanceof ConfigError ? error.problems.join('; ') : (error as Error).message
    throw new UsageError(`${flag} '${text}' is invalid. ${reason}`)
  }
}
