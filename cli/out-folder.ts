import { accessSync, constants, mkdirSync } from 'node:fs'
import { UsageError } from '../suites/harness/usage-error.ts'

/** Makes the folder for the report before anything is sent, so that no run is lost for want of it. @throws UsageError */
export function outFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return folder
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    const why = code === 'EEXIST' || code === 'ENOTDIR' ? 'a file is in the way' : code
    throw new UsageError(`--out ${folder}: no report can be written there (${why}); name another folder`)
  }
}
