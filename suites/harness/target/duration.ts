/** Durations as people write them: a number and its unit. */
const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000 }

/** Milliseconds of a text such as `30s`, `500ms` or `1.5m`; undefined for other texts. */
export function parseDuration(text = ''): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text)
  return match ? Number(match[1]) * (UNITS[match[2] ?? ''] ?? Number.NaN) : undefined
}

const HOUR = 3_600_000
const LONG_UNITS: Record<string, number> = { h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR }

/** Milliseconds of a long duration such as `36h`, `14d` or `2w`; undefined for other texts. */
export function parseTimeSpan(text: string): number | undefined {
  const match = /^(\d{1,4})([hdw])$/.exec(text)
  return match ? Number(match[1]) * (LONG_UNITS[match[2] ?? ''] ?? Number.NaN) : undefined
}

/** Milliseconds of a short or a long duration. */
export const anySpan = (text: string): number | undefined => parseDuration(text) ?? parseTimeSpan(text)

/** A long duration in words: in whole days, or else in whole hours. */
export function timeSpanText(milliseconds: number): string {
  const hours = Math.floor(milliseconds / HOUR)
  const [count, unit] = hours >= 24 && hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
