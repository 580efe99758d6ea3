/**
 * The system timers, captured when this module is loaded. If a test later replaces the global timers with fakes, that
 * stops its own code, but not the gateway.
 */
const { setTimeout, clearTimeout } = globalThis
const { setImmediate, clearImmediate } = globalThis as Partial<typeof globalThis>

/** The maximum delay of a timer in milliseconds; a timer with a longer delay would fire at once. */
const MAX_LENGTH = 2 ** 31 - 1

/** Milliseconds since the epoch. */
export const realNow: () => number = Date.now

/** Calls back after a delay of at most 24 days, or in the next turn if it is 0; the returned function cancels it. */
export function realTimer(wait: number, callback: () => void): () => void {
  if (wait <= 0 && setImmediate) {
    const immediate = setImmediate(callback)
    return () => clearImmediate?.(immediate)
  }
  const timer = setTimeout(callback, Math.min(wait, MAX_LENGTH))
  return () => clearTimeout(timer)
}

/** Waits for one turn of the event loop, in which this process handles everything that has arrived. */
export const turn = (): Promise<void> => new Promise((resolve) => void realTimer(0, resolve))

/** The clock for quotas, timestamps and pauses. Tests can replace it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls back after a delay, or in the next turn of the event loop if it is 0; the returned function cancels it. */
  after(milliseconds: number, callback: () => void): () => void
}

/**
 * The system time.
 * @example const mock = createMock({ clock: systemClock })
 */
export const systemClock: Clock = { now: realNow, after: realTimer }
