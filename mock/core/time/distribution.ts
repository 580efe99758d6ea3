import { isObject } from '../request/body.ts'
import { type Duration, milliseconds } from './duration.ts'

/** A distribution in the form of a configuration; the text form is, for example, `lognormal:p50=200ms,p95=900ms`. */
export type DistributionSettings =
  | { readonly name: 'fixed'; readonly ms: Duration }
  /** Negative values of a normal distribution become zero. */
  | { readonly name: 'normal' | 'lognormal'; readonly p50: Duration; readonly p95: Duration }
  /** Measured times, or equidistant quantiles: drawn by their frequency, and interpolated between neighbours. */
  | { readonly name: 'recorded'; readonly times: readonly Duration[] }
  /** Quantiles as dashboards show them: p10, p50, p99.9. No value is below the lowest or above the highest of them. */
  | { readonly name: 'recorded'; readonly [quantile: `p${number}`]: Duration }

/** A duration, or a distribution from which each duration is drawn. */
export type Distribution = Duration | `${DistributionSettings['name']}:${string}` | DistributionSettings

/** Draws milliseconds, or is a number if they are constant. `draw` returns random numbers in [0, 1). */
export type Sampler = number | ((draw: () => number) => number)

/** The distance from the median of a normal distribution to its 95th percentile, in standard deviations. */
const DEVIATIONS_TO_P95 = 1.6448536269514722

const HINT = 'write a time such as 200ms, or lognormal:p50=200ms,p95=900ms (also fixed:ms=, normal: and recorded:)'

/** The members of each distribution except `recorded`. */
const MEMBERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['fixed', ['ms']],
  ['normal', ['p50', 'p95']],
  ['lognormal', ['p50', 'p95']],
])

/** Creates the sampler of a distribution, in whole milliseconds. @throws RangeError that says what to write instead */
export function openDistribution(distribution: Distribution): Sampler {
  const settings = settingsOf(distribution)
  if (settings.name === 'fixed') return milliseconds(settings.ms)
  if (settings.name === 'recorded') return recorded('times' in settings ? evenly(settings.times) : quantiles(settings))
  const [p50, p95] = [milliseconds(settings.p50), milliseconds(settings.p95)]
  if (p95 < p50)
    throw new RangeError(`p95 (${settings.p95}) is less than p50 (${settings.p50}); give p95 the longer one.`)
  if (settings.name === 'normal') {
    const deviation = (p95 - p50) / DEVIATIONS_TO_P95
    return (draw) => Math.max(0, Math.round(p50 + deviation * normal(draw)))
  }
  if (p50 === 0) throw new RangeError('p50 of a lognormal distribution is 0; give it a time above 0.')
  const deviation = Math.log(p95 / p50) / DEVIATIONS_TO_P95
  return (draw) => Math.round(p50 * Math.exp(deviation * normal(draw)))
}

/** Parses the text form of a distribution, whose parts are separated by commas or spaces. @throws RangeError */
export function parseDistribution(text: string): Exclude<Distribution, string> | { name: 'recorded'; file: string } {
  const [, name, list] = /^(\w+):(.+)$/.exec(text.trim()) ?? []
  if (name === undefined || list === undefined) return plain(timed(text.trim()))
  if (name === 'recorded' && list.startsWith('file=')) return { name, file: list.slice('file='.length) }
  const members: Record<string, Duration> = {}
  for (const part of list.split(/[,\s]+/)) {
    const [member = '', value = '', ...more] = part.split('=')
    if (member === '' || value === '' || more.length > 0)
      throw new RangeError(`Each part of a distribution is a name and a time, such as p50=200ms; ${HINT}.`)
    if (Object.hasOwn(members, member)) throw new RangeError(`${member} occurs twice; remove one of them.`)
    members[member] = timed(value)
  }
  const settings = { name, ...members } as DistributionSettings
  checkMembers(settings)
  return settings
}

/** The text form of a distribution, as used in headers and flags. */
export function spellDistribution(distribution: Distribution): string {
  if (typeof distribution !== 'object') return String(distribution)
  const { name, ...members } = distribution
  return `${name}:${Object.entries(members)
    .map(([member, value]) => `${member}=${value}`)
    .join(' ')}`
}

/** Draws a time. A constant does not consume a random number. */
export function sample(sampler: Sampler, draw: () => number): number {
  return typeof sampler === 'number' ? sampler : sampler(draw)
}

function settingsOf(distribution: Distribution): DistributionSettings {
  if (typeof distribution === 'number') return { name: 'fixed', ms: distribution }
  if (typeof distribution === 'string' && !distribution.includes(':')) return plain(distribution as Duration)
  const settings = typeof distribution === 'string' ? parseDistribution(distribution) : distribution
  if (!isObject(settings)) throw new RangeError(`This is not a distribution of times; ${HINT}.`)
  checkMembers(settings as DistributionSettings)
  return settings as DistributionSettings
}

/** @throws RangeError when a distribution lacks a member, or has an unknown one */
function checkMembers(settings: DistributionSettings): void {
  const { name, ...others } = settings as { name: string }
  const members = Object.keys(others)
  if ('file' in others)
    throw new RangeError('A file of times is read for configuration files and flags; anywhere else give its times.')
  const wanted = MEMBERS.get(name)
  const fits =
    wanted === undefined
      ? name === 'recorded' && (members.join() === 'times' || (members.length > 0 && members.every(isQuantile)))
      : members.length === wanted.length && wanted.every((member) => members.includes(member))
  if (!fits) throw new RangeError(wordsOf(name, wanted))
}

function wordsOf(name: string, wanted: readonly string[] | undefined): string {
  if (wanted) return `A ${name} distribution takes ${wanted.join(' and ')}, and nothing else; ${HINT}.`
  if (name !== 'recorded') return `There is no distribution of this name; ${HINT}.`
  return 'Recorded times are a list (times), or quantiles such as recorded:p10=80ms,p50=200ms,p99=2s.'
}

const isQuantile = (member: string): boolean => /^p(100|\d{1,2}(\.\d+)?)$/.test(member)

/** A number without a unit means milliseconds, as in a configuration. */
const timed = (value: string): Duration => (/^\d+(\.\d+)?$/.test(value) ? Number(value) : (value as Duration))

function plain(ms: Duration): { readonly name: 'fixed'; readonly ms: Duration } {
  try {
    milliseconds(ms)
    return { name: 'fixed', ms }
  } catch (error) {
    throw new RangeError(`${(error as RangeError).message} Distributions are written as lognormal:p50=200ms,p95=900ms.`)
  }
}

/** Draws from the standard normal distribution (Box-Muller). */
const normal = (draw: () => number): number => Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw())

/** A quantile: the share of all times that are not longer than `time`. */
type Point = readonly [share: number, time: number]

function evenly(times: readonly Duration[]): Point[] {
  if (!Array.isArray(times) || times.length === 0)
    throw new RangeError('The list of recorded times is empty; give at least one.')
  const sorted = Float64Array.from(times, milliseconds).sort()
  return Array.from(sorted, (time, at) => [at / Math.max(1, sorted.length - 1), time])
}

function quantiles({ name: _, ...members }: DistributionSettings): Point[] {
  const points = Object.entries(members).map(([name, time]): Point => [Number(name.slice(1)) / 100, milliseconds(time)])
  points.sort(([one], [other]) => one - other)
  const falls = points.findIndex(([, time], at) => time < (points[at - 1]?.[1] ?? 0))
  if (falls < 0) return points
  throw new RangeError('A recorded quantile is less than one before it; give them in ascending order.')
}

/** Interpolates between the two nearest points, and never beyond the outermost ones. */
function recorded(points: readonly Point[]): Sampler {
  return (draw) => {
    const share = draw()
    let [low, high] = [0, points.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((points[middle] as Point)[0] < share) low = middle + 1
      else high = middle
    }
    const [end, to] = points[low] as Point
    const [begin, from] = points[low - 1] ?? [end, to]
    if (share >= end || end === begin) return Math.round(to)
    return Math.round(from + ((to - from) * (share - begin)) / (end - begin))
  }
}
