import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Clock } from './clock.ts'
import { type Answer, type Opening, type RequestHead, wantsBody } from './exchange.ts'
import type { Gateway } from './gateway.ts'
import type { Mounts } from './mounts.ts'
import { drain, hasBody, receive } from './receiving.ts'
import { headerLines, send, sendEarly } from './sending.ts'

/** Thousands of callers may connect in the same moment; Node's own default is 511. */
const BACKLOG = 4096

/** Longer than the pools of common clients keep a connection, so that they close first and never race us. */
const KEEP_ALIVE = 65_000

class NodeHead implements RequestHead {
  readonly method: string
  readonly target: string
  readonly #headers: IncomingMessage['headers']

  constructor(request: IncomingMessage, target: string) {
    this.method = request.method ?? ''
    this.target = target
    this.#headers = request.headers
  }

  header(name: string): string | undefined {
    return this.#headers[name] as string | undefined
  }
}

/** The adapter between node:http and the core. */
export function serverFor(plain: Gateway, mounts: Mounts, clock: Clock): Server {
  // The Host header is checked below: Node's own refusal would carry neither error body nor request id.
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE })

  const open = (request: IncomingMessage): Opening => {
    if (request.headers.host === undefined && request.httpVersion === '1.1') return plain.malformed()
    const { gateway, target } = mounts.find(request.url ?? '/')
    return gateway.begin(new NodeHead(request, target))
  }

  const serve = (request: IncomingMessage, response: ServerResponse, expects: boolean): void => {
    const deliver = (answer: Answer, early: boolean): void => (early ? sendEarly : send)(response, answer, clock)
    const opening = open(request)
    if (wantsBody(opening)) {
      if (expects) response.writeContinue()
      receive(request, opening, deliver)
    } else if (expects) {
      // The caller waits for leave to send, and will hardly send now: the connection cannot be used again.
      opening.close = true
      send(response, opening, clock)
    } else if (!hasBody(request)) send(response, opening, clock)
    else if (opening.hasty) sendEarly(response, opening, clock)
    else drain(request, opening, deliver)
  }

  server.on('request', (request, response) => serve(request, response, false))
  server.on('checkContinue', (request, response) => serve(request, response, true))
  server.on('checkExpectation', (request, response) => serve(request, response, false))
  server.on('connect', (_request, socket) => sendRaw(socket as Socket, plain.malformed()))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const { _httpMessage: current } = socket as Socket & { _httpMessage?: ServerResponse }
    // In the middle of an answer there is no room for another one.
    if (error.code === 'ECONNRESET' || !socket.writable || current?.headersSent) socket.destroy()
    else sendRaw(socket as Socket, plain.malformed())
  })
  return server
}

/** Binds the server and tells its port. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, BACKLOG, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** Ends all connections, busy or not, and frees the port. */
export function shut(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

function sendRaw(socket: Socket, { status, headers, body }: Answer): void {
  const length = Buffer.byteLength(body as string)
  const lines = headerLines([
    ...headers,
    'content-length',
    String(length),
    'date',
    new Date().toUTCString(),
    'connection',
    'close',
  ])
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`)
}
