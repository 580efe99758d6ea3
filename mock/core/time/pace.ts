import { type Distribution, openDistribution, type Sampler } from './distribution.ts'

/** The pauses of a streamed response in the form of a configuration. */
export interface PaceSettings {
  /** Before the first event: the time to the first token. */
  readonly first?: Distribution
  /** Between every two events: the time per token, drawn each time. */
  readonly gap?: Distribution
  /** `first` and `gap` as plain milliseconds. */
  readonly first_ms?: number
  readonly gap_ms?: number
}

/** The samplers for the pauses of a streamed response. */
export interface Pace {
  readonly first: Sampler
  readonly gap: Sampler
}

/** Creates samplers from valid settings. @throws RangeError when a distribution is invalid */
export function openPace({ first, gap, first_ms: firstMs, gap_ms: gapMs }: PaceSettings): Pace {
  return { first: openDistribution(first ?? firstMs ?? 0), gap: openDistribution(gap ?? gapMs ?? 0) }
}

/** Returns the random number generator of one response for one purpose. */
export type Draws = (purpose: 'first' | 'gap') => () => number

/** Draws the first pause of a stream, and returns a function that draws the pause before each event. */
export function drawPace({ first, gap }: Pace, draws: Draws): (at: number) => number {
  const once = typeof first === 'number' ? first : first(draws('first'))
  if (typeof gap === 'number') return (at) => (at === 0 ? once : gap)
  const draw = draws('gap')
  return (at) => (at === 0 ? once : gap(draw))
}
