/** A YAML text in which every value has a location: file, line and column. */
import { createRequire } from 'node:module'
import type { Document, LineCounter } from 'yaml'
import { documentIn, faultOfText, faultsOfDocument, type YamlFault } from './bounds.ts'

const require = createRequire(import.meta.url)

/** Loads the library with the first file: a run without a target file does not need it. */
const yaml = (): typeof import('yaml') => require('yaml')

export type Location = readonly (string | number)[]

export interface YamlMistake {
  readonly location: Location
  /** The name of the last step is wrong, not its value. */
  readonly name?: boolean
  readonly message: string
}

/** The maximum numbers of mistakes to report, and to locate: a file of another kind has one in each line. */
const MAX_REPORTED = 20
const LOCATED = 200

export class YamlSource {
  readonly #name: string
  readonly #lines: LineCounter
  readonly #document: Document
  readonly #faults: readonly YamlFault[]

  constructor(text: string, name: string) {
    this.#name = name
    this.#lines = new (yaml().LineCounter)()
    const unread = faultOfText(text, yaml())
    const readable = unread ? text.slice(0, unread.offset) : text
    this.#document = documentIn(readable, yaml(), { lineCounter: this.#lines })
    const errors = this.#document.errors.map(({ pos, message }) => ({ offset: pos[0], message }))
    this.#faults = unread ? [unread] : errors.length > 0 ? errors : faultsOfDocument(this.#document, yaml())
  }

  /** Why the text cannot be read as YAML. */
  get syntaxErrors(): string[] {
    return listed(this.#faults.map(({ offset, message }) => `${this.#at(offset)}: ${message}`))
  }

  /** The text as data. */
  get value(): unknown {
    return this.#document.toJS({ maxAliasCount: 50 })
  }

  /** Applies `change` to every text that is not a name. Finding a location is slow, and few texts need it. */
  changeTexts(change: (text: string, location: () => Location) => string): void {
    yaml().visit(this.#document, {
      Scalar: (key, node, path) => {
        if (key === 'key' || typeof node.value !== 'string') return
        node.value = change(node.value, () => locationOf(path, key))
      },
    })
  }

  /** Mistakes in words, one line each, in the order of their locations. */
  report(mistakes: readonly YamlMistake[]): string[] {
    const lines = mistakes
      .slice(0, LOCATED)
      .map((mistake) => ({ ...mistake, offset: this.#offset(mistake.location, mistake.name ?? false) }))
      .sort((a, b) => a.offset - b.offset)
      .map(({ location, message, offset }) => `${this.#at(offset)}: ${spell(location)}${message}`)
    return listed(lines, mistakes.length)
  }

  #at(offset: number): string {
    const { line, col } = this.#lines.linePos(offset)
    return `${this.#name}:${line}:${col}`
  }

  /** A missing member has the location of its parent. */
  #offset(location: Location, name: boolean): number {
    for (let length = location.length; length >= 0; length -= 1) {
      const last = location[length - 1]
      const parent: unknown = length > 0 ? this.#node(location.slice(0, length - 1)) : undefined
      const pair =
        name && yaml().isMap(parent)
          ? parent.items.find(({ key }) => yaml().isScalar(key) && String(key.value) === String(last))
          : undefined
      const node: unknown = pair ? pair.key : this.#node(location.slice(0, length))
      const range = (node as { range?: readonly number[] | null } | null | undefined)?.range
      if (range?.[0] !== undefined) return range[0]
    }
    return 0
  }

  #node(location: Location): unknown {
    return location.length === 0 ? this.#document.contents : this.#document.getIn(location, true)
  }
}

/** The first lines, and the number of further ones. */
function listed(lines: readonly string[], all = lines.length): string[] {
  return all <= MAX_REPORTED ? [...lines] : [...lines.slice(0, MAX_REPORTED), `and ${all - MAX_REPORTED} more`]
}

function spell(location: Location): string {
  const path = location
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`))
    .join('')
  return path === '' ? 'the file ' : `${path} `
}

/** The location of a visited node. */
function locationOf(path: readonly unknown[], key: number | string | null): Location {
  const location: (string | number)[] = []
  for (const [index, step] of path.entries()) {
    const name = (step as { key?: unknown }).key
    if (yaml().isScalar(name)) location.push(String(name.value))
    else if (yaml().isSeq(step) && index + 1 < path.length) location.push(step.items.indexOf(path[index + 1]))
  }
  return typeof key === 'number' ? [...location, key] : location
}
