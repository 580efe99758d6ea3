/** The most replies of a project that can count their requests. */
export const MAX_COUNTED = 32

/** Offsets of the numbers of one project. Sums take three cells each, see sums.ts. */
export const CELL = {
  requestWindow: 0,
  tokenWindow: 2,
  open: 4,
  requests: 5,
  attempts: 6,
  refused: 7,
  failed: 8,
  aborted: 9,
  known: 10,
  unknown: 11,
  promptTokens: 12,
  completionTokens: 15,
  price: 18,
  openStreams: 21,
  /** One for each limit of a quota. */
  quotaRefusals: 22,
  /** One for each operation and status that `Tally` knows. */
  responses: 25,
  /** Which replies of the configuration are counted, and the requests for each that counts. */
  replies: 55,
  replyCounts: 56,
} as const

/** How many cells a project has. */
export const CELLS = 56 + MAX_COUNTED

/** The lock is before the cells; eight bytes keep them aligned. */
const LOCK_BYTES = 8

/** Bytes that the numbers of one project take. */
export const CELL_BYTES = LOCK_BYTES + CELLS * Float64Array.BYTES_PER_ELEMENT

/** How often a thread checks a taken lock before it sleeps for a millisecond: the holder may be waiting for a processor. */
const LOOKS = 1000

/**
 * Numbers, such as those of one project: of this thread alone, or of every worker of a server. Accesses between `enter` and
 * `leave` are atomic for all workers; a single thread has no cost for this.
 */
export class Cells {
  readonly values: Float64Array
  readonly #lock: Int32Array | undefined

  /** @param memory zeroed: the lock, and then the cells */
  constructor(memory: ArrayBuffer | SharedArrayBuffer = new ArrayBuffer(CELL_BYTES), shared = false) {
    this.values = new Float64Array(memory, LOCK_BYTES)
    this.#lock = shared ? new Int32Array(memory, 0, 1) : undefined
  }

  enter(): void {
    if (this.#lock) take(this.#lock)
  }

  leave(): void {
    if (this.#lock) Atomics.store(this.#lock, 0, 0)
  }

  get(cell: number): number {
    return this.values[cell] as number
  }

  add(cell: number, amount: number): void {
    this.values[cell] = this.get(cell) + amount
  }

  /** Adds to one cell, atomically. */
  count(cell: number, amount = 1): void {
    this.enter()
    this.add(cell, amount)
    this.leave()
  }
}

function take(lock: Int32Array): void {
  for (let looks = 0; Atomics.compareExchange(lock, 0, 0, 1) !== 0; looks++) {
    if (looks >= LOOKS) Atomics.wait(lock, 0, 1, 1)
  }
}
