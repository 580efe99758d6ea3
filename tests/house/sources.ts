/** The source files of the project and their imports, at run time or only of types. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folders = ['schemas', 'suites', 'mock', 'reporters', 'cli', 'packaging', 'bench', 'examples', 'tests']

export interface Import {
  /** The imported file from the root of the project, or the name of a package. */
  readonly to: string
  readonly ours: boolean
  /** Only types are imported, so that the import does not exist at run time. */
  readonly erased: boolean
  /** A dynamic import, which loads only when the line runs. */
  readonly deferred: boolean
}

export interface Source {
  /** From the root of the project, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly lines: number
  readonly imports: readonly Import[]
}

const FROM = /^(?:import|export)(?<erased>\s+type)?\b[^;'"`]*?\bfrom\s*['"](?<name>[^'"]+)['"]/gm
const BARE = /^import\s*['"](?<name>[^'"]+)['"]/gm
const DYNAMIC = /\b(?:import|require)\(\s*['"](?<name>[^'"]+)['"]\s*\)/g

/** Parses the imports of a file. `import { type A }` remains as an empty import, so that it is not erased. */
export function importsOf(path: string, text: string): Import[] {
  const found = new Map<string, Omit<Import, 'to' | 'ours'>>()
  for (const pattern of [FROM, BARE, DYNAMIC]) {
    for (const { groups } of text.matchAll(pattern)) {
      const name = groups?.name ?? ''
      const now = { erased: groups?.erased !== undefined, deferred: pattern === DYNAMIC }
      const before = found.get(name) ?? { erased: true, deferred: true }
      found.set(name, {
        erased: before.erased && now.erased,
        // Imported types load nothing.
        deferred: before.deferred && (now.deferred || now.erased),
      })
    }
  }
  return [...found].map(([name, how]) => {
    const ours = name.startsWith('.')
    return { to: ours ? posix.normalize(posix.join(dirname(path), name)) : name, ours, ...how }
  })
}

/** A source from a path and a text, from the project or made up by a test. */
export function sourceFrom(path: string, text: string): Source {
  return { path, text, lines: text.split('\n').length - 1, imports: importsOf(path, text) }
}

export function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (['node_modules', 'dist', 'out'].includes(entry.name) || entry.name.startsWith('.')) continue
    if (entry.isDirectory()) yield* filesBelow(path)
    else yield path
  }
}

/** Every file in the code folders, of any type. */
export const paths: readonly string[] = folders.flatMap((folder) => [...filesBelow(folder)]).sort()

export const sources: readonly Source[] = [...paths, 'playwright.config.ts']
  .filter((path) => /\.(ts|mts|js|mjs)$/.test(path))
  .map((path) => sourceFrom(path, readFileSync(join(root, path), 'utf8')))

/** The documentation pages, including generated tables. */
export const pages: readonly Pick<Source, 'path' | 'text'>[] = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((path) => posix.join('docs', path)),
]
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
