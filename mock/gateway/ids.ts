import { fnv } from '../core/fnv.ts'

/** Generates the identifiers of one gateway from a tag and a counter: cheap, and reproducible with a seed. */
export class Ids {
  readonly #tag: string
  #requests = 0
  #completions = 0
  #asides = 0

  /**
   * Without a seed, the tag is random, so that two runs never share an identifier. The workers of one server have
   * separate counters, so their tags must differ.
   */
  constructor(seed: string | undefined, worker?: number) {
    const tag =
      seed === undefined
        ? Math.random().toString(36).slice(2, 10).padEnd(8, '0')
        : fnv(seed).toString(36).padStart(7, '0')
    this.#tag = worker === undefined ? tag : `${tag}w${worker}`
  }

  /** Generates the value of `x-svc-request-id`, which is never the caller's (section 4). */
  // keeps: request-id-unique, request-id-generated
  request(): string {
    return `req_${this.#tag}_${(++this.#requests).toString(36)}`
  }

  /** Generates a request id for a response outside the contract, such as `/healthz`, with a separate counter. */
  aside(): string {
    return `req_${this.#tag}_H${(++this.#asides).toString(36)}`
  }

  /** Generates the `id` of a completion, whose form the contract does not define. */
  // keeps: completion-id-filled, completion-id-unique
  completion(): string {
    return `cmpl_${this.#tag}_${(++this.#completions).toString(36)}`
  }
}

/** Random numbers that are reproducible with the seed; each request has a separate sequence. */
export class Random {
  readonly #seed: number

  /** Without a seed, two gateways draw different numbers. */
  constructor(seed: string | undefined) {
    this.#seed = seed === undefined ? Math.floor(Math.random() * 2 ** 32) : fnv(seed)
  }

  /** Returns the generator of one request, in a project or in the gateway. Each call returns a number in [0, 1). */
  draws(request: number, of = ''): () => number {
    // Mulberry32, which is small and passes the usual tests of randomness.
    let state = (this.#seed ^ fnv(of) ^ Math.imul(request, 0x9e3779b1)) >>> 0
    return () => {
      state = (state + 0x6d2b79f5) >>> 0
      let drawn = Math.imul(state ^ (state >>> 15), state | 1)
      drawn ^= drawn + Math.imul(drawn ^ (drawn >>> 7), drawn | 61)
      return ((drawn ^ (drawn >>> 14)) >>> 0) / 2 ** 32
    }
  }
}
