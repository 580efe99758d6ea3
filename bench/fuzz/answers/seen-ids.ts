const OFFSET = 0xcbf29ce484222325n
const PRIME = 0x100000001b3n

/** Request ids as digests of 64 bits in a place of fixed size, so that a million of them do not hide what the mock itself keeps. */
export class SeenIds {
  readonly #digests: BigUint64Array
  #count = 0

  /** @param most how many ids may come */
  constructor(most: number) {
    this.#digests = new BigUint64Array(most)
  }

  add(id: string): void {
    let state = OFFSET
    for (let at = 0; at < id.length; at += 1) state = BigInt.asUintN(64, (state ^ BigInt(id.charCodeAt(at))) * PRIME)
    this.#digests[this.#count] = state
    this.#count += 1
  }

  get count(): number {
    return this.#count
  }

  /** How many ids were there before. */
  repeated(): number {
    const sorted = this.#digests.slice(0, this.#count).sort()
    return sorted.reduce((times, digest, at) => times + (at > 0 && sorted[at - 1] === digest ? 1 : 0), 0)
  }
}
