/** The layers of folders in a top-level folder: a file imports only from its folder and lower ones, including types. */
import type { Source } from './sources.ts'

export interface Layers {
  readonly parent: string
  /** From top to bottom. Folders of one layer do not import from each other. */
  readonly layers: readonly (readonly string[])[]
}

/** Files directly in the folder are entry points: they may import anything, and nothing below imports them. */
export const layeredFolders: readonly Layers[] = [
  {
    parent: 'mock/',
    layers: [
      ['testing'],
      ['server'],
      ['control'],
      // Faults and variants wrap the gateway, which does not know them.
      ['deviations'],
      ['gateway'],
      ['scripts'],
      ['journal'],
      ['core'],
    ],
  },
  {
    parent: 'suites/harness/',
    layers: [
      ['report'],
      // Traffic of other clients is judged separately from the requests of a run.
      ['run', 'traffic'],
      ['explain'],
      ['variation'],
      ['client', 'arbitraries', 'reachability', 'sets'],
      ['judge'],
      ['target'],
      ['http'],
      ['catalogue'],
      ['text'],
    ],
  },
]

/** Imports from a higher layer or another folder of the same layer. */
export function upwardIn({ parent, layers }: Layers, sources: readonly Source[]): string[] {
  /** The index of the layer of a file; -1 for an entry point. */
  const depthOf = (path: string): number => layers.findIndex((folders) => folders.includes(folderOf(path)))
  const folderOf = (path: string): string => path.slice(parent.length).split('/').slice(0, -1)[0] ?? ''
  return sources
    .filter(({ path }) => path.startsWith(parent))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ to }) => to.startsWith(parent) && folderOf(to) !== folderOf(path) && depthOf(to) <= depthOf(path))
        .map(({ to }) => `${path} → ${to}`),
    )
}

/** Folders without a layer. */
export function unnamedIn({ parent, layers }: Layers, paths: readonly string[]): string[] {
  const folders = paths.filter((path) => path.startsWith(parent)).map((path) => path.slice(parent.length).split('/'))
  const names = new Set(folders.flatMap(([folder = '', ...rest]) => (rest.length > 0 ? [folder] : [])))
  return [...names].filter((name) => !layers.flat().includes(name))
}
