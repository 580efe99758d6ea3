/** Where the files of the contract lie, from the sources and from the package alike. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The folder of package.json. */
export const root = dirname(createRequire(import.meta.url).resolve('svc-conformance/package.json'))

/** Whether this runs in the package, of which a checkout has the sources. */
export const isPackage = !import.meta.url.endsWith('.ts')

/** The path of a file below `schemas/`, such as `wire/model.schema.json`. */
export function schemaFile(name: string): string {
  return join(root, 'schemas', name)
}
