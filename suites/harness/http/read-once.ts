/** Readings of bodies that several judgements share, as long as they do not fill the memory. */
import type { Answer } from './exchange.ts'

/**
 * Lines and values in the bodies of a generation. A usual run has half as many in all its answers; of what is there to
 * fill the memory, each takes some hundred bytes once it is read.
 */
const MAX_PIECES = 50_000

/** What begins a line or a value: `\n`, `\r`, `,`, `[` and `{`. */
const BEGINS: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x2c, 0x5b, 0x7b])

/** Lines and values of a body, at the most. */
function piecesIn(body: Uint8Array): number {
  let pieces = 1
  for (const byte of body) if (BEGINS.has(byte)) pieces += 1
  return pieces
}

/** Reads a body once. With too many of them, the older half of the readings is forgotten, and made again where it is asked for. */
export function readOnce<T>(read: (body: Uint8Array) => T): (answer: Answer) => T {
  let older = new WeakMap<Uint8Array, T>()
  let newer = new WeakMap<Uint8Array, T>()
  let room = MAX_PIECES
  return ({ body }) => {
    const known = newer.get(body) ?? older.get(body)
    if (known !== undefined) return known
    const reading = read(body)
    const pieces = piecesIn(body)
    if (pieces > room) {
      older = newer
      newer = new WeakMap()
      room = MAX_PIECES
    }
    room -= pieces
    newer.set(body, reading)
    return reading
  }
}
