/** What the command line of the fuzz says. */
import { parseArgs } from 'node:util'

const DEFAULTS = {
  /** Requests that go straight into the core. */
  requests: 1_000_000,
  /** Connections with damaged bytes. */
  connections: 50_000,
  /** Mutated files. */
  files: 1_000_000,
  /** Forged inputs of each way. */
  forged: 300,
  seed: 1,
}

/** @throws RangeError when a number is malformed */
export function optionsFrom(args: readonly string[]): Readonly<typeof DEFAULTS> {
  const options = Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, { type: 'string' as const }]))
  const { values } = parseArgs({ args: [...args], options })
  const given = Object.entries(values).map(([name, text]) => [name, whole(name, String(text))])
  return { ...DEFAULTS, ...Object.fromEntries(given) }
}

function whole(name: string, text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new RangeError(`--${name} takes a whole number of at least 0, not ${text}`)
}
