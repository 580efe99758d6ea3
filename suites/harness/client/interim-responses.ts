/**
 * A server may send 100 Continue although no client asked for it (RFC 9110, 15.2); the client library
 * drops the connection then. So such interim heads are taken out of the bytes of a socket
 * before the library reads them.
 */
import type { Socket } from 'node:net'
import type { Connector } from './connector.ts'

const HEAD = Buffer.from('HTTP/1.1 100')
const HEAD_END = '\r\n\r\n'
const REQUEST_LINE = /^[A-Z]+ \S+ HTTP\/1\.1\r\n/

function startsLikeHead(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, HEAD.length)
  return bytes.subarray(0, length).equals(HEAD.subarray(0, length))
}

/** Makes `socket.read` skip 100 Continue at the start of an answer. */
function skipContinues(socket: Socket): void {
  let atHead = true
  let held: Buffer | undefined
  const read = socket.read.bind(socket)
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  socket.write = ((...args: unknown[]) => {
    // The library writes a head as text, and a body as bytes.
    if (typeof args[0] === 'string' && REQUEST_LINE.test(args[0])) atHead = true
    return write(...args)
  }) as Socket['write']
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = read(size) as Buffer | null
      if (chunk === null) return null
      if (!atHead) return chunk
      let bytes = held ? Buffer.concat([held, chunk]) : chunk
      held = undefined
      while (bytes.length >= HEAD.length && startsLikeHead(bytes)) {
        const end = bytes.indexOf(HEAD_END)
        if (end < 0) break
        bytes = bytes.subarray(end + HEAD_END.length)
      }
      if (bytes.length === 0 || startsLikeHead(bytes)) {
        held = bytes
        continue
      }
      atHead = false
      return bytes
    }
  }
}

/** The same connector, but its sockets skip 100 Continue answers. */
export function skippingContinues(connect: Connector): Connector {
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (socket) skipContinues(socket)
      if (error) callback(error, null)
      else callback(null, socket as Socket)
    })
}
