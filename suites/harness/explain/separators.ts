/** What separates bad responses from good ones: their sender, as headers and ids show, or their duration. */
import { type Exchange, type HttpResponse, headerValues } from '../http/exchange.ts'
import { names } from '../text/names.ts'
import { fisher } from './statistics.ts'

/** The maximum probability, over all features together, that chance separates them in this way. */
const ALPHA = 0.001

/** Headers that differ in each response, or describe the response or its connection instead of its sender. */
const OF_EACH: ReadonlySet<string> = new Set(
  names(
    'allow cache-control connection content-encoding content-length content-type date age etag expires keep-alive',
    'last-modified retry-after set-cookie transfer-encoding vary www-authenticate x-accel-buffering x-svc-request-id',
  ),
)

/** The maximum length of a prefix of an id. */
const MAX_PREFIX_LENGTH = 16

/** The features of one response: `header server: nginx`, `request id begins with req_a`. */
function featuresOf(response: HttpResponse): string[] {
  const headers = response.headers.flatMap(([name, value]) => {
    const key = name.toLowerCase()
    return OF_EACH.has(key) ? [] : [`header ${key}`, `header ${key}: ${value}`]
  })
  const [id = ''] = headerValues(response, 'x-svc-request-id')
  // The part before each separator, and the first letters: backends put a prefix before random characters.
  const ends = [...id.matchAll(/[-_.:/]/g)].map(({ index }) => index + 1).filter((end) => end <= MAX_PREFIX_LENGTH)
  const letters = /^[A-Za-z]+/.exec(id)?.[0].length ?? 0
  const prefixes = [...new Set([...ends, letters])].filter((end) => end > 0 && end < id.length)
  return [...headers, ...prefixes.map((end) => `request id begins with ${id.slice(0, end)}`)]
}

/** The frequency of each feature among some responses. */
function countsOf(responses: readonly HttpResponse[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const response of responses)
    for (const feature of new Set(featuresOf(response))) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  return counts
}

/** Features, in words, that failed responses have and the others lack, if a test supports them; the clearest first. */
export function separatorsOf(failed: readonly Exchange[], held: readonly Exchange[]): string[] {
  const responsesTo = (all: readonly Exchange[]): HttpResponse[] => all.flatMap(({ response }) => response ?? [])
  const [bad, good] = [responsesTo(failed), responsesTo(held)]
  const [ofBad, ofGood] = [countsOf(bad), countsOf(good)]
  const most = ALPHA / Math.max(1, ofBad.size)
  const found = [...ofBad].flatMap(([feature, count]) => {
    const others = ofGood.get(feature) ?? 0
    const p = fisher({ failed: count, allFailed: bad.length, held: others, allHeld: good.length })
    return p < most
      ? [{ feature, p, words: `${feature} (${count} of ${bad.length}, else ${others} of ${good.length})` }]
      : []
  })
  const clearest = found.toSorted((a, b) => a.p - b.p || a.feature.length - b.feature.length)
  const slower = durationsApart(failed, held)
  return [...clearest.map(({ words }) => words).slice(0, 2), ...(slower === undefined ? [] : [slower])]
}

/** Fewer responses than this show nothing about durations. */
const FEWEST = 5

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Times, if the rank-sum test of Mann and Whitney separates them, and one median is at least twice the other. */
function durationsApart(failed: readonly Exchange[], held: readonly Exchange[]): string | undefined {
  const timesOf = (all: readonly Exchange[]): number[] =>
    all.flatMap(({ response, duration }) => (response ? [duration] : []))
  const [bad, good] = [timesOf(failed), timesOf(held)]
  if (bad.length < FEWEST || good.length < FEWEST) return undefined
  const above = bad.reduce((sum, time) => sum + good.filter((other) => time > other).length, 0)
  const product = bad.length * good.length
  const z = (above - product / 2) / Math.sqrt((product * (bad.length + good.length + 1)) / 12)
  const [one, other] = [medianOf(bad), medianOf(good)]
  if (Math.abs(z) < 3.5 || Math.max(one, other) < 2 * Math.min(one, other)) return undefined
  return `${one > other ? 'slower' : 'faster'}: median ${Math.round(one)} ms, else ${Math.round(other)} ms`
}
