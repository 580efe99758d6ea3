import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { faultBySchema } from '../suites/harness/catalogue/published-schema.ts'
import { UsageError } from '../suites/harness/catalogue/usage-error.ts'
import type { Report } from '../suites/harness/report/report.ts'

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

/** Reads `report.json`. @throws UsageError where it is no report of this format */
export function readReport(path: string): Report {
  const value = parseJson(readBytes(path, 'the report').toString('utf8'), path)
  const fault = faultBySchema('report', value)
  if (fault === undefined) return value as Report
  throw new UsageError(`${path}: this is no report that this version can read: ${fault}; name the report.json of a run`)
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
