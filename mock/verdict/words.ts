import type { JournalEntry } from '../journal/entry.ts'

/** A span of time for people. */
export function span(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1_000
  return seconds < 120 ? `${Number(seconds.toFixed(1))} s` : `${Number((seconds / 60).toFixed(1))} min`
}

/** An entry as evidence names it. */
export function named({ number, id }: JournalEntry): string {
  return id === undefined ? `#${number}` : `#${number} (${id})`
}
