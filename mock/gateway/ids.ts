import { fnv } from '../core/fnv.ts'

/**
 * Generates the identifiers of one gateway from a tag and counters: cheap, and reproducible with a seed. Without a seed,
 * the tag is random, so that two runs never share an identifier. The workers of one server have separate counters, so
 * their tags must differ.
 */
export function idsFrom(seed: string | undefined, worker?: number) {
  const own =
    seed === undefined
      ? Math.random().toString(36).slice(2, 10).padEnd(8, '0')
      : fnv(seed).toString(36).padStart(7, '0')
  const tag = worker === undefined ? own : `${own}w${worker}`
  const counter = (beginning: string) => {
    let count = 0
    return (): string => beginning + (++count).toString(36)
  }
  return {
    /** Generates the value of `x-svc-request-id`, which is never the caller's (section 4). */
    // keeps: request-id-unique, request-id-generated
    request: counter(`req_${tag}_`),
    /** Generates a request id for a response outside the contract, such as `/healthz`, with a separate counter. */
    aside: counter(`req_${tag}_H`),
    /** Generates the `id` of a completion, whose form the contract does not define. */
    // keeps: completion-id-filled, completion-id-unique
    completion: counter(`cmpl_${tag}_`),
  }
}

/** Returns the generator of one request, in a project or in the gateway. Each call returns a number in [0, 1). */
export type DrawsOf = (request: number, of?: string) => () => number

/** Random numbers that are reproducible with the seed. Without a seed, two gateways draw different numbers. */
export function drawsFrom(seed: string | undefined): DrawsOf {
  const start = seed === undefined ? Math.floor(Math.random() * 2 ** 32) : fnv(seed)
  return (request, of = '') => {
    // Mulberry32, which is small and passes the usual tests of randomness.
    let state = (start ^ fnv(of) ^ Math.imul(request, 0x9e3779b1)) >>> 0
    return () => {
      state = (state + 0x6d2b79f5) >>> 0
      let drawn = Math.imul(state ^ (state >>> 15), state | 1)
      drawn ^= drawn + Math.imul(drawn ^ (drawn >>> 7), drawn | 61)
      return ((drawn ^ (drawn >>> 14)) >>> 0) / 2 ** 32
    }
  }
}
