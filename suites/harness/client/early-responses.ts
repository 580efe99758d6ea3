/**
 * Reads a connection to its end although the other side has closed it. A server may respond before it has read the
 * body, and close: then a write fails, but the response has arrived.
 */
import type { Socket } from 'node:net'
import type { Connector } from './connector.ts'

/** Write errors after which there may be something left to read. */
const CLOSED = new Set(['EPIPE', 'ECONNRESET'])

type Done = (error?: NodeJS.ErrnoException | null) => void

/** Ignores errors of writes to a closed connection. Reading ends with the same error, or with the end of the data. */
function readToTheEnd(socket: Socket): void {
  const ignoring =
    (done: Done): Done =>
    (error) =>
      done(CLOSED.has(error?.code ?? '') ? null : error)
  const { _write: write, _writev: writev } = socket
  socket._write = (chunk, encoding, done) => write.call(socket, chunk, encoding, ignoring(done))
  socket._writev = (chunks, done) => writev?.call(socket, chunks, ignoring(done))
}

/** The same connector, but its sockets read early responses. */
export function readingEarlyResponses(connect: Connector): Connector {
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error) return callback(error, null)
      readToTheEnd(socket as Socket)
      callback(null, socket as Socket)
    })
}
