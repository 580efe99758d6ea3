/** The third-party packages that an installed mock needs. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './build.ts'
import type { Row } from './row.ts'

interface Manifest {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const IMPORTS = /\bfrom '([^'.][^']*)'|\bimport\('([^'.][^']*)'\)|^import '([^'.][^']*)'/gm

/** The packages that mock/ imports at run time, without erased types and peers. */
function imported(): string[] {
  const files = readdirSync(join(root, 'mock'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const names = files.flatMap((file) =>
    [...withoutTypes(readFileSync(join(root, 'mock', file), 'utf8')).matchAll(IMPORTS)].map(
      ([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '',
    ),
  )
  const { dependencies } = manifest(root)
  return [...new Set(names)].filter((name) => name in (dependencies ?? {})).sort()
}

const withoutTypes = (text: string): string => text.replace(/^(import|export) type .*$/gm, '')

const manifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** A package and everything that is installed with it, folder by name. */
function withDependencies(name: string, from: string, found: Map<string, string>): Map<string, string> {
  const paths = createRequire(join(from, 'package.json')).resolve.paths(name) ?? []
  const folder = paths.map((path) => join(path, name)).find((path) => statSync(path, { throwIfNoEntry: false }))
  if (folder === undefined || found.has(folder)) return found
  found.set(folder, name)
  for (const next of Object.keys(manifest(folder).dependencies ?? {})) withDependencies(next, folder, found)
  return found
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)

/** Reported, without a goal. */
export function footprint(): Row {
  const names = imported()
  const folders = new Map<string, string>()
  for (const name of names) withDependencies(name, root, folders)
  const packages = [...folders].map(([folder, name]) => `${name} ${manifest(folder).version} ${mb(sizeOf(folder))}`)
  const whole = [...folders.keys()].reduce((sum, folder) => sum + sizeOf(folder), 0)
  return {
    what: "installed footprint of the mock's own dependencies",
    ours: `${mb(whole)} in ${folders.size} packages: ${packages.join(', ')}`,
    reference: '',
    ratio: '',
    goal: 'reported here',
    kept: 'reported',
  }
}

const mb = (bytes: number): string => `${(bytes / 1_000_000).toFixed(2)} MB`
