/**
 * The positions of names in the sources, as `file:line`. It searches for literal names, like a reader with grep. Only a
 * checkout has sources: in the package it finds nothing.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { root } from '../../../schemas/index.ts'
import { entryOf } from '../../../suites/harness/http/compact.ts'

interface Search {
  /** A file or a folder, from the root of the project. */
  readonly in: string
  readonly except?: string
  /** Its group `names` holds one name or several. */
  readonly pattern: RegExp
}

const QUOTED = /'(?<names>[a-z][\w.-]*)'/dg

/** A pattern to search for, and where. */
const searches = {
  statement: [{ in: 'schemas/requirements.yaml', pattern: /^ *(?:- )?id: (?<names>[\w-]+)/dgm }],
  check: [
    // Skip comparisons: a name in a comparison is not a declaration.
    { in: 'suites/checks', pattern: /(?<!=== )'(?<names>[a-z][\w.-]*)'/dg },
    { in: 'suites/cases', pattern: /^- requirement: (?<names>[\w-]+)/dgm },
  ],
  judge: [{ in: 'suites/harness/judge', pattern: QUOTED }],
  schema: [{ in: 'schemas/wire', pattern: /"x-(?:requirement|closed)": "(?<names>[\w-]+)"/dg }],
  rule: [{ in: 'mock', except: 'mock/deviations/', pattern: /\bkeeps: ?(?<names>\[[^\]]*\]|[^\n]*)/dg }],
  deviation: [
    {
      in: 'mock/deviations',
      pattern: /^ {2,6}(?:(?:breaking|allowed)\(.*\{ )?'(?<names>[a-z\d]+(?:-[a-z\d]+)*)(?:: [^\n]+?)?':/dgm,
    },
  ],
} as const satisfies Readonly<Record<string, readonly Search[]>>

export type Sought = keyof typeof searches

/** Every location of a name; empty in the package. */
export const locationsOf = (sought: Sought, name: string): readonly string[] =>
  entryOf(indexes, sought, () => indexOf(sought)).get(name) ?? []

/** Whether there are sources to search. */
export const hasSources = existsSync(join(root, 'mock/deviations')) && existsSync(join(root, 'suites/checks'))

type Index = ReadonlyMap<string, readonly string[]>

const indexes = new Map<Sought, Index>()

function indexOf(sought: Sought): Index {
  const made = new Map<string, string[]>()
  for (const search of hasSources ? searches[sought] : [])
    for (const file of filesOf(search))
      for (const [name, line] of namesIn(readFileSync(join(root, file), 'utf8'), search.pattern)) {
        const locations = entryOf(made, name, () => [])
        if (!locations.includes(`${file}:${line}`)) locations.push(`${file}:${line}`)
      }
  return made
}

function filesOf({ in: start, except }: Search): string[] {
  if (start.endsWith('.yaml')) return [start]
  return readdirSync(join(root, start), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => except === undefined || !file.startsWith(except))
    .sort()
}

/** Each name of a text with its line. */
export const namesIn = (text: string, pattern: RegExp): [name: string, line: number][] =>
  [...text.matchAll(pattern)].flatMap(({ groups, indices }) => {
    const from = indices?.groups?.names?.[0] ?? 0
    return [...(groups?.names ?? '').matchAll(/[a-z\d][\w.-]*/g)].map(({ 0: name, index }): [string, number] => [
      name,
      text.slice(0, from + index).split('\n').length,
    ])
  })
