/** The last time of a date, in milliseconds since the epoch. */
export const LATEST = 8_640_000_000_000_000

/** Whether a clock can have a value. */
export function isTimestamp(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= LATEST
}
