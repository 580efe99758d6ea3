import type { Answer } from '../exchange.ts'
import { type DisturbName, FREQUENCY, type Frequency, type ParametersOf } from './parameters.ts'

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
    const written = Object.entries(parameters).map(
      ([parameter, value]) => `; ${parameter}=${Array.isArray(value) ? value.join(' ') : value}`,
    )
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
