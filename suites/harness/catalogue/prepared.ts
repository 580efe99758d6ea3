/**
 * Results that are slow to generate from the project's files, such as compiled schemas. The package has them in
 * `dist/prepared/`, written by packaging/bundle.ts. A checkout generates each one at first use, and caches it in
 * node_modules. The name contains a digest of all inputs, so the file is never out of date.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isPackage, root } from '../../../schemas/index.ts'

const require = createRequire(import.meta.url)

export interface Preparation {
  /** A file name. */
  readonly name: string
  /** The files that it is made of, from the root of the project; a change to one of them rebuilds it. */
  readonly of: readonly string[]
  /** The package that makes it; another version rebuilds it. */
  readonly by: string
  readonly make: () => string
}

const KEPT = join(root, 'node_modules/.cache/svc-conformance')

/** The prepared text. @param folder the cache of a checkout */
export function prepared(preparation: Preparation, folder = KEPT): string {
  if (isPackage) return readFileSync(join(root, 'dist/prepared', preparation.name), 'utf8')
  const path = join(folder, `${digestOf(preparation)}.${preparation.name}`)
  try {
    return readFileSync(path, 'utf8')
  } catch {
    const text = preparation.make()
    keep(folder, path, preparation.name, text)
    return text
  }
}

function digestOf({ of, by }: Preparation): string {
  const { version } = require(`${by}/package.json`) as { version: string }
  const hash = createHash('sha256').update(version)
  for (const path of of) hash.update('\0').update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 16)
}

/** Caches a file for later processes, and removes outdated versions of it. A failure to write is ignored. */
function keep(folder: string, path: string, name: string, text: string): void {
  const temporary = `${path}.${process.pid}`
  try {
    mkdirSync(folder, { recursive: true })
    const old = readdirSync(folder).filter((each) => each.endsWith(`.${name}`) && join(folder, each) !== path)
    writeFileSync(temporary, text)
    // Other processes may read it at the same time.
    renameSync(temporary, path)
    for (const each of old) rmSync(join(folder, each), { force: true })
  } catch {
    // The next process makes it again.
  }
}
