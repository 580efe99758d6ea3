/** A duration: milliseconds, or a number with a unit such as `200ms`, `1.5s`, `1m`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h'}`

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const

/** A duration in milliseconds. @throws RangeError when it is malformed or negative */
export function milliseconds(duration: Duration): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(String(duration)) ?? []
  const found = typeof duration === 'number' ? duration : Number(amount) * UNITS[unit as keyof typeof UNITS]
  if (Number.isFinite(found) && found >= 0) return found
  throw new RangeError(`${duration} is not a duration; write milliseconds or a text such as 200ms, 1.5s or 1m.`)
}
