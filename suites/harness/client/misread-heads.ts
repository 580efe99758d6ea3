/**
 * Removes bytes that the client library misreads from a socket before the library reads them. A server may send interim
 * responses (RFC 9110, 15.2). The library drops the connection after an unrequested 100 Continue, and after any of them
 * with `Connection: close`. It also reads white space after a value (5.5) as a digit of a Content-Length, or as part of
 * the coding of a Transfer-Encoding.
 */
import type { Socket } from 'node:net'
import type { Connector } from './connector.ts'

/** The beginning of every interim response, and that of 100 Continue. */
const [INTERIM, CONTINUE] = [Buffer.from('HTTP/1.1 1'), Buffer.from('HTTP/1.1 100')]
const HEAD_END = '\r\n\r\n'
const REQUEST_LINE = /^[A-Z]+ \S+ HTTP\/1\.1\r\n/

const [BLANKS, SPACES] = [' \t', ' \t\r\n']

/** What Jetty writes into an interim response if the connection ends after the final one. */
const CLOSE = /\r\nconnection: *close(?=\r\n)/i

/** The length of a text without these characters at its end. */
function lengthBefore(characters: string, text: string): number {
  let length = text.length
  while (length > 0 && characters.includes(text.charAt(length - 1))) length -= 1
  return length
}

/** The lines of a head without white space at their ends. */
function trimmed(head: Buffer): Buffer {
  const lines = head.toString('latin1').split('\r\n')
  return Buffer.from(lines.map((line) => line.slice(0, lengthBefore(BLANKS, line))).join('\r\n'), 'latin1')
}

/** An error with the library's code for a head that is too long. */
const tooLong = (most: number): Error =>
  Object.assign(new Error(`a response has a head of more than ${most} bytes`), { code: 'UND_ERR_HEADERS_OVERFLOW' })

/** Removes what the library misreads from response heads: any 100 Continue, `close` in interim ones, and spaces at ends. */
class HeadFilter {
  /** Bytes that may be the beginning of an interim head, or white space at the end of a line. */
  #held = Buffer.alloc(0)
  #isFinal = false
  isOver = false
  /** That of HTTP, such as `1.1`, once the head is over. */
  version = ''

  /** @returns the bytes that the library may read so far. @throws if the filter holds back more than `most` bytes */
  pass(chunk: Buffer, most: number): Buffer {
    this.#held = Buffer.concat([this.#held, chunk])
    const passed = [...this.#interims(), ...(this.#isFinal ? this.#final() : [])]
    if (this.#held.length > most) throw tooLong(most)
    return Buffer.concat(passed)
  }

  *#interims(): Generator<Buffer> {
    while (!this.#isFinal) {
      const start = this.#held.subarray(0, INTERIM.length)
      this.#isFinal = !INTERIM.subarray(0, start.length).equals(start)
      const end = this.#held.indexOf(HEAD_END)
      if (this.#isFinal || end < 0) return
      const head = this.#taken(end + HEAD_END.length)
      if (head.subarray(0, CONTINUE.length).equals(CONTINUE)) continue
      yield Buffer.from(head.toString('latin1').replace(CLOSE, ''), 'latin1')
    }
  }

  *#final(): Generator<Buffer> {
    const end = this.#held.indexOf(HEAD_END)
    this.isOver = end >= 0
    this.version ||= this.#held.toString('latin1', 5, 8)
    yield trimmed(this.#taken(this.isOver ? end : lengthBefore(SPACES, this.#held.toString('latin1'))))
    if (this.isOver) yield this.#taken(this.#held.length)
  }

  #taken(length: number): Buffer {
    const bytes = this.#held.subarray(0, length)
    this.#held = this.#held.subarray(length)
    return bytes
  }
}

/** What to do with the heads on a socket. */
interface Heads {
  /** The maximum number of bytes of a response's head. */
  readonly most: number
  /** Rewrites the head of a request as its client would write it. */
  readonly arrange: (head: string) => string
  /** Called with the version of HTTP of each response, such as `1.1`. */
  readonly heard: (version: string) => void
}

/** Makes `socket.read` correct heads before the library reads them. */
function correctHeads(socket: Socket, { most, arrange, heard }: Heads): void {
  let filter: HeadFilter | undefined = new HeadFilter()
  const read = socket.read.bind(socket)
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  socket.write = ((...args: unknown[]) => {
    // The library writes a head as text, and a body as bytes.
    const [head, ...rest] = args
    if (typeof head !== 'string' || !REQUEST_LINE.test(head)) return write(...args)
    filter = new HeadFilter()
    return write(head.endsWith(HEAD_END) ? arrange(head) : head, ...rest)
  }) as Socket['write']
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = read(size) as Buffer | null
      if (chunk === null || !filter) return chunk
      try {
        const bytes = filter.pass(chunk, most)
        if (filter.isOver) {
          heard(filter.version)
          filter = undefined
        }
        if (bytes.length > 0) return bytes
      } catch (error) {
        socket.destroy(error as Error)
        return null
      }
    }
  }
}

/** The same connector, but its sockets correct heads before the library reads them. */
export function correctingHeads(connect: Connector, heads: Heads): Connector {
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (socket) correctHeads(socket, heads)
      if (error) callback(error, null)
      else callback(null, socket as Socket)
    })
}
