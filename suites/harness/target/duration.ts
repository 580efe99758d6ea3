/** Times as people write them: a number and its unit. */
const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000 }

/** Milliseconds of a text such as `30s`, `500ms` or `1.5m`; undefined where it is none. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text)
  return match ? Number(match[1]) * (UNITS[match[2] ?? ''] ?? Number.NaN) : undefined
}
