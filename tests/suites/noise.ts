/** A slow, unsteady line between harness and gateway, which splits packets anywhere and can reset connections. */
import { createConnection, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Draw } from '../../bench/fuzz/requests/draw.ts'
import { type Listening, listen } from '../adversary/null-servers/listening.ts'

/** Faults of a line in addition to splitting traffic. */
export interface Noise {
  readonly seed: number
  /** The maximum random delay of a piece in milliseconds. Default 0. */
  readonly latency?: number
  /** The probability that the connection is reset before a piece of a response. Default 0. */
  readonly resets?: number
}

export interface NoisyLine extends Listening {
  /** Connections that were reset so far. */
  readonly broken: number
}

/** The usual maximum of bytes of a piece; large chunks have at most some dozen pieces, or 1 MiB would take a minute. */
const MAX_PIECE_LENGTH = 400
const PIECES = 24
/** One piece in `one` is delayed much longer than the others. */
const STALL = { one: 20, ms: 15 }

/** Listens on loopback and forwards everything to `url`. */
export async function noisyLine(url: string, { seed, latency = 0, resets = 0 }: Noise): Promise<NoisyLine> {
  const draw = new Draw(seed)
  const { hostname, port } = new URL(url)
  let broken = 0

  /** Forwards bytes piece by piece. @param breaks called instead of sending a piece, to reset the connection */
  const pass = (from: Socket, to: Socket, breaks?: () => void): void => {
    let sending: Promise<void> = Promise.resolve()
    from.on('data', (bytes) => {
      sending = sending.then(async () => {
        const late = latency * draw.fraction()
        if (late >= 1) await pause(late)
        const longest = Math.max(MAX_PIECE_LENGTH, bytes.length / PIECES)
        for (let at = 0; at < bytes.length; ) {
          if (to.destroyed) return
          if (breaks && draw.fraction() < resets) return breaks()
          const size = 1 + draw.below(longest)
          to.write(bytes.subarray(at, at + size))
          at += size
          // A separate packet needs its own turn of the event loop; sometimes the line stalls.
          if (draw.fraction() < 0.3) await pause(draw.fraction() * STALL.one < 1 ? STALL.ms : 0)
        }
      })
    })
    from.on('end', () => {
      sending = sending.then(() => void to.end())
    })
  }

  const server = createServer((client) => {
    const upstream = createConnection({ host: hostname, port: Number(port) })
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true)
      socket.on('error', () => {
        client.destroy()
        upstream.destroy()
      })
    }
    pass(client, upstream)
    pass(upstream, client, () => {
      broken += 1
      client.resetAndDestroy()
      upstream.destroy()
    })
  })
  return {
    ...(await listen(server)),
    get broken() {
      return broken
    },
  }
}
