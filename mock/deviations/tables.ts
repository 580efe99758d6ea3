import type { Fault, Variant } from './deviation.ts'
import * as faultTables from './faults/index.ts'
import * as variantTables from './variants/index.ts'

/** Every fault. Created on first use, because most mocks have no faults and should start quickly. */
export const faults = once((): readonly Fault[] => Object.values(faultTables).flatMap((table) => table().flat()))

/** Every variant, a different behaviour that still keeps the contract. */
export const variants = once((): readonly Variant[] => Object.values(variantTables).flatMap((table) => table().flat()))

/** Caches a value that is created on first use. */
function once<T>(make: () => readonly T[]): () => readonly T[] {
  let made: readonly T[] | undefined
  return () => (made ??= make())
}
