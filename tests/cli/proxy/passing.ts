/** A proxy in front of a gateway, and a client that shows each byte. */
import { connect } from 'node:net'
import type { Hop, Tap } from '../../../cli/commands/proxy/path/relay.ts'
import { type ListenOptions, listenFor } from '../../../cli/commands/proxy/path/server.ts'
import { upstreamAt } from '../../../cli/commands/proxy/path/upstream.ts'
import { JudgedTraffic, type ProxyParts } from '../../../cli/commands/proxy/proxy.ts'

export interface Passing extends AsyncDisposable {
  readonly url: string
  readonly port: number
  /** Errors of requests that could not be forwarded. */
  readonly failed: readonly string[]
}

/** A proxy that only forwards. */
export async function passTo(
  upstreamUrl: string,
  tls?: ListenOptions['tls'],
  tap: Hop['tap'] = () => undefined,
  isMirrored = false,
): Promise<Passing> {
  const upstream = upstreamAt(upstreamUrl, {})
  const failed: string[] = []
  const hop: Hop = { upstream, isMirrored, tap, failed: ({ message }) => void failed.push(message) }
  const server = await listenFor(hop, { port: 0, host: '127.0.0.1', tls })
  return {
    ...server,
    failed,
    async [Symbol.asyncDispose]() {
      await server.drain(0)
      await upstream.close()
    },
  }
}

/** A proxy that forwards and judges. */
export async function judgeTo(
  upstreamUrl: string,
  parts: Partial<ProxyParts> = {},
  isMirrored = false,
): Promise<Passing & { readonly traffic: JudgedTraffic; readonly news: readonly string[] }> {
  const news: string[] = []
  const traffic = new JudgedTraffic({ news: (sentence) => news.push(sentence), ...parts })
  const passing = await passTo(upstreamUrl, undefined, (seen): Tap | undefined => traffic.tap(seen), isMirrored)
  return {
    ...passing,
    traffic,
    news,
    async [Symbol.asyncDispose]() {
      await passing[Symbol.asyncDispose]()
      await traffic.thread.close()
    },
  }
}

/** Sends bytes, and returns the bytes received until the connection ends or `enough` holds. */
export function exchangeBytes(
  port: number,
  bytes: string,
  enough: (text: string) => boolean = () => false,
  responseTo: (text: string) => string | undefined = () => undefined,
): Promise<{ readonly text: string; readonly pieces: readonly string[]; readonly code: string | undefined }> {
  return new Promise((resolve) => {
    const pieces: string[] = []
    const socket = connect(port, '127.0.0.1')
    let code: string | undefined
    const end = (): void => {
      socket.destroy()
      resolve({ text: pieces.join(''), pieces, code })
    }
    socket.on('error', (error: NodeJS.ErrnoException) => {
      code = error.code
    })
    socket.on('close', end)
    socket.on('data', (data) => {
      pieces.push(data.toString('latin1'))
      const text = pieces.join('')
      const more = responseTo(text)
      if (more !== undefined) socket.write(more)
      if (enough(text)) end()
    })
    socket.write(bytes)
  })
}
