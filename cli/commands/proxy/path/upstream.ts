/** Connections to the gateway. Each client connection has its own ones, so that both sides end together. */
import { Agent } from 'node:http'
import type { Http2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { type Duplex, PassThrough } from 'node:stream'
import { routeTo } from '../../../../suites/harness/client/connector.ts'
import { entryOf } from '../../../../suites/harness/http/compact.ts'
import type { Header } from '../../../../suites/harness/http/exchange.ts'
import type { Network } from '../../../../suites/harness/target/network.ts'

/** The timeout in milliseconds for opening a connection. */
const CONNECT = 30_000

/** A client connection: a socket, or an HTTP/2 session, which only its client ends. */
export type Inbound = Duplex | Http2Session

/**
 * The connections to the gateway for one client connection. If the gateway closes an idle connection, so does the hop:
 * a client that reuses it sees the same as without the hop.
 */
export class Lane extends Agent {
  readonly #open: Opening
  readonly #inbound: Inbound
  #busy = 0

  constructor(inbound: Inbound, open: Opening) {
    super({ keepAlive: true })
    this.#inbound = inbound
    this.#open = open
    inbound.once('close', () => this.destroy())
  }

  override createConnection(_options: unknown, opened?: (error: Error | null, socket: Duplex) => void): null {
    this.#open((error, socket) => {
      const inbound = this.#inbound
      if ('end' in inbound) socket?.once('close', () => this.#busy === 0 && inbound.end())
      opened?.(error, socket as Duplex)
    })
    return null
  }

  /** Marks the lane as busy. @returns a function that ends the request */
  begin(): () => void {
    this.#busy += 1
    return () => {
      this.#busy -= 1
    }
  }
}

type Opening = (opened: (error: Error | null, socket?: Duplex) => void) => void

export type Upstream = ReturnType<typeof upstreamAt>

export function upstreamAt(baseUrl: string, network: Network) {
  const url = new URL(baseUrl)
  const route = routeTo({ origin: url.origin, network, connections: 1024, timeout: CONNECT })
  const { protocol, hostname, host, port } = new URL(route.origin)
  const to = { protocol, hostname, host, port: port || (protocol === 'https:' ? '443' : '80') }
  const open: Opening = (opened) =>
    route.connect(to as Parameters<typeof route.connect>[0], (...[error, socket]) =>
      error ? opened(error) : opened(null, socket as Socket),
    )
  const lanes = new WeakMap<Inbound, Lane>()
  const shared = new PassThrough()
  return {
    host: url.host,
    /** The prefix for the path of each request. */
    before: `${route.before}${url.pathname.replace(/\/+$/, '')}`,
    /** Headers for a forward proxy, and those of the user. */
    headers: [
      ...route.headers.filter(([name]) => name !== 'host'),
      ...(network.headers ?? []).map(({ name, value }): Header => [name, value]),
    ],
    /** The connections for a client connection; by default, shared ones that stay open when clients disconnect. */
    laneOf(inbound: Inbound = shared): Lane {
      return entryOf(lanes, inbound, () => new Lane(inbound, open))
    },
    close(): Promise<void> {
      shared.destroy()
      return route.close()
    },
  }
}
