/** A body as received, piece by piece: its bytes in one buffer, with arrival times. */
import type { HttpResponse } from '../http/exchange.ts'

/** The maximum number of pieces to record. Above it, neighbours are merged, so that they do not fill the memory. */
export const MAX_PIECES = 1000

/** Bytes to add for each piece above that number, for its overhead: a chunk line of HTTP/1.1 or a frame head. */
const FRAMING = 8

export class ReceivedBytes {
  #bytes = Buffer.alloc(0)
  #size = 0
  #packets: [offset: number, at: number][] = []
  #pieces = 0
  /** The number of pieces that are merged into one. */
  #together = 1

  get size(): number {
    return this.#size
  }

  /** The start and the arrival time of each piece; merged pieces have the values of the first one. */
  get packets(): HttpResponse['packets'] {
    return this.#packets
  }

  /** @returns the bytes to count for the piece in the budget */
  add(piece: Uint8Array, at: number): number {
    this.#note(at)
    // The parser reuses its buffer, so a piece has to be copied.
    if (this.#size === 0) this.#bytes = Buffer.from(piece)
    else {
      this.#makeRoom(piece.length)
      this.#bytes.set(piece, this.#size)
    }
    this.#size += piece.length
    return piece.length + (this.#pieces > MAX_PIECES ? FRAMING : 0)
  }

  /** The whole body. */
  whole(): Buffer {
    // Unused space would stay in memory as long as the response.
    if (this.#bytes.length > this.#size) this.#bytes = Buffer.from(this.#bytes.subarray(0, this.#size))
    return this.#bytes
  }

  /** A copy of the first bytes, so that the other bytes can be freed. */
  beginning(most: number): Buffer {
    return Buffer.from(this.#bytes.subarray(0, Math.min(most, this.#size)))
  }

  #note(at: number): void {
    if (this.#pieces % this.#together === 0) {
      if (this.#packets.length === MAX_PIECES) {
        this.#packets = this.#packets.filter((_, index) => index % 2 === 0)
        this.#together *= 2
      }
      this.#packets.push([this.#size, at])
    }
    this.#pieces += 1
  }

  #makeRoom(length: number): void {
    const needed = this.#size + length
    if (needed <= this.#bytes.length) return
    const roomier = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length))
    roomier.set(this.#bytes.subarray(0, this.#size))
    this.#bytes = roomier
  }
}
