import type { Answer } from './http.ts'
import { type Distribution, openDistribution, spellDistribution } from './time/distribution.ts'
import { type Duration, milliseconds } from './time/duration.ts'

/** The parameters of each disturbance, by its name. */
export interface ParametersOf {
  readonly latency: { readonly ms: Distribution }
  readonly 'first-byte': { readonly ms: Distribution }
  readonly gap: { readonly ms: Distribution }
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

export const distribution: Kind = {
  words: 'milliseconds, or a text such as 200ms, 1.5s or 1m, or a distribution such as `lognormal:p50=200ms p95=900ms`',
  fits(value) {
    try {
      openDistribution(value as Distribution)
      return true
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

/** Gives numbers from 0 up to 1 that repeat with the gateway's seed. */
export type Draw = () => number

/** Changes an answer; undefined when there is nothing in it to change. */
export type Change = (answer: Answer, draw: Draw) => Answer | undefined

/** A disturbance as a configuration writes it: `{ name: 'stall', after: 2, ms: 500, first: 2 }`. */
export type DisturbSettings = {
  readonly [N in DisturbName]: { readonly name: N } & ParametersOf[N] & Frequency
}[DisturbName]

/**
 * Something that goes wrong on the way of a finished answer: it comes late, in pieces, or not to its end.
 * It counts what it has done, so that `first` knows when to stop.
 */
export class Disturb {
  readonly settings: DisturbSettings
  readonly #change: Change
  #left: number

  /** Of settings that were checked; the builders and `openDisturb` check them. */
  constructor(settings: DisturbSettings, change: Change) {
    this.settings = settings
    this.#change = change
    this.#left = settings.first ?? Number.POSITIVE_INFINITY
  }

  get name(): DisturbName {
    return this.settings.name
  }

  /** The same, with a count of its own, for the first `count` answers that it can happen to. @throws RangeError */
  first(count: number): Disturb {
    return this.#with('first', count)
  }

  /** The same, with a count of its own, happening with a probability from 0 to 1 under the gateway's seed. @throws RangeError */
  withProbability(probability: number): Disturb {
    return this.#with('probability', probability)
  }

  /** Happens to an answer; undefined when it does not. */
  apply(answer: Answer, draw: Draw): Answer | undefined {
    const changed = this.#left > 0 ? this.#change(answer, draw) : undefined
    if (!changed) return undefined
    this.#left--
    const { probability } = this.settings
    return probability === undefined || draw() < probability ? changed : undefined
  }

  /** As the header `x-test-fault` writes it: `stall; after=2; ms=500`. */
  toString(): string {
    const { name, ...parameters } = this.settings
    const written = Object.entries(parameters).map(([parameter, value]) => `; ${parameter}=${textOf(value)}`)
    return name + written.join('')
  }

  /** As a configuration writes it. */
  toJSON(): DisturbSettings {
    return this.settings
  }

  #with(member: keyof Frequency, value: number): Disturb {
    const { fits, words } = FREQUENCY[member]
    if (!fits(value)) throw new RangeError(`The disturbance ${this.name}: ${member} must be ${words}.`)
    return new Disturb({ ...this.settings, [member]: value }, this.#change)
  }
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(' ')
  return typeof value === 'object' ? spellDistribution(value as Distribution) : String(value)
}
