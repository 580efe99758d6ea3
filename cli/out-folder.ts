import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UsageError } from '../suites/harness/usage-error.ts'

/** One folder after the other: Node's own way never ends where a file system like /proc says ENOENT for ever. */
function make(folder: string): void {
  const missing: string[] = []
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.push(at)
  for (const one of missing.reverse()) mkdirSync(one)
  if (!statSync(folder).isDirectory()) throw Object.assign(new Error(`${folder} is no folder`), { code: 'ENOTDIR' })
}

/** Makes the folder for the report before anything is sent, so that no run is lost for want of it. @throws UsageError */
export function outFolder(folder: string): string {
  try {
    make(folder)
    accessSync(folder, constants.W_OK)
    return folder
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    const why = code === 'EEXIST' || code === 'ENOTDIR' ? 'a file is in the way' : code
    throw new UsageError(`--out ${folder}: no report can be written there (${why}); name another folder`)
  }
}
