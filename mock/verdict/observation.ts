/**
 * What became of an observed call. `unread`: it gave back a response or a stream that was still to be read,
 * so that nothing can be said of what the client made of it.
 */
export type Outcome = 'pending' | 'fulfilled' | 'rejected' | 'unread'

/** A call of the client as a test saw it: never what it gave back. Times are those of the gateway's clock. */
export interface Observation {
  /** The project whose entries belong to it; undefined for all of the mock. */
  readonly project: string | undefined
  /** The numbers of the last entry before it and of its own last entry. */
  readonly after: number
  readonly last: number
  readonly outcome: Outcome
  readonly settled: number | undefined
  /** When the call was aborted. */
  readonly aborted: number | undefined
  /** Whether no other observation of the same project ran beside it, which would mix up their entries. */
  readonly alone: boolean
}

/** Tells from what a call gave back, without looking into it, whether it is still to be read. */
export function isUnread(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return value instanceof Response || Symbol.asyncIterator in value || 'getReader' in value
}
