import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const OFFSET = 0xcbf29ce484222325n
const PRIME = 0x100000001b3n

/** Request ids as 64-bit digests in fixed memory, so that a million of them do not mask the memory that the mock retains. */
class SeenIds {
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

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes that are still held after unused memory is freed. */
export function held(): number {
  // The second round takes what only the first has set free.
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Most findings that are kept with their requests; all are counted. */
const MAX_SHOWN = 20
const MAX_LENGTH = 1_000

/** What a fuzz comes to. */
export class Outcome {
  requests = 0
  /** Connections that were closed in order without a response, although something was asked. */
  silent = 0
  /** How many responses broke a rule. */
  broken = 0
  readonly shown: string[] = []
  readonly statuses = new Map<number, number>()
  readonly #ids: SeenIds
  readonly #planned: number
  readonly #bytes: number[] = []

  /** @param planned how many requests will come, each with up to `responses` responses */
  constructor(planned: number, responses = 1) {
    this.#planned = planned
    this.#ids = new SeenIds(planned * responses)
  }

  /** A response has come. */
  add(status: number, id: string | undefined): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    if (id !== undefined) this.#ids.add(id)
  }

  /** A request is over, with what is wrong with its responses. */
  judged(breaches: readonly string[], request: () => string): void {
    this.requests += 1
    if (this.requests === Math.ceil(this.#planned / 10) || this.requests === this.#planned) this.#bytes.push(held())
    if (breaches.length === 0) return
    this.broken += 1
    if (this.shown.length < MAX_SHOWN)
      this.shown.push(`${breaches.join('; ')}: ${JSON.stringify(request().slice(0, MAX_LENGTH))}`)
  }

  get responses(): number {
    return this.#ids.count
  }

  /** Responses whose request id another one had. */
  get repeatedIds(): number {
    return this.#ids.repeated()
  }

  /** MiB that were held after a tenth of the requests, and after all. */
  get mebibytes(): readonly [early: number, late: number] {
    const [early = Number.NaN, late = Number.NaN] = this.#bytes.map((bytes) => bytes / 2 ** 20)
    return [early, late]
  }
}

/** How a fuzz is run. */
export interface FuzzOptions {
  readonly requests: number
  /** The same seed gives the same requests. */
  readonly seed: number
  /** Names of faults that the mock has, to see that they are found. */
  readonly faults?: readonly string[]
}
