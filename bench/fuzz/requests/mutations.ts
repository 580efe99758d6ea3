/** Damages bytes of meaningful text. */
import type { Draw } from './draw.ts'

type Mutate = (bytes: Buffer, draw: Draw) => Buffer

/** Bytes that readers often get wrong: ends of lines and strings, punctuation, and bytes that are not UTF-8. */
const NASTY = [
  ...['\r', '\n', '\r\n', '\r\n\r\n', '\0', ' ', ':', ',', '"', '{', '[', '-', '0'],
  ...['\x80', '\xff', '\xed\xa0\x80', '%', '\t'],
].map((text) => Buffer.from(text, 'latin1'))

/** The maximum length of a piece that is removed or repeated. */
const PIECE = 40

const MUTATIONS: readonly Mutate[] = [
  function flip(bytes, draw) {
    const changed = Buffer.from(bytes)
    const at = draw.below(bytes.length)
    changed[at] = (changed[at] ?? 0) ^ (1 << draw.below(8))
    return changed
  },
  function overwrite(bytes, draw) {
    const changed = Buffer.from(bytes)
    changed[draw.below(bytes.length)] = draw.below(256)
    return changed
  },
  function cut(bytes, draw) {
    return bytes.subarray(0, draw.below(bytes.length))
  },
  function remove(bytes, draw) {
    const at = draw.below(bytes.length)
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + draw.below(PIECE))])
  },
  function repeat(bytes, draw) {
    const at = draw.below(bytes.length)
    const end = at + 1 + draw.below(PIECE)
    return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)])
  },
  function insert(bytes, draw) {
    const at = draw.below(bytes.length + 1)
    return Buffer.concat([bytes.subarray(0, at), draw.of(NASTY), bytes.subarray(at)])
  },
  function move(bytes, draw) {
    const [from, to] = [draw.below(bytes.length), draw.below(bytes.length)]
    const piece = bytes.subarray(from, from + 1 + draw.below(PIECE))
    const rest = Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + piece.length)])
    return Buffer.concat([rest.subarray(0, to), piece, rest.subarray(to)])
  },
]

/** Damages bytes in one to three places. */
export function mutated(bytes: Buffer, draw: Draw): Buffer {
  let changed = bytes
  for (let times = 1 + draw.below(3); times > 0 && changed.length > 0; times -= 1)
    changed = draw.of(MUTATIONS)(changed, draw)
  return changed
}
