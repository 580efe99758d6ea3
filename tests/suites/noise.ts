/** A line between harness and gateway that delays, and cuts the bytes of answers anywhere. */

import type { AddressInfo } from 'node:net'
import { createConnection, createServer, type Socket } from 'node:net'

/** Numbers from 0 to 1 that a seed decides. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function shred(from: Socket, to: Socket, random: () => number): void {
  let sending: Promise<void> = Promise.resolve()
  from.on('data', (bytes) => {
    sending = sending.then(async () => {
      for (let at = 0; at < bytes.length; ) {
        const size = 1 + Math.floor(random() * 400)
        if (to.destroyed) return
        to.write(bytes.subarray(at, at + size))
        at += size
        // A packet of its own needs a turn of its own; now and then the line is slow.
        if (random() < 0.3) await new Promise((go) => setTimeout(go, random() < 0.05 ? 15 : 0))
      }
    })
  })
  from.on('end', () => {
    sending = sending.then(() => {
      to.end()
    })
  })
}

export interface NoisyLine {
  readonly url: string
  close(): void
}

/** Listens on loopback and passes everything on to `url`. */
export async function noisyLine(url: string, seed: number): Promise<NoisyLine> {
  const random = numbers(seed)
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = createConnection({ host: hostname, port: Number(port) })
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {
        client.destroy()
        upstream.destroy()
      })
      socket.on('close', () => open.delete(socket))
    }
    client.pipe(upstream)
    shred(upstream, client, random)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
