/** Response times of the target, by kind of response. */
import type { Exchange } from '../../http/exchange.ts'

export interface ReportedTime {
  readonly of: 'model lists' | 'completions' | 'streams' | 'first bytes of streams' | 'refusals'
  readonly answers: number
  /** Milliseconds. */
  readonly median: number
  /** The time in milliseconds within which nine of ten responses arrived. */
  readonly p90: number
}

/** The time that each kind measures; undefined for exchanges of other kinds. */
const kinds: Readonly<Record<ReportedTime['of'], (exchange: Exchange) => number | undefined>> = {
  'model lists': ({ request, response, duration }) =>
    response?.status === 200 && request.operation === 'models' ? duration : undefined,
  completions: ({ request, response, duration }) =>
    response?.status === 200 && request.operation === 'completions' && !request.stream ? duration : undefined,
  streams: ({ request, response, duration }) => (response?.status === 200 && request.stream ? duration : undefined),
  'first bytes of streams': ({ request, response, firstByte }) =>
    response?.status === 200 && request.stream ? firstByte : undefined,
  // Sending a long body takes time: 413 says nothing about how quickly the target refuses.
  refusals: ({ response, duration }) =>
    response && response.status >= 400 && response.status < 500 && response.status !== 413 ? duration : undefined,
}

/** The value that the given share of sorted values does not exceed. */
const quantile = (sorted: readonly number[], share: number): number =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 100) / 100

/** Times of complete responses; a kind without responses is left out. */
export function timesOf(exchanges: readonly Exchange[]): ReportedTime[] {
  const complete = exchanges.filter(({ response }) => response?.complete)
  return Object.entries(kinds).flatMap(([of, measure]) => {
    const sorted = complete.flatMap((exchange) => measure(exchange) ?? []).sort((a, b) => a - b)
    if (sorted.length === 0) return []
    const [median, p90] = [quantile(sorted, 0.5), quantile(sorted, 0.9)]
    return [{ of: of as ReportedTime['of'], answers: sorted.length, median, p90 }]
  })
}
