/** A raw TCP server, which writes exactly the bytes of a test. */
import { createServer, type Socket } from 'node:net'
import { listening } from './listening.ts'

export interface RawServer {
  readonly url: string
  /** Every request as received: the head, and the part of the body that was read. */
  readonly requests: readonly string[]
}

/** Handles a connection once a request head was received. */
export type Act = (socket: Socket, head: string) => void

/** Starts a server that is closed after the test file. */
export async function rawServer(act: Act): Promise<RawServer> {
  const requests: string[] = []
  const server = createServer((socket) => {
    let current = -1
    let length = 0
    socket.on('data', (data) => {
      const text = data.toString('latin1')
      const known = requests[current]
      // Until the request has its full length, more data belongs to its body.
      if (known !== undefined && known.length < length) {
        requests[current] = known + text
        return
      }
      current = requests.push(text) - 1
      length = lengthOf(text)
      act(socket, text.slice(0, text.indexOf('\r\n\r\n')))
    })
  })
  return { url: `http://127.0.0.1:${await listening(server)}`, requests }
}

/** The total length of a request, according to its head. */
function lengthOf(text: string): number {
  const head = text.indexOf('\r\n\r\n') + 4
  if (/transfer-encoding: chunked/i.test(text)) return Number.POSITIVE_INFINITY
  return head + Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
}

/** A response with a body of known length. */
export function http(
  status: string,
  body: string,
  headers: readonly string[] = ['Content-Type: application/json', 'x-svc-request-id: req-1'],
): string {
  return [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n')
}

/** Repeats the same bytes until the connection ends. */
export function pouring(begin: string, more: string, pause = 0): Act {
  return (socket) => {
    socket.write(begin)
    const next = (): void => {
      if (!socket.destroyed) socket.write(more, () => setTimeout(next, pause))
    }
    next()
  }
}

/** Writes a text in pieces that arrive one by one. */
export async function inPieces(
  socket: Socket,
  text: string | Uint8Array,
  cuts: readonly number[],
  pause = 1,
): Promise<void> {
  const bytes = Buffer.from(text as string)
  socket.setNoDelay(true)
  const ends = [...cuts.filter((cut) => cut > 0 && cut < bytes.length), bytes.length]
  let start = 0
  for (const end of ends) {
    socket.write(bytes.subarray(start, end))
    start = end
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
