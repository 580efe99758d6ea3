/** Formats numbers, times and sizes for readers, independently of the locale of the machine. */

/** Adds thousands separators without Intl, which takes as long to load as a whole page takes to write. */
export const whole = (count: number): string => String(Math.round(count)).replace(/\B(?=(?:\d{3})+$)/g, ',')

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${whole(count)} ${count === 1 ? one : many}`

/** @param milliseconds a duration */
export function duration(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 120_000) return `${(milliseconds / 1000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

export const bytes = (count: number): string => counted(count, 'byte')

/** @param iso a time such as `2026-01-31T10:00:00.000Z` */
export const timestamp = (iso: string): string =>
  iso.replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z$/, '$1 $2 UTC')
