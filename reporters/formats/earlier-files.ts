/** What an earlier run has left in a folder: it goes when the next run begins, and nobody else's file does. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { formatFiles } from './format-names.ts'
import { writeWhole } from './whole-file.ts'

/** Names the files of the last run in its folder, each with its digest: what was changed since then is somebody's own. */
const LIST = '.svc-conformance.json'

/** What stands at the beginning of everything that a run writes. */
const OURS = /svc-conformance|Inference Gateway|in-toto/
const BEGINNING = 64 * 1024

/** What every run writes into its folder. */
export const reportPaths = (folder: string): string[] =>
  [formatFiles.json, formatFiles.html].map((name) => join(folder, name))

type Digests = Readonly<Record<string, string>>

const digestOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

/** Why a run may not write its files there: one stands in the way that is not ours. */
export function inTheWay(paths: readonly string[], folder: string): string | undefined {
  const listed = listedIn(folder)
  const isOurs = (path: string): boolean =>
    statSync(path).isFile() && (isListed(path, folder, listed) || looksLikeOurs(path))
  const other = paths.find((path) => existsSync(path) && !isOurs(path))
  return other && `${other} is no file of an earlier run; move it away, or name another place`
}

/** Removes what an earlier run has left, and those of our own files that this run is to write. */
export function removeEarlier(paths: readonly string[], folder: string): void {
  for (const [name, digest] of Object.entries(listedIn(folder))) {
    const path = join(folder, name)
    if (isInside(path, folder) && existsSync(path) && statSync(path).isFile() && digestOf(path) === digest)
      rmSync(path, { force: true })
  }
  rmSync(join(folder, LIST), { force: true })
  for (const path of paths) rmSync(path, { force: true })
}

/** Notes what this run has written into its folder. */
export function noteFiles(paths: readonly string[], folder: string): void {
  const own = paths.filter((path) => isInside(path, folder) && existsSync(path))
  const digests = Object.fromEntries(own.map((path) => [relative(folder, path), digestOf(path)]))
  writeWhole(join(folder, LIST), `${JSON.stringify(digests, null, 2)}\n`)
}

const isInside = (path: string, folder: string): boolean => resolve(dirname(path)) === resolve(folder)

function isListed(path: string, folder: string, listed: Digests): boolean {
  return isInside(path, folder) && listed[relative(folder, path)] === digestOf(path)
}

function looksLikeOurs(path: string): boolean {
  return OURS.test(readFileSync(path).subarray(0, BEGINNING).toString('utf8'))
}

/** Nothing where there is no list, or none that can be read. */
function listedIn(folder: string): Digests {
  try {
    const list: unknown = JSON.parse(readFileSync(join(folder, LIST), 'utf8'))
    const entries = Object.entries(list ?? {}).filter(([name, digest]) => name !== '' && typeof digest === 'string')
    return Object.fromEntries(entries) as Digests
  } catch {
    return {}
  }
}
