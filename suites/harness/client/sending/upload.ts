/** How the body of a request goes out: in one piece, or in several. */
import type { Plan } from '../../http/request.ts'

/** For reading an early response: bytes of each piece, and milliseconds between pieces. */
const PACED = { piece: 16 * 1024, pause: 2 }
/** For a body in chunks: their number, which divides characters as well, and the most bytes of each, as streams of files have. */
const CHUNKS = { pieces: 7, most: 64 * 1024 }
/** For a slow caller: the number of pieces of a small body, and milliseconds between them. */
const SLOW = { pieces: 6, pause: 60 }

async function* pieces(body: Uint8Array, piece: number, pause: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += piece) {
    yield Buffer.from(body.subarray(at, at + piece))
    if (pause > 0) await new Promise((go) => setTimeout(go, pause))
  }
}

/** A body in one piece, or in several if the plan asks for that. */
export function uploadOf(
  body: Uint8Array,
  { slow, framing }: Plan,
  paced: boolean,
): Uint8Array | AsyncGenerator<Buffer> {
  if (slow) return pieces(body, Math.ceil(body.length / SLOW.pieces), SLOW.pause)
  if (paced) return pieces(body, PACED.piece, PACED.pause)
  return framing === 'chunked' ? pieces(body, Math.min(Math.ceil(body.length / CHUNKS.pieces), CHUNKS.most), 0) : body
}
