/** Files that the user names to be read: what keeps one from it is told in a sentence. Loads nothing, so that every command starts at once. */
import { readFileSync } from 'node:fs'
import { UsageError } from './usage-error.ts'

/** @param what the file should hold: `the report`. @throws UsageError */
export function readBytes(path: string, what: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error'
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : code
    throw new UsageError(`${path}: ${what} cannot be read: ${why}`)
  }
}
