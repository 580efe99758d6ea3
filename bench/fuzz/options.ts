/** What the command line of the fuzz says. */
import { parseArgs } from 'node:util'

export interface Options {
  /** Requests that go straight into the core. */
  readonly requests: number
  /** Connections with damaged bytes. */
  readonly connections: number
  /** Mutated files. */
  readonly files: number
  /** Forged inputs of each way. */
  readonly forged: number
  readonly seed: number
}

/** @throws RangeError when a number is malformed */
export function optionsFrom(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      requests: { type: 'string', default: '1000000' },
      connections: { type: 'string', default: '50000' },
      files: { type: 'string', default: '1000000' },
      forged: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
    },
  })
  return {
    requests: whole('requests', values.requests, 0),
    connections: whole('connections', values.connections, 0),
    files: whole('files', values.files, 0),
    forged: whole('forged', values.forged, 0),
    seed: whole('seed', values.seed, 0),
  }
}

function whole(name: string, text: string, least: number): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= least) return value
  throw new RangeError(`--${name} takes a whole number of at least ${least}, not ${text}`)
}
