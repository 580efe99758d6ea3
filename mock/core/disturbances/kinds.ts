import { type Distribution, openDistribution } from '../time/distribution.ts'
import { type Duration, milliseconds } from '../time/duration.ts'

/** How often a disturbance applies; always by default. */
export interface Frequency {
  /** Only to the first n responses that it can change. */
  readonly first?: number
  /** The probability, from 0 to 1; drawn for each request with the gateway's seed. */
  readonly probability?: number
}

/** The allowed values of a parameter. */
export interface Kind<T = unknown> {
  readonly words: string
  fits(value: unknown): boolean
  /** Parses a value from the text of a header; returns invalid text unchanged, which `fits` then rejects. */
  read(text: string): unknown
  /** Carries the type of valid values; it is never set. */
  readonly type?: T
}

const whole = (value: unknown, least: number): boolean => Number.isSafeInteger(value) && (value as number) >= least
export const succeeds = (read: () => unknown): boolean => {
  try {
    read()
    return true
  } catch {
    return false
  }
}
const numeric = (text: string): unknown => (/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text)

export const count: Kind<number> = { words: 'a whole number from 0', fits: (value) => whole(value, 0), read: numeric }

export const several: Kind<number> = { words: 'a whole number from 1', fits: (value) => whole(value, 1), read: numeric }

export const share: Kind<number> = {
  words: 'a number from 0 to 1',
  fits: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  read: numeric,
}

export const duration: Kind<Duration> = {
  words: 'milliseconds, or a text such as 200ms, 1.5s or 1m',
  fits: (value) => succeeds(() => milliseconds(value as Duration)),
  read: numeric,
}

export const distribution: Kind<Distribution> = {
  words: 'milliseconds, or a text such as 200ms, 1.5s or 1m, or a distribution such as `lognormal:p50=200ms p95=900ms`',
  fits: (value) => succeeds(() => openDistribution(value as Distribution)),
  read: numeric,
}

export const offsets: Kind<readonly number[]> = {
  words: 'whole numbers from 1 (in the header with spaces between them)',
  fits: (value) => Array.isArray(value) && value.length > 0 && value.every((offset) => whole(offset, 1)),
  read: (text) => text.split(/\s+/).map(numeric),
}

export const flag: Kind<boolean> = {
  words: 'true or false',
  fits: (value) => typeof value === 'boolean',
  read: (text) => (text === 'true' ? true : text === 'false' ? false : text),
}

export const text: Kind<string> = {
  words: 'a text (in the header without commas and semicolons)',
  fits: (value) => typeof value === 'string',
  read: (text) => text,
}

export function oneOf<const W extends string>(...words: W[]): Kind<W> {
  return { words: `one of ${words.join(', ')}`, fits: (value) => words.includes(value as W), read: (text) => text }
}

/** The parameters that every disturbance accepts. */
export const FREQUENCY: Readonly<Record<keyof Frequency, Kind>> = { first: several, probability: share }
