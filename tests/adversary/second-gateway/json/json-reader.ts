import type { Freedoms } from '../freedoms/index.ts'

/** A number as the sender wrote it: a double could not distinguish the largest int64 from its successor. */
export class NumberText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Parsed JSON. Objects are Maps, so that a member named __proto__ is an ordinary member. */
export type Read = null | boolean | string | NumberText | Read[] | Map<string, Read>

/** Thrown for a text that RFC 8259 does not allow, or that nests deeper than any valid request. */
export class JsonFault extends Error {}

// A valid request is four levels deep. Without a limit, a megabyte of brackets would overflow the
// stack, and a mistake of the client would become a 500.
const deepest = 64

const blank = /[ \t\n\r]*/y
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const words = { true: true, false: false, null: null }

/** Reads one JSON text, keeping every number's spelling. */
export function readJson(text: string, options: Pick<Freedoms, 'duplicateKeys'>): Read {
  let at = 0

  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }

  /** Skips one character, with the white space on both sides of it. */
  const skip = (character: string): boolean => {
    take(blank)
    if (text[at] !== character) return false
    at += 1
    take(blank)
    return true
  }

  const fail = (): never => {
    throw new JsonFault(`not JSON at character ${at}`)
  }

  const value = (depth: number): Read => {
    if (depth > deepest) fail()
    if (skip('{')) return object(depth)
    if (skip('[')) return array(depth)
    if (text[at] === '"') return string()
    const spelling = take(number)
    if (spelling !== '') return new NumberText(spelling)
    for (const [word, meaning] of Object.entries(words)) {
      if (!text.startsWith(word, at)) continue
      at += word.length
      return meaning
    }
    return fail()
  }

  const object = (depth: number): Read => {
    const members = new Map<string, Read>()
    if (skip('}')) return members
    do {
      if (text[at] !== '"') fail()
      const name = string()
      if (!skip(':')) fail()
      const content = value(depth + 1)
      const known = members.has(name)
      if (known && options.duplicateKeys === 'refuse') throw new JsonFault('using one name twice')
      if (!known || options.duplicateKeys === 'last') members.set(name, content)
    } while (skip(','))
    if (!skip('}')) fail()
    return members
  }

  const array = (depth: number): Read => {
    const items: Read[] = []
    if (skip(']')) return items
    do items.push(value(depth + 1))
    while (skip(','))
    if (!skip(']')) fail()
    return items
  }

  const string = (): string => {
    const from = at
    at += 1
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    at += 1
    // This reader only finds the end of a string; JSON.parse checks escapes and control characters.
    try {
      return JSON.parse(text.slice(from, at)) as string
    } catch {
      throw new JsonFault(`not a string at character ${from}`)
    }
  }

  take(blank)
  const whole = value(1)
  take(blank)
  if (at !== text.length) fail()
  return whole
}
