/** The packages that the command needs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Locked {
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly optional?: boolean
  readonly peer?: boolean
}

/** Left out: it is larger than all other packages, and the command does not need it. */
const PLAYWRIGHT = /^node_modules\/(@playwright\/|playwright(-core)?(\/|$))/

/** The client of the shared store. It is optional in the package, but users of the executable cannot install it. */
const STORE = 'node_modules/@redis/client'

/** Folders of packages, such as `node_modules/ajv`, from the lock file of the checkout. */
export function packagesOfTheCommand(root: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>
  }
  const needed = Object.entries(packages)
    .filter(([path, { dev, devOptional, optional, peer }]) => path !== '' && !dev && !devOptional && !optional && !peer)
    .map(([path]) => path)
    .filter((path) => !PLAYWRIGHT.test(path))
  return [...needed, STORE]
}
