import type { Fault, Variant } from './deviation.ts'
import * as faultTables from './faults/index.ts'
import * as variantTables from './variants/index.ts'

/**
 * Every fault that this mock can have. Created on first use, because most mocks have no faults and should start quickly.
 * @example const names = listFaults().map(({ name }) => name)
 */
export const listFaults = once((): readonly Fault[] => Object.values(faultTables).flatMap((table) => table().flat()))

/**
 * Every variant that this mock can follow.
 * @example const names = listVariants().map(({ name }) => name)
 */
export const listVariants = once((): readonly Variant[] =>
  Object.values(variantTables).flatMap((table) => table().flat()),
)

/** Caches a value that is created on first use. */
function once<T>(make: () => readonly T[]): () => readonly T[] {
  let made: readonly T[] | undefined
  return () => (made ??= make())
}
