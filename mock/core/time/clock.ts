/**
 * The machine's time, taken when this module was loaded. A test that later replaces the global timers by fake ones stops its
 * own code, not the gateway that responds to it.
 */
const { setTimeout, clearTimeout } = globalThis
const { setImmediate, clearImmediate } = globalThis as Partial<typeof globalThis>

/** The longest wait that timers know, in milliseconds: a longer one would end at once. */
const MAX_LENGTH = 2 ** 31 - 1

/** Milliseconds since the epoch. */
export const realNow: () => number = Date.now

/** Calls back after a while, 24 days at most, after none in the next turn of the event loop; the returned function cancels it. */
export function realTimer(wait: number, callback: () => void): () => void {
  if (wait <= 0 && setImmediate) {
    const immediate = setImmediate(callback)
    return () => clearImmediate?.(immediate)
  }
  const timer = setTimeout(callback, Math.min(wait, MAX_LENGTH))
  return () => clearTimeout(timer)
}

/** One turn of the event loop, in which this process sees everything that has arrived. */
export const turn = (): Promise<void> => new Promise((resolve) => void realTimer(0, resolve))

/** The clock of quotas, timestamps and pauses. Tests replace it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls back after a while; the returned function cancels it. After no time at all: in the next turn of the event loop. */
  after(milliseconds: number, callback: () => void): () => void
}

/**
 * The machine's own time.
 * @example const mock = createMock({ clock: systemClock })
 */
export const systemClock: Clock = { now: realNow, after: realTimer }
