/** What is written to a file that the user named: whatever goes wrong is told in a sentence. */
import { WriteError, writeWhole } from '../reporters/formats/whole-file.ts'
import { UsageError } from '../suites/harness/catalogue/usage-error.ts'

/** What is wrong with the name that somebody gave, and not with the place. */
const MISNAMED: readonly string[] = ['ENOENT', 'ENOTDIR', 'EISDIR']

/** Writes a file that the user named. @param mode who may read it @throws UsageError where the name is wrong, and WriteError where the system refuses */
export function writeNamed(path: string, text: string, mode?: number): void {
  try {
    writeWhole(path, text, mode)
  } catch (error) {
    throw error instanceof WriteError && MISNAMED.includes(error.code) ? new UsageError(error.message) : error
  }
}
