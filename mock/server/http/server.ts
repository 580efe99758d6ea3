import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, ListenOptions, Socket } from 'node:net'
import {
  deliveredAs,
  type HttpResponse,
  type Opening,
  onceDecided,
  type RequestHead,
  wantsBody,
} from '../../core/http.ts'
import type { Clock } from '../../core/time/clock.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import type { Mounts } from '../../gateway/mounts.ts'
import { healthFor, listFor } from './asides.ts'
import { Connections } from './connections.ts'
import { drain, hasBody, passUnread, receive } from './receive.ts'
import { headerLines, LINGER, send, sendEarly } from './send.ts'
import type { MakeServer } from './tls.ts'

// Not imported, because an import reads every export of a module, and that loads all of Node's fetch.
const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')

/** The queue for new connections. Thousands of callers may connect at the same time; Node's default is 511. */
const BACKLOG = 4096

/** Milliseconds; longer than common clients keep idle connections, so that the client closes first. */
const KEEP_ALIVE = 65_000

/** Milliseconds in which a request must arrive, because a very slow body would keep its connection open forever. */
const TIMES = { headersTimeout: 60_000, requestTimeout: 120_000, connectionsCheckingInterval: 2000 }

/** Error codes of a connection that does not speak TLS where TLS is expected. */
const NO_TLS = /^ERR_(SSL|TLS)/

class NodeHead implements RequestHead {
  readonly method: string
  readonly target: string
  readonly connection: object
  readonly version: string
  readonly #headers: IncomingMessage['headers']

  constructor(request: IncomingMessage, target: string) {
    this.method = request.method ?? ''
    this.target = target
    this.#headers = request.headers
    this.connection = request.socket
    this.version = request.httpVersion
  }

  header(name: string): string | undefined {
    return this.#headers[name] as string | undefined
  }
}

/** The parts of a server of the gateway. */
export interface ServerParts {
  /** The gateway without a base path. */
  readonly plain: Gateway
  readonly mounts: Mounts
  readonly clock: Clock
  /** Default: creates a server for plain HTTP. */
  readonly make?: MakeServer | undefined
  /** Whether it serves `/healthz`. Default true. */
  readonly health?: boolean | undefined
}

const LATE = 'The request did not arrive in time: a head may take one minute, and a whole request two.'

/** Creates the adapter between node:http and the core, and the list of its connections. */
export function serverFor({ plain, mounts, clock, make = createServer, health = true }: ServerParts): {
  server: Server
  connections: Connections
} {
  // The Host header is checked below, because Node's refusal has neither an error body nor a request id.
  const server = make({ requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE, ...TIMES })
  const connections = new Connections(server)

  const makeId = (): string => plain.asideId()
  const open = (request: IncomingMessage): Opening => {
    const aside = health ? healthFor(request, connections.draining, makeId) : undefined
    if (aside) return aside
    if (!isReadable(request)) return deliveredAs(plain.malformed(), { close: true })
    const list = listFor(request, makeId)
    if (list) return list
    const { gateway, target } = mounts.find(request.url ?? '/')
    return gateway.begin(new NodeHead(request, target))
  }

  const serve = (request: IncomingMessage, outgoing: ServerResponse, expects: boolean): void => {
    const deliver = (response: HttpResponse, early: boolean): void =>
      (early ? sendEarly : send)(outgoing, response, clock)
    const refuse = (response: HttpResponse): void => {
      if (!hasBody(request)) send(outgoing, response, clock)
      // A caller that expects `100 Continue` may send its body all the same (RFC 9110, 10.1.1).
      else if (expects || response.delivery?.early) sendEarly(outgoing, response, clock)
      else {
        passUnread(request, response)
        drain(request, response, deliver)
      }
    }
    if (connections.draining) outgoing.shouldKeepAlive = false
    const opening = open(request)
    if (wantsBody(opening)) {
      if (expects) outgoing.writeContinue()
      receive(request, opening, deliver)
    } else onceDecided(opening, refuse)
  }

  server.on('request', (request, outgoing) => serve(request, outgoing, false))
  server.on('checkContinue', (request, outgoing) => serve(request, outgoing, true))
  server.on('checkExpectation', (request, outgoing) => serve(request, outgoing, false))
  const turnAway = (socket: Socket & { readonly _httpMessage?: ServerResponse | null }, why?: string): void => {
    // The last response was sent, and the connection is about to close.
    if (socket.writableEnded) return
    const pending = socket._httpMessage
    // A second response cannot be sent while one is being sent.
    if (!socket.writable || pending?.headersSent) socket.destroy()
    // Whatever follows a whole request, its response comes first.
    else if (pending?.req.complete) pending.shouldKeepAlive = false
    else sendRaw(socket, plain.malformed(why))
  }
  server.on('connect', (_request, socket) => turnAway(socket as Socket))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || NO_TLS.test(error.code ?? '')) socket.destroy()
    else turnAway(socket as Socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? LATE : undefined)
  })
  return { server, connections }
}

/** Whether a request has a known version (RFC 9112, 2.3) and, in 1.1, exactly one Host (3.2). Node accepts others. */
function isReadable({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 'host'.length && name.toLowerCase() === 'host') hosts += 1
  }
  return httpVersion === '1.1' ? hosts === 1 : httpVersion === '1.0' && hosts < 2
}

/** Binds the server and returns its port. With `reusePort`, the system distributes connections among several servers. */
export async function listen(server: Server, address: ListenOptions): Promise<number> {
  await once(server.listen({ ...address, backlog: BACKLOG }), 'listening')
  return (server.address() as AddressInfo).port
}

function sendRaw(socket: Socket, { status, headers, body }: HttpResponse): void {
  const length = Buffer.byteLength(body as string)
  const rest = ['content-length', String(length), 'date', new Date().toUTCString(), 'connection', 'close']
  const lines = headerLines([...headers, ...rest])
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`)
  // Discard further bytes for a while, because closing now would cause a reset, which can overtake the response.
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), LINGER)
  socket.once('close', () => clearTimeout(timer))
}
