import { writeFileSync } from 'node:fs'
import { UsageError } from '../suites/harness/usage-error.ts'

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
