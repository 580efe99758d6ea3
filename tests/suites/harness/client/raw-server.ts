/** A server that is not an HTTP server: it writes what a test wants on the wire, byte for byte. */
import { createServer, type Socket } from 'node:net'
import { listening } from './listening.ts'

export interface RawServer {
  readonly url: string
  /** Every request as received, head and as much of the body as was read. */
  readonly requests: readonly string[]
}

/** What to do with a connection whose request head has come. */
export type Act = (socket: Socket, head: string) => void

/** Starts one that lives as long as the test file. */
export async function rawServer(act: Act): Promise<RawServer> {
  const requests: string[] = []
  const server = createServer((socket) => {
    let current = -1
    let length = 0
    socket.on('data', (data) => {
      const text = data.toString('latin1')
      const known = requests[current]
      // A head begins with a method; anything else continues the body of the request before it.
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

/** The total number of characters of a request, by its head. */
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

/** Writes the same bytes again and again until the connection is gone. */
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
