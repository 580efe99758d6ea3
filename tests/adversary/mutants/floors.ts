/** The groups of floors.yaml. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

export interface Group {
  readonly name: string
  /** The percentage of valid mutants that must be noticed. */
  readonly floor: number
  readonly folders: readonly string[]
  /** Tests of the group that take seconds. */
  readonly slow?: readonly string[]
}

const file = parse(readFileSync(new URL('floors.yaml', import.meta.url), 'utf8')) as Record<string, Omit<Group, 'name'>>
export const groups: readonly Group[] = Object.entries(file).map(([name, group]) => ({ name, ...group }))
