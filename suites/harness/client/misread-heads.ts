/**
 * What the client library misreads is taken out of the bytes of a socket before the library reads them. A server may send
 * 100 Continue although no client asked for it (RFC 9110, 15.2), and the library drops the connection then. It takes white
 * space after a Content-Length (5.5) for digits.
 */
import type { Socket } from 'node:net'
import type { Connector } from './connector.ts'

/** How every interim response begins, and one of them. */
const [INTERIM, CONTINUE] = [Buffer.from('HTTP/1.1 1'), Buffer.from('HTTP/1.1 100')]
const HEAD_END = '\r\n\r\n'
const REQUEST_LINE = /^[A-Z]+ \S+ HTTP\/1\.1\r\n/

const LENGTH_WITH_BLANKS = /^(content-length:[ \t]*\d+)[ \t]+(?=\r\n)/im

/** @param bytes of a response from its start on */
function withPlainLength(bytes: Buffer): Buffer {
  const end = bytes.indexOf(HEAD_END)
  const head = bytes.toString('latin1', 0, end < 0 ? 0 : end + HEAD_END.length)
  if (!LENGTH_WITH_BLANKS.test(head)) return bytes
  return Buffer.concat([Buffer.from(head.replace(LENGTH_WITH_BLANKS, '$1'), 'latin1'), bytes.subarray(head.length)])
}

/** Thrown for an interim head that is longer than a response head may be. It has the library's code for that. */
class HeadTooLong extends Error {
  readonly code = 'UND_ERR_HEADERS_OVERFLOW'

  constructor(most: number) {
    super(`an interim response has a head of more than ${most} bytes`)
  }
}

/** Takes 100 Continue out of the bytes at the start of an answer, also if it is not the first interim response. */
class ContinueFilter {
  readonly #max: number
  /** Bytes that may be the beginning of an interim head. */
  #held = Buffer.alloc(0)
  isOver = false

  /** @param most bytes that a head may have */
  constructor(most: number) {
    this.#max = most
  }

  /** @returns what the library may read of the bytes so far. @throws HeadTooLong */
  pass(chunk: Buffer): Buffer {
    const passed: Buffer[] = []
    this.#held = Buffer.concat([this.#held, chunk])
    for (;;) {
      const start = this.#held.subarray(0, INTERIM.length)
      if (!INTERIM.subarray(0, start.length).equals(start)) {
        this.isOver = true
        return Buffer.concat([...passed, withPlainLength(this.#held)])
      }
      const end = this.#held.indexOf(HEAD_END) + HEAD_END.length
      if (end < HEAD_END.length) {
        if (this.#held.length > this.#max) throw new HeadTooLong(this.#max)
        return Buffer.concat(passed)
      }
      const head = this.#held.subarray(0, end)
      if (!head.subarray(0, CONTINUE.length).equals(CONTINUE)) passed.push(head)
      this.#held = this.#held.subarray(end)
    }
  }
}

type Arrange = (head: string) => string

/** Makes `socket.read` skip 100 Continue at the start of an answer. */
function skipContinues(socket: Socket, most: number, arrange: Arrange): void {
  let filter: ContinueFilter | undefined = new ContinueFilter(most)
  const read = socket.read.bind(socket)
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  socket.write = ((...args: unknown[]) => {
    // The library writes a head as text, and a body as bytes.
    const [head, ...rest] = args
    if (typeof head !== 'string' || !REQUEST_LINE.test(head)) return write(...args)
    filter = new ContinueFilter(most)
    return write(head.endsWith(HEAD_END) ? arrange(head) : head, ...rest)
  }) as Socket['write']
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = read(size) as Buffer | null
      if (chunk === null || !filter) return chunk
      try {
        const bytes = filter.pass(chunk)
        if (filter.isOver) filter = undefined
        if (bytes.length > 0) return bytes
      } catch (error) {
        socket.destroy(error as Error)
        return null
      }
    }
  }
}

/**
 * The same connector, but its sockets skip 100 Continue answers.
 * @param most bytes that the head of one may have
 * @param arrange rewrites the head of a request in the way of its caller
 */
export function skippingContinues(connect: Connector, most: number, arrange: Arrange = (head) => head): Connector {
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (socket) skipContinues(socket, most, arrange)
      if (error) callback(error, null)
      else callback(null, socket as Socket)
    })
}
