/** The forms of a whole secret: plain, backwards, in hexadecimal, in base64 and in double base64. */
import { readingsOf } from './readings.ts'

/** Parts shorter than this occur by chance in harmless text. */
const SHORTEST = 8

/** The minimum length of each fragment, if the two ends of a key are shown. */
const SHORTEST_FRAGMENT = 4

/** A fragment of a secret that is too short to count alone, and its position. */
export interface Fragment {
  readonly from: number
  readonly to: number
  readonly span: readonly [start: number, end: number]
  readonly isOwn: boolean
}

/** A secret in one form. */
interface Written {
  readonly text: string
  /** The position of the secret in the text, without the parts of a key that are public. */
  readonly from: number
  readonly to: number
  /** Characters of the secret for each character of this form. */
  readonly unit: number
  /** The minimum number of characters that count as a part of the secret; infinite if no part does. */
  readonly least: number
}

export class Shape {
  readonly text: string
  readonly #written: Written
  readonly #isSame: (one: number, other: number) => boolean

  constructor(written: Written) {
    this.text = written.text
    this.#written = written
    // If only the whole secret counts, it may be a word that our own texts have in another case, such as a variable's name.
    this.#isSame = written.least === NO_PART ? Object.is : (one, other) => folded(one) === folded(other)
  }

  /** The matching run around a position, if it is too short to count alone; undefined if it may be a common text. */
  fragmentIn(text: string, place: number, own: number): Fragment | undefined {
    if (this.#written.unit !== 1 || this.#written.least === NO_PART) return undefined
    const shift = place - own
    let [first, last] = [own, own]
    while (last < this.text.length && text[last + shift] === this.text[last]) last += 1
    while (first > 0 && text[first - 1 + shift] === this.text[first - 1]) first -= 1
    const [from, to] = [Math.max(first, this.#written.from), Math.min(last, this.#written.to)]
    if (last - first < SHORTEST || to - from < SHORTEST_FRAGMENT || to - from >= this.#written.least) return undefined
    if (isInModel(text, first + shift)) return undefined
    const isOwn = first <= this.#written.from - KEY_BEFORE || looksDrawn(this.text.slice(from, to))
    return { from, to, span: [first + shift, last + shift], isOwn }
  }

  /** Whether fragments together reveal as much as a part that counts, and one of them is not there by chance. */
  isPartOf(fragments: readonly Fragment[]): boolean {
    const shown = new Set(fragments.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)))
    return shown.size >= this.#written.least && fragments.some(({ isOwn }) => isOwn)
  }

  /** Whether text and shape also agree before a position. */
  hasBefore(text: string, place: number, own: number): boolean {
    return own > 0 && place > 0 && this.#isSame(text.charCodeAt(place - 1), this.text.charCodeAt(own - 1))
  }

  /** The longest run around a position that text and shape share; undefined if it reveals nothing of the secret. */
  runIn(text: string, place: number, own: number): readonly [start: number, end: number] | undefined {
    let [first, last] = [own, own]
    const shift = place - own
    while (last < this.text.length && this.#isSame(text.charCodeAt(last + shift), this.text.charCodeAt(last))) last += 1
    while (first > 0 && this.#isSame(text.charCodeAt(first - 1 + shift), this.text.charCodeAt(first - 1))) first -= 1
    if (last - own < SHORTEST) return undefined
    const start = first + shift
    // Names of models consist of words and numbers, and must not be masked.
    if (isInModel(text, start) && first > this.#written.from - KEY_BEFORE) return undefined
    return this.#isWhole(first, last) || this.#isPart(text, start, first, last) ? [start, last + shift] : undefined
  }

  /** The whole secret, or all but one character: too much to show. */
  #isWhole(first: number, last: number): boolean {
    const size = this.#written.to - this.#written.from
    if (size < SHORTEST) return last - first === this.text.length
    return (
      Math.min(last, this.#written.to) - Math.max(first, this.#written.from) >=
      Math.max(SHORTEST, size - this.#written.unit)
    )
  }

  /** A part that is not there by chance: it follows another part of the key, or its characters make no words. */
  #isPart(text: string, start: number, first: number, last: number): boolean {
    // A letter at either end may differ in case.
    const shift = start - first
    let [begin, end] = [first, last]
    while (begin < end && text[begin + shift] !== this.text[begin]) begin += 1
    while (begin < end && text[end - 1 + shift] !== this.text[end - 1]) end -= 1
    const [from, to] = [Math.max(begin, this.#written.from), Math.min(end, this.#written.to)]
    if (to - from < this.#written.least || text.slice(begin + shift, end + shift) !== this.text.slice(begin, end))
      return false
    const isOfKey = begin <= this.#written.from - KEY_BEFORE
    return isOfKey || this.#written.unit !== 1 || looksDrawn(this.text.slice(from, to))
  }
}

/** The number of characters before its secret that distinguish a key from the same words elsewhere. */
const KEY_BEFORE = 3
const MAX_NAME_LENGTH = 80
const MODEL = /svc\/[a-z0-9-]*$/i
const isInModel = (text: string, start: number): boolean =>
  MODEL.test(text.slice(Math.max(0, start - MAX_NAME_LENGTH), start))

/** The minimum length of a part if no part of the secret counts. */
const NO_PART = Number.POSITIVE_INFINITY

/** Maps upper-case ASCII letters to lower case. */
export const folded = (code: number): number => (code >= 0x41 && code <= 0x5a ? code + 0x20 : code)

/** Whether a text looks random, not like words: letters and digits, or letters of both cases inside a word. */
function looksDrawn(text: string): boolean {
  return (/[a-z]/i.test(text) && /\d/.test(text)) || /[a-z][A-Z]|[A-Z]{2}[a-z]/.test(text)
}

/**
 * @param parts whether a part of the secret counts as well
 * @param isOrdinary whether a secret is an ordinary word, so that only its whole key counts
 */
export function shapesOf(secret: string, parts: boolean, isOrdinary: (text: string) => boolean): Shape[] {
  // Texts are also searched with their escapes undone, so the secret is needed in that form, too.
  return [...readingsOf(secret)].flatMap(({ text }) => {
    const before = /^svc_[^_]*_/.exec(text)?.[0].length ?? 0
    const from = isOrdinary(text.slice(before)) ? 0 : before
    const least = parts ? Math.max(SHORTEST, Math.ceil((text.length - from) / 2)) : NO_PART
    const plain: Written = { text, from, to: text.length, unit: 1, least }
    const once = inBase64(plain)
    return [plain, backwards(plain), inHexadecimal(plain), ...once, ...once.flatMap(inBase64)].map(
      (written) => new Shape(written),
    )
  })
}

function backwards({ text, from, to, ...rest }: Written): Written {
  return { ...rest, text: [...text].reverse().join(''), from: text.length - to, to: text.length - from }
}

function inHexadecimal({ text, from, to, least }: Written): Written {
  return { text: Buffer.from(text).toString('hex'), from: 2 * from, to: 2 * to, unit: 2, least: 2 * least }
}

/** The number of first base64 characters that depend on preceding bytes, by the number of these in the group. */
const SHARED = [0, 2, 3] as const
const GROWTH = 8 / 6

/** The part of a text's base64 that does not depend on the bytes around it, in both alphabets. */
function inBase64({ text, from, to, unit, least }: Written): Written[] {
  return SHARED.flatMap((shared, offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)])
    const written = bytes.toString('base64').slice(shared, Math.floor(bytes.length * GROWTH))
    const at = (index: number): number => Math.max(0, Math.ceil((index + offset) * GROWTH) - shared)
    const rest = {
      from: at(from),
      to: Math.min(at(to), written.length),
      unit: Math.ceil((unit + 1) * GROWTH),
      least: Math.ceil(least * GROWTH),
    }
    return [written, written.replaceAll('+', '-').replaceAll('/', '_')].map((one) => ({ ...rest, text: one }))
  })
}
