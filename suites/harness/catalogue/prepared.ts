/**
 * Results that are made of our files and take long to make, such as compiled schemas. The package has them in
 * `dist/prepared/`, written by packaging/bundle.ts. A checkout makes each one when it is first needed and keeps it in
 * node_modules. Its name has a digest of all its inputs, so that it is never out of date.
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

/** What was prepared, as text. @param folder where a checkout keeps it */
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

/** Writes a file for later processes, and removes outdated ones of its name. If it cannot write, it does without. */
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
