/** Writes to files and folders that the user named; each failure becomes one sentence. */
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { WriteError, writeWhole } from '../reporters/formats/whole-file.ts'
import { UsageError } from '../suites/harness/catalogue/usage-error.ts'

/** Error codes that mean a wrong name, rather than a failure of the system. */
const MISNAMED: readonly string[] = ['ENOENT', 'ENOTDIR', 'EISDIR']

/**
 * Writes a file that the user named. @param mode who may read it @throws UsageError if the name is wrong, and WriteError if
 * the system refuses
 */
export function writeNamed(path: string, text: string, mode?: number): void {
  try {
    writeWhole(path, text, mode)
  } catch (error) {
    throw error instanceof WriteError && MISNAMED.includes(error.code) ? new UsageError(error.message) : error
  }
}

/** Refuses two outputs in one file, and an output that the command reads as well. @throws UsageError */
export function assertApart(outputs: readonly (string | undefined)[], inputs: readonly string[] = []): void {
  const paths = outputs.flatMap((path) => (path === undefined ? [] : [resolve(path)]))
  const twice = paths.find((path, at) => paths.indexOf(path) !== at)
  if (twice !== undefined) throw new UsageError(`two outputs would be ${twice}; name another file for one of them`)
  const kept = inputs.find((path) => paths.includes(resolve(path)))
  if (kept !== undefined) throw new UsageError(`the command reads ${kept}, so it does not write it; name another file`)
}

/**
 * Makes the folder of the report before anything is sent, so that no run is lost because it is missing.
 * @param name of the option @throws UsageError
 */
export function outFolder(folder: string, name = '--out'): string {
  try {
    makeFolder(folder)
    accessSync(folder, constants.W_OK)
    return folder
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    const why = code === 'EEXIST' || code === 'ENOTDIR' ? 'a file is in the way' : code
    throw new UsageError(`${name} ${folder}: cannot write a report there (${why}); name another folder`)
  }
}

/** Makes one folder at a time: Node's `recursive` loops forever if a file system such as /proc always says ENOENT. */
function makeFolder(folder: string): void {
  const missing: string[] = []
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.push(at)
  for (const one of missing.reverse()) mkdirSync(one)
  if (!statSync(folder).isDirectory()) throw Object.assign(new Error(`${folder} is not a folder`), { code: 'ENOTDIR' })
}
