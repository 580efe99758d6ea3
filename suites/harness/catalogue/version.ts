/** The build of svc-conformance. Separate from the catalogue, since every command names it and few need YAML. */
import { hash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isPackage, root } from '../../../schemas/index.ts'

/** Digests, with the names of in-toto. */
export interface BuildDigest {
  /** The digest of the sources; see `digestOfSources`. */
  readonly sha256: string
  /** Absent in a checkout, and in a build of changed files. */
  readonly gitCommit?: string
}

/** What `packaging/bundle.ts` writes into the package, as `dist/prepared/build.json`. */
export interface Build {
  readonly version: string
  readonly digest: BuildDigest
}

export const BUILD_FILE = 'build.json'

const built = isPackage
  ? (JSON.parse(readFileSync(join(root, 'dist/prepared', BUILD_FILE), 'utf8')) as Build)
  : undefined

const manifest = createRequire(import.meta.url)

/** The version of a checkout, and of a build of changed files: neither is a release or a single commit. */
export const undated = (): string =>
  `${(manifest('svc-conformance/package.json') as { readonly version: string }).version}-dev`

export const harnessVersion: string = built?.version ?? undated()

let own = built?.digest

/** A checkout reads all its sources for this, so it is not called at each start. */
export function harnessDigest(): BuildDigest {
  own ??= { sha256: digestOfSources() }
  return own
}

const SOURCES = ['cli', 'mock', 'package.json', 'playwright.config.ts', 'reporters', 'schemas', 'suites']

/**
 * The digest of the sources: the same for a checkout and for a build of it. Anyone can compute it:
 * `git ls-files cli mock package.json playwright.config.ts reporters schemas suites | LC_ALL=C sort | xargs sha256sum | sha256sum`
 */
export function digestOfSources(folder = root): string {
  const files = SOURCES.flatMap((name) => filesIn(folder, name)).sort()
  const lines = files.map((path) => `${hash('sha256', readFileSync(join(folder, path)))}  ${path}\n`)
  return hash('sha256', lines.join(''))
}

function filesIn(folder: string, name: string): string[] {
  if (!lstatSync(join(folder, name)).isDirectory()) return [name]
  return readdirSync(join(folder, name)).flatMap((each) => filesIn(folder, `${name}/${each}`))
}

/** A build for a reader, such as `0.2.0 (commit …, code sha256:…)`. */
export function buildWords({ version, digest }: Partial<Build>): string {
  const parts = [
    ...(digest?.gitCommit === undefined ? [] : [`commit ${digest.gitCommit}`]),
    ...(digest === undefined ? [] : [`code sha256:${digest.sha256}`]),
  ]
  return parts.length === 0 ? `${version}` : `${version} (${parts.join(', ')})`
}
