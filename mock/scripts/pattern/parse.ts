import { type Characters, CLASSES, IN_LINE, othersOf } from './characters.ts'

/** A pattern as a tree. */
export type Tree =
  | { readonly is: 'one'; readonly of: Characters }
  | { readonly is: 'edge'; readonly of: 'begin' | 'end' | 'word' | 'no word' }
  | { readonly is: 'row'; readonly of: readonly Tree[] }
  | { readonly is: 'choice'; readonly of: readonly Tree[] }
  | { readonly is: 'repeat'; readonly of: Tree; readonly least: number; readonly most: number }

const LONGEST = 500
const DEEPEST = 50
const MOST_TIMES = 1000

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', '0': '\0' }
/** What needs a backslash to stand for itself. */
const SIGNS = '^$\\.*+?()[]{}|/'
const EDGES: Readonly<Record<string, 'word' | 'no word'>> = { b: 'word', B: 'no word' }

/** Reads a pattern: the regular expressions of JavaScript, without what looks ahead, behind, or back at a group. */
class Reader {
  readonly #signs: readonly string[]
  #at = 0
  #depth = 0

  constructor(pattern: string) {
    this.#signs = [...pattern]
  }

  whole(): Tree {
    const tree = this.#choice()
    if (this.#at < this.#signs.length) this.#refuse('a ) has no ( before it')
    return tree
  }

  #refuse(what: string): never {
    throw new RangeError(`The pattern cannot be used: ${what} (at character ${this.#at + 1}).`)
  }

  #takes(text: string): boolean {
    const found = [...text].every((sign, at) => this.#signs[this.#at + at] === sign)
    if (found) this.#at += text.length
    return found
  }

  #next(): string {
    const sign = this.#signs[this.#at]
    if (sign === undefined) this.#refuse('it ends too early')
    this.#at += 1
    return sign
  }

  #choice(): Tree {
    if (++this.#depth > DEEPEST) this.#refuse('groups are nested too deeply')
    const ways = [this.#row()]
    while (this.#takes('|')) ways.push(this.#row())
    this.#depth -= 1
    return ways.length === 1 ? (ways[0] as Tree) : { is: 'choice', of: ways }
  }

  #row(): Tree {
    const parts: Tree[] = []
    for (let sign = this.#signs[this.#at]; sign !== undefined && sign !== '|' && sign !== ')'; ) {
      parts.push(this.#repeated(this.#part()))
      sign = this.#signs[this.#at]
    }
    return { is: 'row', of: parts }
  }

  #part(): Tree {
    const sign = this.#next()
    if (sign === '(') return this.#group()
    if (sign === '[') return { is: 'one', of: this.#set() }
    if (sign === '.') return { is: 'one', of: IN_LINE }
    if (sign === '^' || sign === '$') return { is: 'edge', of: sign === '^' ? 'begin' : 'end' }
    if (sign === '\\') {
      const edge = EDGES[this.#signs[this.#at] ?? '']
      if (edge === undefined) return { is: 'one', of: this.#escaped() }
      this.#at += 1
      return { is: 'edge', of: edge }
    }
    if ('*+?{}]'.includes(sign)) {
      this.#at -= 1
      this.#refuse(`${sign} stands for itself only behind a backslash`)
    }
    return { is: 'one', of: only(sign) }
  }

  #group(): Tree {
    if (this.#takes('?') && !this.#takes(':'))
      this.#refuse('of the groups with a question mark it takes (?: ) alone; nothing looks ahead or behind')
    const tree = this.#choice()
    if (!this.#takes(')')) this.#refuse('a ( has no ) behind it')
    return tree
  }

  /** What a backslash makes of the sign behind it. */
  #escaped(): Characters {
    const sign = this.#next()
    const known = CLASSES[sign]
    if (known) return known
    if (sign === 'u') return only(this.#point(4))
    if (sign === 'x') return only(this.#point(2))
    const meant = SIGNS.includes(sign) ? sign : CONTROLS[sign]
    if (meant === undefined) this.#refuse(`\\${sign} means nothing here`)
    return only(meant)
  }

  #point(digits: number): string {
    const hex = this.#signs.slice(this.#at, this.#at + digits).join('')
    if (hex.length < digits || /[^\da-f]/i.test(hex)) this.#refuse(`${digits} hexadecimal digits belong here`)
    this.#at += digits
    return String.fromCodePoint(Number.parseInt(hex, 16))
  }

  #set(): Characters {
    const others = this.#takes('^')
    const ranges: (readonly [number, number])[] = []
    while (!this.#takes(']')) {
      const first = this.#member()
      if (this.#signs[this.#at] !== '-' || this.#signs[this.#at + 1] === ']') {
        ranges.push(...(first.others ? othersOf(first.ranges) : first.ranges))
        continue
      }
      this.#at += 1
      ranges.push(this.#span(first, this.#member()))
    }
    return { ranges, others }
  }

  #member(): Characters {
    if (this.#takes('\\-')) return only('-')
    return this.#takes('\\') ? this.#escaped() : only(this.#next())
  }

  #span(first: Characters, last: Characters): readonly [number, number] {
    const [from, to] = [pointOf(first), pointOf(last)]
    if (from === undefined || to === undefined) this.#refuse('a - stands between two single characters')
    if (from > to) this.#refuse('the two characters around a - are in the wrong order')
    return [from, to]
  }

  #repeated(of: Tree): Tree {
    const bounds = this.#bounds()
    if (!bounds) return of
    if (of.is === 'edge') this.#refuse('a place cannot be repeated')
    // Whether it takes as much as it can, or as little, makes no difference to whether it is found.
    this.#takes('?')
    if (this.#bounds()) this.#refuse('this is repeated twice')
    return { is: 'repeat', of, ...bounds }
  }

  #bounds(): { least: number; most: number } | undefined {
    const endless = Number.POSITIVE_INFINITY
    if (this.#takes('*')) return { least: 0, most: endless }
    if (this.#takes('+')) return { least: 1, most: endless }
    if (this.#takes('?')) return { least: 0, most: 1 }
    if (!this.#takes('{')) return undefined
    const [text, from = '', comma, to = ''] =
      /^(\d{1,9})(,(\d{0,9}))?\}/.exec(this.#signs.slice(this.#at, this.#at + 21).join('')) ?? []
    if (text === undefined) this.#refuse('a { begins a repetition such as {2}, {2,} or {2,5}')
    const least = Number(from)
    const most = comma === undefined ? least : to === '' ? endless : Number(to)
    if (least > most) this.#refuse('the two numbers are in the wrong order')
    if (least > MOST_TIMES || (most !== endless && most > MOST_TIMES))
      this.#refuse(`a repetition goes up to ${MOST_TIMES}`)
    this.#at += text.length
    return { least, most }
  }
}

function only(character: string): Characters {
  const point = character.codePointAt(0) as number
  return { ranges: [[point, point]], others: false }
}

/** Undefined where it is a class. */
function pointOf({ ranges, others }: Characters): number | undefined {
  const [[first, last] = [0, -1], ...more] = ranges
  return !others && more.length === 0 && first === last ? first : undefined
}

/** @throws RangeError that says what is wrong with the pattern, and where */
export function parsePattern(pattern: string): Tree {
  if (pattern.length > LONGEST) throw new RangeError(`The pattern has more than ${LONGEST} characters.`)
  return new Reader(pattern).whole()
}
