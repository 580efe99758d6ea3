/** The time that quotas, timestamps and pauses run on. Tests put their own in its place. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls back after a while; the answer takes the call back. */
  after(milliseconds: number, callback: () => void): () => void
}

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}
