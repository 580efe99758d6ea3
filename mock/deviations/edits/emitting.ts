import type { Emit } from '../deviation.ts'

/** A decision that emits whenever it is taken. */
export function emitting<A extends unknown[], R>(emit: Emit, decide: (...args: A) => R): (...args: A) => R {
  return (...args) => {
    emit()
    return decide(...args)
  }
}
