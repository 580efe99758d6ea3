/**
 * The order of events at this process, where milliseconds are too coarse: a connection that was opened after an answer
 * had ended may have been opened because of it, and one that was there before was not.
 */

let moments = 0
const opened = new WeakMap<object, number>()

/** A time after all earlier ones. */
export function nextMoment(): number {
  return ++moments
}

/** Notes that a connection has just been opened, or that one which was there before carries it from now on. */
export function noteOpened(connection: object, carrier?: object | null): void {
  opened.set(connection, (carrier && opened.get(carrier)) ?? nextMoment())
}

/** Whether a connection was opened after a time; false if its time was not recorded. */
export function wasOpenedAfter(connection: object | undefined, moment: number): boolean {
  return connection !== undefined && (opened.get(connection) ?? 0) > moment
}
