import { realNow, realTimer } from './real-time.ts'

/** The time that quotas, timestamps and pauses run on. Tests put their own in its place. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls back after a while; the answer takes the call back. After no time at all: in the next turn of the event loop. */
  after(milliseconds: number, callback: () => void): () => void
}

/** The machine's own time. */
export const systemClock: Clock = { now: realNow, after: realTimer }
