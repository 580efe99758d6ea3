/** The order of folders in a top-level folder: a file imports from its own folder and from those below, types included. */
import type { Source } from './sources.ts'

export interface Layers {
  readonly room: string
  /** From the top to the bottom. Folders of one layer know nothing of each other. */
  readonly layers: readonly (readonly string[])[]
}

/** Files directly in it are its entry points: they import from everywhere, and nothing below imports them. */
export const rooms: readonly Layers[] = [
  {
    room: 'mock/',
    layers: [
      ['testing'],
      ['server'],
      ['control'],
      // Faults and variants wrap the gateway, which knows nothing of them.
      ['deviations'],
      ['gateway'],
      ['scripts'],
      ['journal'],
      ['core'],
    ],
  },
  {
    room: 'suites/harness/',
    layers: [
      ['report'],
      // Traffic of others is judged separately from requests of a run.
      ['run', 'traffic'],
      ['explain'],
      ['variation'],
      ['client', 'arbitraries', 'reachability', 'sets'],
      ['judge'],
      ['target'],
      ['http', 'catalogue'],
      ['text'],
    ],
  },
]

/** Imports of a room that lead upward or sideways. */
export function upwardIn({ room, layers }: Layers, sources: readonly Source[]): string[] {
  /** How deep a file lies: -1 for a door. */
  const depthOf = (path: string): number => layers.findIndex((folders) => folders.includes(folderOf(path)))
  const folderOf = (path: string): string => path.slice(room.length).split('/').slice(0, -1)[0] ?? ''
  return sources
    .filter(({ path }) => path.startsWith(room))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ to }) => to.startsWith(room) && folderOf(to) !== folderOf(path) && depthOf(to) <= depthOf(path))
        .map(({ to }) => `${path} → ${to}`),
    )
}

/** Folders of a room that no layer names. */
export function unnamedIn({ room, layers }: Layers, paths: readonly string[]): string[] {
  const folders = paths.filter((path) => path.startsWith(room)).map((path) => path.slice(room.length).split('/'))
  const names = new Set(folders.flatMap(([folder = '', ...rest]) => (rest.length > 0 ? [folder] : [])))
  return [...names].filter((name) => !layers.flat().includes(name))
}
