/** The maximum number of replies of a project that can count their requests. */
export const MAX_COUNTED = 32

/** The first cell of each counter of a project. A sum takes three cells, see sums.ts. */
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
  /** One cell for each limit of a quota. */
  quotaRefusals: 22,
  /** One cell for each operation and status of tally.ts. */
  responses: 25,
  /** A fingerprint of the configured replies, and the number of requests for each reply that counts. */
  replies: 55,
  replyCounts: 56,
} as const

/** The number of cells of a project. */
export const CELLS = 56 + MAX_COUNTED

/** The size of the lock before the cells; eight bytes keep the cells aligned. */
const LOCK_BYTES = 8

/** The memory of one project in bytes. */
export const CELL_BYTES = LOCK_BYTES + CELLS * Float64Array.BYTES_PER_ELEMENT

/** The number of attempts to take a lock before sleeping for 1 ms, since the holder may be waiting for a processor. */
const LOOKS = 1000

/**
 * Counters, for example of one project, for this thread only or shared by all workers of a server. Accesses within
 * `locked` are atomic across workers; without sharing, the lock costs nothing.
 */
export class Cells {
  readonly values: Float64Array
  readonly #lock: Int32Array | undefined

  /** @param memory zeroed memory for the lock and the cells after it */
  constructor(memory: ArrayBuffer | SharedArrayBuffer = new ArrayBuffer(CELL_BYTES), shared = false) {
    this.values = new Float64Array(memory, LOCK_BYTES)
    this.#lock = shared ? new Int32Array(memory, 0, 1) : undefined
  }

  /** Runs synchronous work while no other worker does; it must not call `locked` of the same cells. */
  locked<T>(work: () => T): T {
    if (!this.#lock) return work()
    take(this.#lock)
    try {
      return work()
    } finally {
      Atomics.store(this.#lock, 0, 0)
    }
  }

  get(cell: number): number {
    return this.values[cell] as number
  }

  add(cell: number, amount: number): void {
    this.values[cell] = this.get(cell) + amount
  }

  /** Adds to one cell atomically. */
  count(cell: number, amount = 1): void {
    this.locked(() => this.add(cell, amount))
  }
}

/** The memory for the counters of each project, by project name. */
export type Memories = Map<string, SharedArrayBuffer>

/** Gives cells in memory that all threads can share. Allocates the memory of projects that have none. */
export const sharedCells =
  (memories: Memories) =>
  (project: string): Cells => {
    const memory = memories.get(project) ?? new SharedArrayBuffer(CELL_BYTES)
    memories.set(project, memory)
    return new Cells(memory, true)
  }

function take(lock: Int32Array): void {
  for (let looks = 0; Atomics.compareExchange(lock, 0, 0, 1) !== 0; looks++) {
    if (looks >= LOOKS) Atomics.wait(lock, 0, 1, 1)
  }
}
