/** The packages that the command needs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Locked {
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly optional?: boolean
  readonly peer?: boolean
}

/** It is larger than all others, and the command runs its checks without it. */
const PLAYWRIGHT = /^node_modules\/(@playwright\/|playwright(-core)?(\/|$))/

/** Optional for who installs the package, and at hand where nothing can be installed: the client of the store that mocks share. */
const STORE = 'node_modules/@redis/client'

/** Folders of packages, such as `node_modules/ajv`, by the lock file of the checkout. */
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
