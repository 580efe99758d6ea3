import { type Characters, has, isWord } from './characters.ts'
import { parsePattern, type Tree } from './parse.ts'

/** One state of the search: it reads a character, checks a place, or leads on without reading. */
type State =
  | { readonly read: Characters; readonly then: number }
  | { readonly edge: 'begin' | 'end' | 'word' | 'no word'; readonly then: number }
  | { readonly either: readonly number[] }
  | { readonly found: true }

/** Repetitions are written out; each character of a text costs at most so many steps. */
const MOST_STATES = 1000

/**
 * A pattern whose search takes time in proportion to the text and to the pattern with its repetitions written out: all
 * ways are followed at once, and none is tried twice. No text makes it try its ways over and over.
 */
export class Pattern {
  readonly #states: State[] = [{ found: true }]
  readonly #first: number
  readonly #ignoreCase: boolean

  /** @throws RangeError that says what is wrong with the pattern, and where */
  constructor(pattern: string, ignoreCase = false) {
    this.#ignoreCase = ignoreCase
    this.#first = this.#add(parsePattern(pattern), 0)
  }

  /** Whether it is found anywhere in a text. */
  isIn(text: string): boolean {
    let [now, next] = [new Set<number>(), new Set<number>()]
    let before: number | undefined
    for (let at = 0; ; ) {
      const point = text.codePointAt(at)
      if (this.#enter(this.#first, now, before, point)) return true
      if (point === undefined) return false
      at += point > 0xffff ? 2 : 1
      const after = text.codePointAt(at)
      for (const number of now) {
        const state = this.#states[number] as State
        if ('read' in state && has(state.read, point, this.#ignoreCase) && this.#enter(state.then, next, point, after))
          return true
      }
      before = point
      now.clear()
      ;[now, next] = [next, now]
    }
  }

  /** Adds a state, and those that it leads to without reading. True where the pattern is found. */
  #enter(first: number, into: Set<number>, before: number | undefined, after: number | undefined): boolean {
    const open = [first]
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      if (into.has(number)) continue
      into.add(number)
      const state = this.#states[number] as State
      if ('found' in state) return true
      if ('either' in state) open.push(...state.either)
      else if ('edge' in state && holds(state.edge, before, after)) open.push(state.then)
    }
    return false
  }

  #state(state: State): number {
    if (this.#states.length >= MOST_STATES)
      throw new RangeError('The pattern cannot be used: it repeats too much; lower the numbers in braces.')
    return this.#states.push(state) - 1
  }

  /** Adds the states of a tree, which lead to `then`. The number of their first one. */
  #add(tree: Tree, then: number): number {
    if (tree.is === 'one') return this.#state({ read: tree.of, then })
    if (tree.is === 'edge') return this.#state({ edge: tree.of, then })
    if (tree.is === 'row') return tree.of.reduceRight((next, part) => this.#add(part, next), then)
    if (tree.is === 'choice') return this.#state({ either: tree.of.map((way) => this.#add(way, then)) })
    return this.#repeat(tree, then)
  }

  #repeat({ of, least, most }: Extract<Tree, { is: 'repeat' }>, then: number): number {
    let first = then
    if (most === Number.POSITIVE_INFINITY) {
      const ways = [then]
      first = this.#state({ either: ways })
      ways.push(this.#add(of, first))
    } else {
      for (let more = least; more < most; more++) first = this.#state({ either: [then, this.#add(of, first)] })
    }
    for (let times = 0; times < least; times++) first = this.#add(of, first)
    return first
  }
}

function holds(edge: string, before: number | undefined, after: number | undefined): boolean {
  if (edge === 'begin') return before === undefined
  if (edge === 'end') return after === undefined
  return (isWord(before) !== isWord(after)) === (edge === 'word')
}
