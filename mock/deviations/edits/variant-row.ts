import type { Apply, Variant } from '../deviation.ts'

/** A variant of the behaviour, as the tables have it. */
export type VariantRow = readonly [name: string, freedom: string, shows: string, apply: Apply]

export function variantOf([name, freedom, shows, apply]: VariantRow): Variant {
  return { name, freedom, shows, apply }
}
