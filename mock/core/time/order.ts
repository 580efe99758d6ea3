/**
 * The order of events in this process, because milliseconds are too coarse. A connection opened after the end of a
 * response may have been opened because of it; an older connection was not.
 */

let count = 0
const opened = new WeakMap<object, number>()

/** A logical timestamp, later than all earlier ones. */
export const nextOrder = (): number => ++count

/** Records that a connection was opened: now, or, if it runs on a known `carrier`, when the carrier was opened. */
export function noteOpened(connection: object, carrier?: object | null): void {
  opened.set(connection, (carrier && opened.get(carrier)) ?? nextOrder())
}

/** Whether a connection was opened after a logical timestamp; false if its opening was not recorded. */
export function wasOpenedAfter(connection: object | undefined, order: number): boolean {
  return connection !== undefined && (opened.get(connection) ?? 0) > order
}
