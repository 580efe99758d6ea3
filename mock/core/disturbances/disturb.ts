import type { HttpResponse } from '../http.ts'
import { type Distribution, spellDistribution } from '../time/distribution.ts'
import { FREQUENCY, type Frequency } from './kinds.ts'

/** Gives numbers from 0 up to 1 that repeat with the gateway's seed. */
export type Draw = () => number

/** Changes a response; undefined if it has nothing to change. */
export type Change = (response: HttpResponse, draw: Draw) => HttpResponse | undefined

/** A disturbance as a configuration writes it: `{ name: 'stall', after: 2, ms: 500, first: 2 }`. */
export interface Settings extends Frequency {
  readonly name: string
}

/**
 * Something that goes wrong in the delivery of a finished response: it is late, in pieces, or incomplete. It counts how often it
 * has happened, for `first`.
 */
export class Disturb<S extends Settings = Settings> {
  readonly settings: S
  readonly #change: Change
  #left: number

  /** Of settings that were checked; the builders and `openDisturb` check them. */
  constructor(settings: S, change: Change) {
    this.settings = settings
    this.#change = change
    this.#left = settings.first ?? Number.POSITIVE_INFINITY
  }

  get name(): S['name'] {
    return this.settings.name
  }

  /** The same, with its own count, for the first `count` responses that it can happen to. @throws RangeError */
  first(count: number): Disturb<S> {
    return this.#with('first', count)
  }

  /** The same, with its own count, happening with a probability from 0 to 1 under the gateway's seed. @throws RangeError */
  withProbability(probability: number): Disturb<S> {
    return this.#with('probability', probability)
  }

  /** Applies to a response; undefined if it does not. */
  apply(response: HttpResponse, draw: Draw): HttpResponse | undefined {
    const changed = this.#left > 0 ? this.#change(response, draw) : undefined
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
  toJSON(): S {
    return this.settings
  }

  #with(member: keyof Frequency, value: number): Disturb<S> {
    const { fits, words } = FREQUENCY[member]
    if (!fits(value)) throw new RangeError(`The disturbance ${this.name}: ${member} must be ${words}.`)
    return new Disturb({ ...this.settings, [member]: value }, this.#change)
  }
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(' ')
  return typeof value === 'object' ? spellDistribution(value as Distribution) : String(value)
}
