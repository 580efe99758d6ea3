/** Paths of the contract's files, both in a checkout and in the package. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The folder of package.json. */
export const root = dirname(createRequire(import.meta.url).resolve('svc-conformance/package.json'))

/** Whether this code runs from the built package, and not from the sources in a checkout. */
export const isPackage = !import.meta.url.endsWith('.ts')

/** The path of a file below `schemas/`, such as `wire/model.schema.json`. */
export function schemaFile(name: string): string {
  return join(root, 'schemas', name)
}
