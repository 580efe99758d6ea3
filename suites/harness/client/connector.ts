/**
 * How requests reach a target: directly, over a Unix socket, or through a proxy. A proxy opens a tunnel to https
 * targets and forwards requests to http targets.
 */
import { isIP, type Socket } from 'node:net'
import { createSecureContext, getCACertificates, type SecureContext, TLSSocket } from 'node:tls'
import type { Pool } from 'undici'
import { compact } from '../http/compact.ts'
import type { Header } from '../http/exchange.ts'
import type { Network, TlsSettings } from '../target/network.ts'
import type { HttpProxy } from '../target/proxy.ts'
import { readToTheEnd } from './early-responses.ts'
import { buildConnector, undici } from './undici.ts'

export type Connector = ReturnType<typeof buildConnector>

export interface RouteOptions {
  /** The origin of the target: its base URL without the path. */
  readonly origin: string
  readonly network: Network
  readonly connections: number
  /** Milliseconds within which a connection has to open. */
  readonly timeout: number
  /** Called with each connection as soon as it is open. */
  readonly onOpen?: ((socket: Socket) => void) | undefined
}

export interface Route {
  /** The origin to which requests are sent. */
  readonly origin: string
  /** The prefix of each path. */
  readonly before: string
  /** Headers for the proxy. */
  readonly headers: readonly Header[]
  readonly connect: Connector
  close(): Promise<void>
}

/** An error between this machine and the proxy, or while the tunnel is opened. */
class ProxyError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = `PROXY_${code}`
  }

  static from(error: unknown): ProxyError {
    const inner = error instanceof AggregateError ? ((error.errors[0] as unknown) ?? error) : error
    const { code, name, message } = inner as { code?: string; name: string; message: string }
    return new ProxyError(code ?? name, `on the way to the proxy: ${message}`)
  }
}

/** The TLS context. CAs of a target file are added to those that this machine knows. */
function contextOf({ ca, cert, key, passphrase }: TlsSettings): SecureContext {
  const known = ca === undefined ? undefined : [...getCACertificates('default'), ...getCACertificates('system'), ca]
  return createSecureContext({ ca: known, cert, key, passphrase })
}

/** Turns errors into errors of the proxy: undici would retry a lost connection forever, but does not retry these. */
function toProxy(connect: Connector, proxy: HttpProxy): Connector {
  const { hostname } = new URL(proxy.origin)
  const servername = isIP(hostname.replace(/^\[|\]$/g, '')) > 0 ? undefined : hostname
  return (target, callback) =>
    connect({ ...target, servername } as typeof target, (...[error, socket]) => {
      if (error) callback(ProxyError.from(error), null)
      else callback(null, socket as Socket)
    })
}

function authorizationOf({ authorization }: HttpProxy): readonly Header[] {
  return authorization === undefined ? [] : [['proxy-authorization', authorization]]
}

/** Connections to a target behind a proxy: each has its own tunnel. */
function throughTunnel(pool: Pool, proxy: HttpProxy, connect: Connector): Connector {
  const open = async (host: string): Promise<Socket> => {
    const headers = { host, ...Object.fromEntries(authorizationOf(proxy)) }
    const { statusCode, socket } = await pool.connect({ path: host, headers }).catch((error: unknown) => {
      throw error instanceof ProxyError ? error : ProxyError.from(error)
    })
    if (statusCode >= 200 && statusCode < 300) return socket as Socket
    socket.on('error', () => undefined).destroy()
    throw new ProxyError(String(statusCode), `the proxy responded to CONNECT with ${statusCode}`)
  }
  return (target, callback) => {
    const { hostname, port } = target
    const host = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port || 443}`
    open(host).then(
      (httpSocket) => connect({ ...target, httpSocket }, callback),
      (error: Error) => callback(error, null),
    )
  }
}

/** Reads early responses. A TLS alert after the handshake ends the connection with its own error, not as a mere loss. */
function readingAll(connect: Connector, onOpen?: (socket: Socket) => void): Connector {
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error) return callback(error, null)
      onOpen?.(socket as Socket)
      readToTheEnd(socket as Socket)
      if (socket instanceof TLSSocket) socket.once('error', (alert) => socket.destroy(alert))
      callback(null, socket as Socket)
    })
}

export function routeTo({ origin, network, connections, timeout, onOpen }: RouteOptions): Route {
  const { tls, proxy, socket, http2 = false } = network
  const secureContext = tls === undefined ? undefined : contextOf(tls)
  // By default, NODE_TLS_REJECT_UNAUTHORIZED decides, which a machine may have set for another program.
  const common = { timeout, allowH2: false, rejectUnauthorized: true, ...compact({ secureContext }) }
  const connect = readingAll(
    buildConnector({
      ...common,
      allowH2: http2,
      // Some servers choose the first protocol that is offered, and HTTP/1.1 is offered as well.
      preferH2: http2,
      ...compact({ servername: tls?.serverName, socketPath: socket }),
    }),
    onOpen,
  )
  const plain = { origin, before: '', headers: [], close: async () => undefined }
  if (!proxy) return { ...plain, connect }
  const reach = toProxy(readingAll(buildConnector(common), onOpen), proxy)
  if (origin.startsWith('http:')) {
    const headers: Header[] = [['host', new URL(origin).host], ...authorizationOf(proxy)]
    return { ...plain, origin: proxy.origin, before: origin, headers, connect: reach }
  }
  const pool = new (undici().Pool)(proxy.origin, {
    connections,
    connect: reach,
    headersTimeout: timeout,
    allowH2: false,
  })
  return { ...plain, connect: throughTunnel(pool, proxy, connect), close: () => pool.destroy() }
}
