/**
 * Reads a connection to its end although the other side has closed it. A server may respond before it has read the
 * body, and close: then a write fails, but the response has arrived.
 */
import type { Socket } from 'node:net'

/** Write errors after which there may be something left to read. */
const CLOSED = new Set(['EPIPE', 'ECONNRESET'])

type Done = (error?: NodeJS.ErrnoException | null) => void

const ignoringClosed =
  (done: Done): Done =>
  (error) =>
    done(CLOSED.has(error?.code ?? '') ? null : error)

/** Ignores errors of writes to a closed connection. Reading ends with the same error, or with the end of the data. */
export function readToTheEnd(socket: Socket): void {
  const { _write: write, _writev: writev } = socket
  socket._write = (chunk, encoding, done) => write.call(socket, chunk, encoding, ignoringClosed(done))
  socket._writev = (chunks, done) => writev?.call(socket, chunks, ignoringClosed(done))
}
