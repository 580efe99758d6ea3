/** Finds secrets in texts, whole and in part, in any encoding. Its time is proportional to the text. */
import { DEEPEST, type Reading, readingsOf, wholeEscapes } from './readings.ts'
import { type Fragment, folded, type Shape, shapesOf } from './secret-shapes.ts'

/** A part of a text. */
export type Span = readonly [start: number, end: number]

/** The number of characters with one hash: a seed. No shorter trace is found. */
const SEED = 8
const FACTOR = 31
/** The weight of the oldest character of a seed in the rolling hash, after the next character is added. */
const OLDEST = Array.from({ length: SEED }).reduce((factor: number) => Math.imul(factor, FACTOR), 1)

/** A long text is read in pieces. They overlap by the length of a key in any encoding. */
const PIECE = 256 * 1024
const SHARED = 8 * 1024

/** The maximum number of fragments of a secret to keep of a piece: a few make up half of a secret. */
const MAX_FRAGMENTS = 16

interface Seed {
  readonly shape: Shape
  readonly at: number
}

const CODES = 1 << 16

export class Traces {
  readonly #seeds = new Map<number, Seed[]>()
  /** Whether some seed has these last bits: this rules out most positions of a text at once. */
  readonly #known = new Uint8Array(CODES)
  readonly #levels: number

  /**
   * @param parts whether to find parts of a secret as well
   * @param isOrdinary whether the secret of a key is an ordinary word, so that only the whole key is a trace of it
   * @param levels the number of levels of escapes to undo
   */
  constructor(secrets: readonly string[], parts: boolean, isOrdinary: (text: string) => boolean, levels = DEEPEST) {
    this.#levels = levels
    const shapes = new Map(
      secrets.flatMap((secret) => shapesOf(secret, parts, isOrdinary)).map((shape) => [shape.text, shape]),
    )
    for (const shape of shapes.values())
      eachSeed(shape.text, (hash, at) => {
        this.#known[hash & (CODES - 1)] = 1
        const same = this.#seeds.get(hash)
        if (same) same.push({ shape, at })
        else this.#seeds.set(hash, [{ shape, at }])
      })
  }

  /** Every trace of a secret, sorted by its start. */
  in(text: string): Span[] {
    if (this.#seeds.size === 0 || text.length < SEED) return []
    const spans: Span[] = []
    for (let from = 0; from === 0 || from + SHARED < text.length; from += PIECE - SHARED)
      for (const [start, end] of this.#inPiece(text.slice(from, from + PIECE))) spans.push([from + start, from + end])
    return spans.sort(([one], [other]) => one - other)
  }

  #inPiece(piece: string): Span[] {
    const spans: Span[] = []
    for (const { text, places } of readingsOf(piece, this.#levels))
      for (const [start, end] of this.#inReading(text)) {
        if (places) spans.push(...placesOf(start, end, places))
        else spans.push(wholeEscapes(piece, start, end))
      }
    return spans
  }

  #inReading(text: string): Span[] {
    const spans: Span[] = []
    const fragments = new Map<Shape, Fragment[]>()
    const shown = new Set<Shape>()
    const known = this.#known
    let found = 0
    let hash = 0
    // Inlined, since this is the innermost loop.
    for (let last = 0; last < text.length; last += 1) {
      hash = (Math.imul(hash, FACTOR) + folded(text.charCodeAt(last))) | 0
      if (last >= SEED) hash = (hash - Math.imul(OLDEST, folded(text.charCodeAt(last - SEED)))) | 0
      if (known[hash & (CODES - 1)] === 0 || last < found) continue
      const at = last - SEED + 1
      for (const { shape, at: own } of this.#seeds.get(hash) ?? []) {
        // The run at the position before includes this one.
        if (last > found && shape.hasBefore(text, at, own)) continue
        const span = shape.runIn(text, at, own)
        if (span === undefined) {
          const fragment = shape.fragmentIn(text, at, own)
          if (fragment) fragments.set(shape, [...(fragments.get(shape) ?? []).slice(-MAX_FRAGMENTS), fragment])
        }
        if (span === undefined || span[1] <= found) continue
        spans.push(span)
        shown.add(shape)
        found = span[1]
        // If a longer trace continues after this one, it is found there.
        break
      }
    }
    for (const [shape, own] of fragments) {
      // If another part of the secret counts alone, report its remaining fragments as well.
      const counted = shape.isPartOf(own) ? own : shown.has(shape) ? own.filter(({ isOwn }) => isOwn) : []
      spans.push(...counted.map(({ span }) => span))
    }
    return spans
  }
}

/** The positions of a reading's characters in the received text; text between them is not part of a secret. */
function placesOf(start: number, end: number, { starts, ends }: NonNullable<Reading['places']>): Span[] {
  const spans: Span[] = []
  let first = start
  for (let at = start + 1; at <= end; at += 1) {
    if (at < end && starts[at] === ends[at - 1]) continue
    spans.push([starts[first] ?? 0, ends[at - 1] ?? 0])
    first = at
  }
  return spans
}

/** Visits each sequence of `SEED` characters, as its hash. */
function eachSeed(text: string, see: (hash: number, at: number) => void): void {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) {
    hash = (Math.imul(hash, FACTOR) + folded(text.charCodeAt(at))) | 0
    if (at >= SEED) hash = (hash - Math.imul(OLDEST, folded(text.charCodeAt(at - SEED)))) | 0
    if (at >= SEED - 1) see(hash, at - SEED + 1)
  }
}
