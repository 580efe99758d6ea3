import type { HttpResponse } from '../http.ts'
import { type Distribution, spellDistribution } from '../time/distribution.ts'
import { FREQUENCY, type Frequency } from './kinds.ts'

/** Returns the next random number in [0, 1); the sequence depends on the gateway's seed. */
export type Draw = () => number

/** Changes a response; returns undefined if there is nothing to change. */
export type Change = (response: HttpResponse, draw: Draw) => HttpResponse | undefined

/** A disturbance in the form of a configuration: `{ name: 'stall', after: 2, ms: 500, first: 2 }`. */
export interface Settings extends Frequency {
  readonly name: string
}

/**
 * A problem in the delivery of a finished response: it is late, in pieces, or incomplete. Counts the responses that it
 * could change, for `first`.
 */
export class Disturb<S extends Settings = Settings> {
  readonly settings: S
  readonly #change: Change
  #left: number

  /** The settings must be valid: the builders and `openDisturb` check them. */
  constructor(settings: S, change: Change) {
    this.settings = settings
    this.#change = change
    this.#left = settings.first ?? Number.POSITIVE_INFINITY
  }

  get name(): S['name'] {
    return this.settings.name
  }

  /** A copy with its own count, for the first `count` responses that it can change. @throws RangeError */
  first(count: number): Disturb<S> {
    return this.#with('first', count)
  }

  /** A copy with its own count and a probability from 0 to 1, drawn with the gateway's seed. @throws RangeError */
  withProbability(probability: number): Disturb<S> {
    return this.#with('probability', probability)
  }

  /** Changes a response; returns undefined if the disturbance does not apply to it. */
  apply(response: HttpResponse, draw: Draw): HttpResponse | undefined {
    const changed = this.#left > 0 ? this.#change(response, draw) : undefined
    if (!changed) return undefined
    this.#left--
    const { probability } = this.settings
    return probability === undefined || draw() < probability ? changed : undefined
  }

  /** The form in the header `x-test-fault`: `stall; after=2; ms=500`. */
  toString(): string {
    const { name, ...parameters } = this.settings
    const written = Object.entries(parameters).map(([parameter, value]) => `; ${parameter}=${textOf(value)}`)
    return name + written.join('')
  }

  /** The form in a configuration. */
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
