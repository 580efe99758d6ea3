/** Files that the user names: whatever goes wrong with one is told in a sentence. Loads nothing, so that every command starts at once. */
import { readFileSync } from 'node:fs'
import { WriteError, writeWhole } from '../reporters/formats/whole-file.ts'
import { UsageError } from '../suites/harness/catalogue/usage-error.ts'

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

/** @throws UsageError */
export function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${path}: this is no JSON`)
  }
}

/** What is wrong with the name that somebody gave, and not with the place. */
const MISNAMED: readonly string[] = ['ENOENT', 'ENOTDIR', 'EISDIR']

/** Writes a file that the user named. @throws UsageError where the name is wrong, and WriteError where the system refuses */
export function writeNamed(path: string, text: string): void {
  try {
    writeWhole(path, text)
  } catch (error) {
    throw error instanceof WriteError && MISNAMED.includes(error.code) ? new UsageError(error.message) : error
  }
}
