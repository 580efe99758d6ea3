import { type Distribution, openDistribution, type Sampler, sample } from './distribution.ts'

/** The pauses of a streamed response as a configuration writes them. */
export interface PaceSettings {
  /** Before the first event: the time to the first token. */
  readonly first?: Distribution
  /** Between any two events: the time from token to token, drawn for each. */
  readonly gap?: Distribution
  /** The same as plain milliseconds. */
  readonly first_ms?: number
  readonly gap_ms?: number
}

/** The pauses of a streamed response, ready to be drawn. */
export interface Pace {
  readonly first: Sampler
  readonly gap: Sampler
}

/** Of checked settings. @throws RangeError when a distribution cannot be used */
export function openPace({ first, gap, first_ms: firstMs, gap_ms: gapMs }: PaceSettings): Pace {
  return { first: openDistribution(first ?? firstMs ?? 0), gap: openDistribution(gap ?? gapMs ?? 0) }
}

/** Gives the random numbers of one response for one purpose. */
export type Draws = (purpose: 'first' | 'gap') => () => number

/** The first pause of a stream, and the source of the others; plain numbers stay numbers. */
export function drawPace({ first, gap }: Pace, draws: Draws): { first: number; gap: number | (() => number) } {
  const [once, each] = [typeof first === 'number' ? first : sample(first, draws('first')), gap]
  if (typeof each === 'number') return { first: once, gap: each }
  const draw = draws('gap')
  return { first: once, gap: () => each(draw) }
}
