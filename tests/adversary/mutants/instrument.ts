/** All mutants of some folders, from Stryker's instrumenter, and the files with the mutants behind a switch. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../groups.ts'
import { sources } from '../../house/sources.ts'
import { npmProject } from '../../openapi/installed.ts'
import type { Group } from './floors.ts'

const PACKAGES = { '@stryker-mutator/instrumenter': '10.1.1', 'typed-inject': '5.0.0' }
/** Mutators that are not used. Strings matter little: a wrong word is not a wrong verdict. */
const EXCLUDED = ['StringLiteral']
/** The maximum number of mutants per file from which those of a group are drawn. */
export const MAX_PER_FILE = 3

type Position = Readonly<Record<'line' | 'column', number>>
type Range = Readonly<Record<'start' | 'end', Position>>

/** The part of the instrumenter's API that is used. It is not a dependency of the project. */
interface Instrumented {
  readonly files: readonly { readonly name: string; readonly content: string }[]
  readonly mutants: readonly {
    readonly id: string
    readonly fileName: string
    readonly mutatorName: string
    readonly replacement: string
    readonly location: Range
    readonly status?: string
  }[]
}

export interface Mutant {
  readonly id: string
  readonly path: string
  readonly group: string
  readonly location: Range
  /** Path and line. */
  readonly place: string
  /** The replaced code and its replacement, on one line. */
  readonly change: string
  /** The whole file with only this change. */
  readonly text: string
}

const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 90 ? `${line.slice(0, 87)}…` : line
}

/** Returns a function that converts a position to an offset. */
function offsetsIn(text: string): (position: Position) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return ({ line, column }) => (starts[line] ?? 0) + column
}

async function instrumenterIn(folder: string) {
  const packages = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`)
  const { resolve } = createRequire(join(await npmProject(folder, 'instrumenter', packages), 'package.json'))
  const load = async (name: keyof typeof PACKAGES) => await import(pathToFileURL(resolve(name)).href)
  const { createInstrumenter } = await load('@stryker-mutator/instrumenter')
  const { createInjector } = await load('typed-inject')
  const logger = new Proxy({}, { get: () => () => false })
  return createInjector().provideValue('logger', logger).injectFunction(createInstrumenter)
}

/** @param folder where the instrumenter is, or will be, installed */
export async function mutantsOf(folder: string, groups: readonly Group[]) {
  const instrumenter = await instrumenterIn(folder)
  const isIn = (path: string, { folders }: Group): boolean => folders.some((one) => path.startsWith(`${one}/`))
  const chosen = sources.flatMap(({ path }) =>
    groups.filter((group) => isIn(path, group)).map(({ name }) => [path, name]),
  )
  const groupOf = new Map(chosen as [string, string][])
  const texts = new Map([...groupOf.keys()].map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const offsets = new Map([...texts].map(([path, text]) => [path, offsetsIn(text)]))
  const options = { plugins: null, excludedMutations: EXCLUDED, ignorers: [] }
  const instrument = async (files: readonly { readonly name: string; readonly mutate: true | readonly Range[] }[]) =>
    (await instrumenter.instrument(
      files.map((file) => ({ ...file, content: texts.get(file.name) ?? '' })),
      options,
    )) as Instrumented
  const readMutant = ({ id, fileName: path, replacement, location }: Instrumented['mutants'][number]): Mutant => {
    const text = texts.get(path) ?? ''
    const offsetOf = offsets.get(path) ?? (() => 0)
    const [from, to] = [offsetOf(location.start), offsetOf(location.end)]
    return {
      id,
      path,
      group: groupOf.get(path) ?? '',
      location,
      place: `${path}:${location.start.line + 1}`,
      change: `${oneLine(text.slice(from, to))}  →  ${oneLine(replacement)}`,
      text: `${text.slice(0, from)}${replacement}${text.slice(to)}`,
    }
  }
  const { mutants } = await instrument([...texts.keys()].map((name) => ({ name, mutate: true })))
  return {
    // Mutants of excluded mutators are listed, but are not in the code.
    mutants: mutants.filter(({ status }) => status !== 'Ignored').map(readMutant),
    /** Files with these mutants, and a few others, behind a switch; each mutant gets the name that enables it. */
    behindSwitch: async (chosen: readonly Mutant[]) => {
      const byPath = Object.entries(Object.groupBy(chosen, ({ path }) => path))
      const found = await instrument(
        byPath.map(([name, same = []]) => ({ name, mutate: same.map(({ location }) => location) })),
      )
      const wanted = new Set(chosen.map(({ path, text }) => `${path}\n${text}`))
      return {
        mutants: found.mutants
          .filter(({ status }) => status !== 'Ignored')
          .map(readMutant)
          .filter(({ path, text }) => wanted.has(`${path}\n${text}`)),
        files: found.files.map(({ name, content }) => [name, content] as const),
      }
    },
  }
}
