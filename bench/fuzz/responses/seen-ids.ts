const OFFSET = 0xcbf29ce484222325n
const PRIME = 0x100000001b3n

/** Request ids as 64-bit digests in fixed memory, so that a million of them do not mask the memory that the mock retains. */
export class SeenIds {
  readonly #digests: BigUint64Array
  #count = 0

  /** @param most the maximum number of ids */
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

  /** The number of ids that were seen before. */
  repeated(): number {
    const sorted = this.#digests.slice(0, this.#count).sort()
    return sorted.reduce((times, digest, at) => times + (at > 0 && sorted[at - 1] === digest ? 1 : 0), 0)
  }
}
