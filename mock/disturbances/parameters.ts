import { type Duration, milliseconds } from '../duration.ts'

/** What a disturbance can be told, by its name. */
export interface ParametersOf {
  readonly latency: { readonly ms: Duration }
  readonly 'first-byte': { readonly ms: Duration }
  readonly gap: { readonly ms: Duration }
  readonly stall: { readonly after?: number; readonly ms: Duration }
  readonly hang: { readonly after?: number }
  readonly cut: { readonly after?: number; readonly bytes?: number }
  readonly reset: { readonly after?: number; readonly bytes?: number }
  readonly end: { readonly after?: number }
  readonly 'end-without-done': object
  readonly 'end-mid-event': { readonly after?: number; readonly bytes?: number }
  readonly 'error-event': {
    readonly after?: number
    readonly kind?: 'internal' | 'unavailable' | 'limited'
    readonly done?: boolean
  }
  readonly malformed: { readonly after?: number }
  readonly linger: { readonly ms: Duration }
  readonly 'after-done': object
  readonly split: {
    readonly every?: number
    readonly at?: readonly number[]
    readonly where?: 'bytes' | 'random' | 'utf8'
  }
}

/** The name of a disturbance. */
export type DisturbName = keyof ParametersOf

/** How often a disturbance happens; always, when nothing is said. */
export interface Frequency {
  /** Only to the first n answers that it can happen to. */
  readonly first?: number
  /** From 0 to 1; drawn for each request under the seed of the gateway. */
  readonly probability?: number
}

/** What a parameter may be. */
export interface Kind {
  readonly words: string
  fits(value: unknown): boolean
  /** Makes a value of the text of a header; a text that makes none comes back as it is, and does not fit. */
  read(text: string): unknown
}

const whole = (value: unknown, least: number): boolean => Number.isSafeInteger(value) && (value as number) >= least
const numeric = (text: string): unknown => (/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text)

export const count: Kind = { words: 'a whole number from 0', fits: (value) => whole(value, 0), read: numeric }

export const several: Kind = { words: 'a whole number from 1', fits: (value) => whole(value, 1), read: numeric }

export const share: Kind = {
  words: 'a number from 0 to 1',
  fits: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  read: numeric,
}

export const duration: Kind = {
  words: 'milliseconds, or a text such as 200ms, 1.5s or 1m',
  fits(value) {
    try {
      return milliseconds(value as Duration) >= 0
    } catch {
      return false
    }
  },
  read: numeric,
}

export const offsets: Kind = {
  words: 'whole numbers from 1 (in the header with spaces between them)',
  fits: (value) => Array.isArray(value) && value.length > 0 && value.every((offset) => whole(offset, 1)),
  read: (text) => text.split(/\s+/).map(numeric),
}

export const flag: Kind = {
  words: 'true or false',
  fits: (value) => typeof value === 'boolean',
  read: (text) => (text === 'true' ? true : text === 'false' ? false : text),
}

export function oneOf(...words: string[]): Kind {
  return { words: `one of ${words.join(', ')}`, fits: (value) => words.includes(value as string), read: (text) => text }
}

/** The parameters that every disturbance takes. */
export const FREQUENCY: Readonly<Record<keyof Frequency, Kind>> = { first: several, probability: share }
