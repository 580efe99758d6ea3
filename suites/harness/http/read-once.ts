/** Bodies and their parsed forms, shared by several judgements, within a memory limit. */
import type { HttpResponse } from './exchange.ts'

/**
 * The maximum number of lines and values in one generation of parsed bodies. A usual run has half as many in total. In
 * a hostile body, each takes some hundred bytes once it is parsed.
 */
const MAX_PIECES = 25_000

/** Bytes that begin a line or a value: `\n`, `\r`, `,`, `[` and `{`. */
const BEGINS = Uint8Array.from({ length: 256 }, (_, byte) => Number([0x0a, 0x0d, 0x2c, 0x5b, 0x7b].includes(byte)))

/** An upper bound for the number of lines and values in a body. */
export function piecesIn(body: Uint8Array): number {
  let pieces = 1
  for (let at = 0; at < body.length; at += 1) pieces += BEGINS[body[at] as number] as number
  return pieces
}

/** Parses each body once. If there are too many results, it drops the older half, and parses again when needed. */
export function readOnce<T>(read: (body: Uint8Array) => T): (response: HttpResponse) => T {
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

/** Bodies from this length on are compared with earlier ones. */
const LONG = 16 * 1024

/** The maximum number of different bodies of one length to compare. */
const MAX = 4

/** Stores equal long bodies only once, and only while something refers to them. */
export class SameBodies {
  readonly #known = new Map<number, readonly WeakRef<Uint8Array>[]>()

  /** The stored body that is equal to this one, or this body itself. */
  of(body: Uint8Array): Uint8Array {
    if (body.length < LONG) return body
    const known = (this.#known.get(body.length) ?? []).filter((each) => each.deref())
    const same = known.find((each) => Buffer.compare(each.deref() ?? body.subarray(1), body) === 0)?.deref()
    if (same) return same
    if (known.length < MAX) this.#known.set(body.length, [...known, new WeakRef(body)])
    return body
  }
}
