/**
 * HTTP/2 without undici's agent, which would join headers of the same name: this client keeps each header line as
 * received. One connection carries all requests; when it ends, a new connection replaces it.
 */
import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2'
import { isIP, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Dispatcher } from 'undici'
import type { Connector } from './connector.ts'
import { Http2Stream, headersOf } from './http2-stream.ts'

/** The maximum number of header lines of a response. */
const MAX_LINES = 1000

export class Http2Client {
  readonly #origin: URL
  readonly #connect: Connector
  readonly #maxHeaders: number
  readonly #sessions = new Set<ClientHttp2Session>()
  /** The open or opening session for the next request. */
  #current: Promise<ClientHttp2Session> | undefined
  #ended = false

  /** @param maxHeaders the maximum number of bytes of a response's headers */
  constructor(origin: string, connector: Connector, maxHeaders: number) {
    this.#origin = new URL(origin)
    this.#connect = connector
    this.#maxHeaders = maxHeaders
  }

  /** Like a dispatcher of undici, but it calls only the handler methods that are needed to record an exchange. */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    const stream = new Http2Stream(handler)
    this.#open().then(
      (session) => this.#send(session, options, stream),
      (error: Error) => stream.fail(error),
    )
  }

  /** Closes every connection at once, and a pending connection as soon as it is open. */
  async destroy(): Promise<void> {
    this.#ended = true
    for (const session of this.#sessions) session.destroy()
  }

  #send(
    session: ClientHttp2Session,
    { method, path, headers, body }: Dispatcher.DispatchOptions,
    to: Http2Stream,
  ): void {
    if (!to.begin()) return
    let stream: ClientHttp2Stream
    const { protocol, host } = this.#origin
    const pseudo = { ':method': method, ':scheme': protocol.slice(0, -1), ':authority': host, ':path': path }
    const upload = body as Buffer | AsyncIterable<Buffer> | null
    try {
      const own = headersOf((headers ?? []) as readonly string[])
      if (Buffer.isBuffer(upload)) own['content-length'] ??= String(upload.length)
      stream = session.request({ ...pseudo, ...own }, { endStream: upload === null })
    } catch (error) {
      to.fail(error as Error)
      return
    }
    to.watch(stream)
    if (Buffer.isBuffer(upload)) stream.end(upload)
    else if (upload !== null) void pour(upload, stream)
  }

  #open(): Promise<ClientHttp2Session> {
    if (this.#current) return this.#current
    const opening = this.#socket().then((socket) => this.#sessionOn(socket, () => this.#forget(opening)))
    this.#current = opening
    opening.catch(() => this.#forget(opening))
    return opening
  }

  #sessionOn(socket: Socket, forget: () => void): ClientHttp2Session {
    const session = connect(this.#origin, {
      createConnection: () => socket,
      maxHeaderListPairs: MAX_LINES,
      settings: { enablePush: false, maxHeaderListSize: this.#maxHeaders },
    })
    this.#sessions.add(session)
    // Each stream of the session reports the error separately.
    session.on('error', forget)
    session.on('goaway', forget)
    session.on('close', () => {
      this.#sessions.delete(session)
      forget()
    })
    if (this.#ended) session.destroy()
    return session
  }

  #forget(session: Promise<ClientHttp2Session>): void {
    if (this.#current === session) this.#current = undefined
  }

  #socket(): Promise<Socket> {
    const { hostname, host, protocol, port } = this.#origin
    const name = hostname.replace(/^\[|\]$/g, '')
    const servername = isIP(name) > 0 ? '' : name
    return new Promise((resolve, reject) => {
      this.#connect(
        { hostname, host, protocol, port, servername } as Parameters<Connector>[0],
        (...[error, socket]) => {
          if (error) reject(error)
          else if (socket instanceof TLSSocket && socket.alpnProtocol !== 'h2') {
            socket.destroy()
            reject(Object.assign(new Error('the server has chosen HTTP/1.1'), { code: 'HTTP2_NOT_SPOKEN' }))
          } else resolve(socket as Socket)
        },
      )
    })
  }
}

/** Sends the pieces of a body, for as long as the other side accepts them. */
async function pour(body: AsyncIterable<Buffer>, stream: ClientHttp2Stream): Promise<void> {
  const closed = once(stream, 'close').catch(() => undefined)
  for await (const piece of body) {
    if (stream.destroyed || stream.closed) return
    if (!stream.write(piece)) await Promise.race([once(stream, 'drain').catch(() => undefined), closed])
  }
  stream.end()
}
