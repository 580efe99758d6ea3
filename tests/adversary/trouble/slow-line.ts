/** A line of so many bytes a second that all connections share. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Bytes that go out at once; larger ones would let a short answer wait for a whole large body. */
const PIECE = 4096

export class SlowLine {
  readonly #bytesPerSecond: number
  /** When the line has sent all that it was given so far. */
  #freeAt = 0

  constructor(bytesPerSecond: number) {
    this.#bytesPerSecond = bytesPerSecond
  }

  /** Gives a chunk piece by piece, each one when the line has carried it. */
  async *carry(chunk: Buffer): AsyncGenerator<Buffer> {
    for (let at = 0; at < chunk.length; at += PIECE) {
      const piece = chunk.subarray(at, at + PIECE)
      const now = performance.now()
      this.#freeAt = Math.max(now, this.#freeAt) + (piece.length / this.#bytesPerSecond) * 1000
      const wait = this.#freeAt - now
      // Timers are coarse: what is shorter than this adds up in `#freeAt` and is waited for later.
      if (wait > 2) await sleep(wait)
      yield piece
    }
  }
}
