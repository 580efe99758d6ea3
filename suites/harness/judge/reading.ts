/** Readings of bodies, kept because several judgements look at the same one. */
import type { Answer } from '../exchange.ts'

/** Bytes from which on a reading is too large to be kept for the whole run. */
const LARGE = 128 * 1024
/** Large readings that are kept: those of the exchanges that are being judged now. */
const MOST_LARGE = 4

/** A reading of answers that is made once, or again where it would fill the memory to keep it. */
export function readOnce<T>(read: (body: Uint8Array) => T): (answer: Answer) => T {
  const small = new WeakMap<Uint8Array, T>()
  const large = new Map<Uint8Array, T>()
  return ({ body }) => {
    const known = small.get(body) ?? large.get(body)
    if (known !== undefined) return known
    const reading = read(body)
    if (body.length < LARGE) small.set(body, reading)
    else {
      large.set(body, reading)
      const [oldest] = large.keys()
      if (large.size > MOST_LARGE && oldest) large.delete(oldest)
    }
    return reading
  }
}
