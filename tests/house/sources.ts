/** The source files of the project and what they import of each other, told apart by whether it is left at run time. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folders = ['schemas', 'suites', 'mock', 'reporters', 'cli', 'bench', 'examples', 'tests']

export interface Import {
  /** The imported file from the root of the project, or the name of a package. */
  readonly to: string
  readonly ours: boolean
  /** Only types are taken, so that nothing of it is left at run time. */
  readonly erased: boolean
}

export interface Source {
  /** From the root of the project, with forward slashes. */
  readonly path: string
  readonly lines: number
  readonly imports: readonly Import[]
}

const FROM = /^(?:import|export)(?<erased>\s+type)?\b[^;'"`]*?\bfrom\s*['"](?<name>[^'"]+)['"]/gm
const BARE = /^import\s*['"](?<name>[^'"]+)['"]/gm
const DYNAMIC = /\bimport\(\s*['"](?<name>[^'"]+)['"]\s*\)/g

/** What a file imports, from its text. `import { type A }` is left as an empty import, and so is not erased. */
export function importsOf(path: string, text: string): Import[] {
  const found = new Map<string, boolean>()
  for (const pattern of [FROM, BARE, DYNAMIC]) {
    for (const { groups } of text.matchAll(pattern)) {
      const name = groups?.name ?? ''
      found.set(name, (found.get(name) ?? true) && groups?.erased !== undefined)
    }
  }
  return [...found].map(([name, erased]) => {
    const ours = name.startsWith('.')
    return { to: ours ? posix.normalize(posix.join(dirname(path), name)) : name, ours, erased }
  })
}

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.name === 'node_modules' || entry.name === 'dist') continue
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (/\.(ts|mts|js|mjs)$/.test(entry.name)) yield path
  }
}

function sourceOf(file: string): Source {
  const path = relative(root, file).split(sep).join('/')
  const text = readFileSync(file, 'utf8')
  return { path, lines: text.split('\n').length - 1, imports: importsOf(path, text) }
}

export const sources: readonly Source[] = [
  ...folders.flatMap((folder) => [...filesBelow(join(root, folder))]),
  join(root, 'playwright.config.ts'),
]
  .map(sourceOf)
  .sort((a, b) => (a.path < b.path ? -1 : 1))
