/** Cuts long files into records, with memory for only one record. */

/** The maximum number of characters in a record. A body of 1 MiB, written as base64 or with escapes, has far fewer. */
const MAX_LENGTH = 64 * 1024 * 1024

/** A piece of a file, and where it begins: its line, or its number. */
export interface Piece {
  readonly text: string
  readonly number: number
}

type Chunks = AsyncIterable<string>

/** The byte order mark that some tools write before the first line. */
const BOM = /^\uFEFF/

/** The lines of a text, without empty ones. */
export async function* linesOf(chunks: Chunks): AsyncGenerator<Piece> {
  let rest: string[] = []
  let length = 0
  let number = 0
  const piece = (): Piece[] => {
    const text = number === 0 ? rest.join('').replace(BOM, '') : rest.join('')
    rest = []
    length = 0
    number += 1
    return text.trim() === '' ? [] : [{ text, number }]
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      rest.push(chunk.slice(from, end))
      yield* piece()
      from = end + 1
    }
    if (length < MAX_LENGTH) rest.push(chunk.slice(from))
    length += chunk.length - from
  }
  yield* piece()
}

const OUTSIDE = -1
const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN, CLOSE] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d]

/**
 * The objects in every array that is the value of a member with this name, at any depth, in one or several JSON texts.
 * Without a name, it yields these texts themselves. If the last text is cut off, so is the last piece, which may be empty.
 */
export async function* itemsOf(chunks: Chunks, member?: string): AsyncGenerator<Piece> {
  let depth = 0
  /** The depth of the array whose items are read; OUTSIDE of one. */
  let within = member === undefined ? 0 : OUTSIDE
  let isText = false
  let isEscaped = false
  let number = 0
  /** The text before an array, without white space: its member. */
  let before = ''
  const start = `"${member}":[`
  let item: string[] | undefined
  for await (const chunk of chunks) {
    let from = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at)
      if (within === OUTSIDE && code > 0x20) before = before.slice(-start.length) + chunk[at]
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (code === BACKSLASH) isEscaped = true
        else if (code === QUOTE) isText = false
      } else if (code === QUOTE) isText = true
      else if (code === OPEN_BRACE || code === OPEN) {
        depth += 1
        if (within === OUTSIDE && code === OPEN && before.endsWith(start)) within = depth
        else if (within !== OUTSIDE && depth === within + 1 && code === OPEN_BRACE) {
          item = []
          from = at
        }
      } else if (code === CLOSE_BRACE || code === CLOSE) {
        depth -= 1
        if (item && depth === within) {
          number += 1
          yield { text: item.join('') + chunk.slice(from, at + 1), number }
          item = undefined
        } else if (depth < within) {
          within = OUTSIDE
          before = ''
        }
      }
    }
    item?.push(chunk.slice(from))
  }
  if (depth > 0) yield { text: item?.join('') ?? '', number: number + 1 }
}
