/** Files that the user names: whatever goes wrong with one is told in a sentence. Loads nothing, so that every command starts at once. */
import { readFileSync, writeFileSync } from 'node:fs'
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

/** Writes a file that the user named. @throws UsageError */
export function writeNamed(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error'
    const why = code === 'ENOENT' ? 'its folder does not exist' : code === 'EISDIR' ? 'it is a folder' : code
    throw new UsageError(`${path}: cannot be written: ${why}`)
  }
}
