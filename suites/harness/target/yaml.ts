/** A YAML text whose every place can be named as file, line and column. */
import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml'

export type Place = readonly (string | number)[]

export interface YamlMistake {
  readonly place: Place
  /** The name of the last step is what is wrong, not its value. */
  readonly name?: boolean
  readonly message: string
}

export class YamlSource {
  readonly #name: string
  readonly #lines = new LineCounter()
  readonly #document: Document

  constructor(text: string, name: string) {
    this.#name = name
    this.#document = parseDocument(text, { lineCounter: this.#lines, uniqueKeys: true, prettyErrors: false })
  }

  /** What keeps the text from being YAML. */
  get syntaxErrors(): string[] {
    return this.#document.errors.map(({ pos, message }) => `${this.#at(pos[0])}: ${message}`)
  }

  /** The text as data. */
  get value(): unknown {
    return this.#document.toJS({ maxAliasCount: 50 })
  }

  /** Replaces every text outside of names by what `change` makes of it. */
  changeTexts(change: (text: string, place: Place) => string): void {
    visit(this.#document, {
      Scalar: (key, node, path) => {
        if (key === 'key' || typeof node.value !== 'string') return
        node.value = change(node.value, placeOf(path, key))
      },
    })
  }

  /** Mistakes in words, one line each, in the order of their places. */
  tell(mistakes: readonly YamlMistake[]): string[] {
    return mistakes
      .map((mistake) => ({ ...mistake, offset: this.#offset(mistake.place, mistake.name ?? false) }))
      .sort((a, b) => a.offset - b.offset)
      .map(({ place, message, offset }) => `${this.#at(offset)}: ${spell(place)}${message}`)
  }

  #at(offset: number): string {
    const { line, col } = this.#lines.linePos(offset)
    return `${this.#name}:${line}:${col}`
  }

  /** What is missing stands where its parent does. */
  #offset(place: Place, name: boolean): number {
    for (let length = place.length; length >= 0; length -= 1) {
      const last = place[length - 1]
      const parent: unknown = length > 0 ? this.#node(place.slice(0, length - 1)) : undefined
      const pair =
        name && isMap(parent)
          ? parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(last))
          : undefined
      const node: unknown = pair ? pair.key : this.#node(place.slice(0, length))
      const range = (node as { range?: readonly number[] | null } | null | undefined)?.range
      if (range?.[0] !== undefined) return range[0]
    }
    return 0
  }

  #node(place: Place): unknown {
    return place.length === 0 ? this.#document.contents : this.#document.getIn(place, true)
  }
}

function spell(place: Place): string {
  const path = place.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('')
  return path === '' ? 'the file ' : `${path} `
}

/** Where a visited node stands. */
function placeOf(path: readonly unknown[], key: number | string | null): Place {
  const place: (string | number)[] = []
  for (const [index, step] of path.entries()) {
    const name = (step as { key?: unknown }).key
    if (isScalar(name)) place.push(String(name.value))
    else if (isSeq(step) && index + 1 < path.length) place.push(step.items.indexOf(path[index + 1]))
  }
  return typeof key === 'number' ? [...place, key] : place
}
