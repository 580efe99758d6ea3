import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const OFFSET = 0xcbf29ce484222325n
const PRIME = 0x100000001b3n

/** Stores request ids as 64-bit digests in fixed memory, so that a million ids do not hide growth of the mock. */
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

/** Bytes that are still in use after garbage collection. */
export function held(): number {
  // The second collection frees what only became garbage in the first.
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** The maximum number of findings to keep with their requests; all are counted. */
const MAX_SHOWN = 20
const MAX_LENGTH = 1_000

/** The outcome of one kind of fuzzing. */
export class Outcome {
  requests = 0
  /** Connections that were closed normally without a response, although a request was sent. */
  silent = 0
  /** The number of requests whose responses broke a rule. */
  broken = 0
  readonly shown: string[] = []
  readonly statuses = new Map<number, number>()
  readonly #ids: SeenIds
  readonly #planned: number
  readonly #bytes: number[] = []

  /** @param planned the number of requests, each with up to `responses` responses */
  constructor(planned: number, responses = 1) {
    this.#planned = planned
    this.#ids = new SeenIds(planned * responses)
  }

  /** Counts a response. */
  add(status: number, id: string | undefined): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    if (id !== undefined) this.#ids.add(id)
  }

  /** Counts a request, with what is wrong with its responses. */
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

  /** The number of responses with a request id that an earlier response had. */
  get repeatedIds(): number {
    return this.#ids.repeated()
  }

  /** MiB in use after a tenth of the requests, and after all of them. */
  get mebibytes(): readonly [early: number, late: number] {
    const [early = Number.NaN, late = Number.NaN] = this.#bytes.map((bytes) => bytes / 2 ** 20)
    return [early, late]
  }
}

/** The options of a fuzz run. */
export interface FuzzOptions {
  readonly requests: number
  /** The same seed gives the same requests. */
  readonly seed: number
  /** Names of faults to enable in the mock, to test that the fuzzer finds them. */
  readonly faults?: readonly string[]
}
