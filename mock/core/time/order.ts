/**
 * The order of events in this process, since milliseconds are too coarse. A connection that was opened after the end of an
 * response may have been opened because of it, an older one not.
 */

let count = 0
const opened = new WeakMap<object, number>()

/** A time later than all earlier ones. */
export const nextOrder = (): number => ++count

/** Records that a connection has just been opened, or continues on an existing one. */
export function noteOpened(connection: object, carrier?: object | null): void {
  opened.set(connection, (carrier && opened.get(carrier)) ?? nextOrder())
}

/** Whether a connection was opened after a time; false if its time was not recorded. */
export function wasOpenedAfter(connection: object | undefined, order: number): boolean {
  return connection !== undefined && (opened.get(connection) ?? 0) > order
}
