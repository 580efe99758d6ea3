/** Numbers that look random and repeat with the seed: each request has a row of its own. */
export class Random {
  readonly #seed: number

  /** Without a seed, two gateways draw different numbers. */
  constructor(seed: string | undefined) {
    this.#seed = seed === undefined ? Math.floor(Math.random() * 2 ** 32) : mixed(seed)
  }

  /** The row of a request, of whatever they are counted in: each call gives its next number, from 0 up to 1. */
  draws(request: number, of = ''): () => number {
    // Mulberry32, which is small and passes the usual tests of randomness.
    let state = (this.#seed ^ mixed(of) ^ Math.imul(request, 0x9e3779b1)) >>> 0
    return () => {
      state = (state + 0x6d2b79f5) >>> 0
      let drawn = Math.imul(state ^ (state >>> 15), state | 1)
      drawn ^= drawn + Math.imul(drawn ^ (drawn >>> 7), drawn | 61)
      return ((drawn ^ (drawn >>> 14)) >>> 0) / 2 ** 32
    }
  }
}

function mixed(seed: string): number {
  let state = 0x811c9dc5
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193)
  return state >>> 0
}
