/** A line with limited bytes per second before the proxy, which all connections share. */
import { createConnection, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen, type Running } from '../null-servers/listening.ts'

/** Bytes per second; absent means no limit. */
export interface Speeds {
  readonly up?: number
  readonly down?: number
}

/** Bytes that are sent at once; if larger, a short response would wait for a whole large body. */
const PIECE = 4096

/** Sends the chunks of any number of connections piece by piece, each when the line has capacity. */
class Carrier {
  readonly #bytesPerSecond: number
  /** When the line will have sent everything that it was given so far. */
  #freeAt = 0

  constructor(bytesPerSecond = Number.POSITIVE_INFINITY) {
    this.#bytesPerSecond = bytesPerSecond
  }

  async carry(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const chunk of from as AsyncIterable<Buffer>)
        for (let at = 0; at < chunk.length && !to.destroyed; at += PIECE) {
          const piece = chunk.subarray(at, at + PIECE)
          const now = performance.now()
          this.#freeAt = Math.max(now, this.#freeAt) + (piece.length / this.#bytesPerSecond) * 1000
          const wait = this.#freeAt - now
          // Timers are coarse: shorter waits add up in `#freeAt`, and happen later.
          if (wait > 2) await sleep(wait)
          if (!to.destroyed) to.write(piece)
        }
      to.end()
    } catch {
      // One end was aborted: abort the other, too.
      to.destroy()
    }
  }
}

/** Listens on loopback, and forwards everything to `port` and back. */
export async function slowLine(port: number, { up, down }: Speeds): Promise<Running> {
  const uplink = new Carrier(up)
  const downlink = new Carrier(down)
  const server = createServer({ allowHalfOpen: true }, (caller) => {
    const onward = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true })
    for (const socket of [caller, onward]) {
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
    }
    void uplink.carry(caller, onward)
    void downlink.carry(onward, caller)
  })
  return listen(server)
}
