/** Removes the files of an earlier run from a folder, and no other files. */
import { hash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { removeParts, writeWhole } from './whole-file.ts'

/** Lists the files of the last run with their digests. A changed file stays, unless the next run writes its name. */
export const LIST = '.svc-conformance.json'

/** The digest of a file that is not written yet, so that a file of a killed run can still be recognized. */
const UNWRITTEN = ''

/** Words of which every file of a run has one near its beginning. */
const OURS = /svc-conformance|Inference Gateway|in-toto/
const BEGINNING = 64 * 1024

type Digests = Readonly<Record<string, string>>

const digestOf = (path: string): string => hash('sha256', readFileSync(path))

/** Why a run may not write its files: a file with the same name is not from an earlier run. Undefined if it may. */
export function inTheWay(paths: readonly string[], folder: string): string | undefined {
  const listed = listedIn(folder)
  const isOurs = (path: string): boolean =>
    statSync(path).isFile() && (isListed(path, folder, listed) || looksLikeOurs(path))
  const other = paths.find((path) => existsSync(path) && !isOurs(path))
  return other && `${other} is not a file of an earlier run; move it, or name another folder`
}

/** Removes the files of an earlier run, and our own files that this run will write. */
export function removeEarlier(paths: readonly string[], folder: string): void {
  const listed = listedIn(folder)
  for (const name of Object.keys(listed)) {
    const path = join(folder, name)
    if (!isInside(path, folder)) continue
    removeParts(path)
    if (existsSync(path) && statSync(path).isFile() && isListed(path, folder, listed)) rmSync(path, { force: true })
  }
  rmSync(join(folder, LIST), { force: true })
  for (const path of paths) {
    rmSync(path, { force: true })
    removeParts(path)
  }
}

/** Records which files a run will write into its folder. */
export function announceFiles(paths: readonly string[], folder: string): void {
  note(inFolder(paths, folder), folder, () => UNWRITTEN)
}

/** Records which files a run has written into its folder. */
export function noteFiles(paths: readonly string[], folder: string): void {
  note(inFolder(paths, folder).filter(existsSync), folder, digestOf)
}

function note(paths: readonly string[], folder: string, digest: (path: string) => string): void {
  const digests = Object.fromEntries(paths.map((path) => [relative(folder, path), digest(path)]))
  writeWhole(join(folder, LIST), `${JSON.stringify(digests, null, 2)}\n`)
}

const inFolder = (paths: readonly string[], folder: string): string[] => paths.filter((path) => isInside(path, folder))

const isInside = (path: string, folder: string): boolean => resolve(dirname(path)) === resolve(folder)

function isListed(path: string, folder: string, listed: Digests): boolean {
  const digest = listed[relative(folder, path)]
  if (digest === undefined || !isInside(path, folder)) return false
  return digest === UNWRITTEN ? looksLikeOurs(path) : digest === digestOf(path)
}

const looksLikeOurs = (path: string): boolean => OURS.test(readFileSync(path).subarray(0, BEGINNING).toString('utf8'))

/** Empty if there is no readable list. */
function listedIn(folder: string): Digests {
  try {
    const list: unknown = JSON.parse(readFileSync(join(folder, LIST), 'utf8'))
    const entries = Object.entries(list ?? {}).filter(([name, digest]) => name !== '' && typeof digest === 'string')
    return Object.fromEntries(entries) as Digests
  } catch {
    return {}
  }
}
