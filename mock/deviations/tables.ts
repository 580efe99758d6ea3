import type { Fault, Variant } from './deviation.ts'
import * as faultTables from './faults/index.ts'
import * as variantTables from './variants/index.ts'

/** Every fault. Made on first use: most mocks have none, and should start at once. */
export const faults = once((): readonly Fault[] => Object.values(faultTables).flatMap((table) => table().flat()))

/** Every variant: a different behaviour that still keeps the contract. */
export const variants = once((): readonly Variant[] => Object.values(variantTables).flatMap((table) => table().flat()))

/** A value that is made on first use, and kept. */
function once<T>(make: () => readonly T[]): () => readonly T[] {
  let made: readonly T[] | undefined
  return () => (made ??= make())
}
