import type { Apply, Fault } from '../../deviation.ts'

/** A fault of streams, as the tables have it: its name without `stream-` before it. */
export type StreamRow = readonly [name: string, shows: string, apply: Apply, breaks: readonly string[]]

export function streamFaultOf([name, shows, apply, breaks]: StreamRow): Fault {
  return { name: `stream-${name}`, breaks, shows, apply }
}
