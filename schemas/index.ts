/** Where the files of the contract lie, from the sources and from the compiled package alike. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const beside = new URL('./requirements.yaml', import.meta.url)
const folder = existsSync(beside) ? new URL('./', import.meta.url) : new URL('../../schemas/', import.meta.url)

/** The path of a file below `schemas/`, such as `wire/model.schema.json`. */
export function schemaFile(name: string): string {
  return fileURLToPath(new URL(name, folder))
}
