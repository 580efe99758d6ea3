/** Long bodies that come again, byte for byte, are kept once. */

/** Bytes from which on it is worth looking for an equal body. */
const LONG = 16 * 1024
/** Different bodies of one length that are compared with. */
const MOST = 4

export class SameBodies {
  readonly #known = new Map<number, Uint8Array[]>()

  /** The first body that was equal to this one, or this one. */
  of(body: Uint8Array): Uint8Array {
    if (body.length < LONG) return body
    const known = this.#known.get(body.length) ?? []
    const same = known.find((earlier) => Buffer.compare(earlier, body) === 0)
    if (same) return same
    if (known.length < MOST) this.#known.set(body.length, [...known, body])
    return body
  }
}
