/** Counts latencies in steps of ten microseconds, without allocations during the load. */
const STEP = 10
const counts = new Uint32Array(1_000_000)
let total = 0

export const latencies = {
  clear(): void {
    counts.fill(0)
    total = 0
  },

  /** Adds one, in milliseconds. */
  add(milliseconds: number): void {
    const step = Math.min(counts.length - 1, Math.floor((milliseconds * 1000) / STEP))
    counts[step] = (counts[step] ?? 0) + 1
    total++
  },

  /** The quantile in microseconds. */
  at(quantile: number): number {
    let left = total * quantile
    const step = counts.findIndex((count) => (left -= count) <= 0)
    return (step + 1) * STEP
  },
}
