/** The connections of a run: which requests were sent on the same connection, in what order, and the remote ends. */
import { channel } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { compact, entryOf } from '../http/compact.ts'
import type { Peer } from '../target/target.ts'

/** On this channel, the library publishes the socket of a request's head, right after it has announced the request. */
const sending = channel('undici:client:sendHeaders')

export class Connections {
  readonly #numbers = new WeakMap<object, number>()
  #last = 0

  /** Calls back with the number of the connection on which the next request of this event loop turn begins. */
  onNext(callback: (connection: number) => void): void {
    const listener = (message: unknown): void => {
      sending.unsubscribe(listener)
      callback(this.#numberOf((message as { readonly socket: object }).socket))
    }
    sending.subscribe(listener)
    // A request that is aborted at once sends no head.
    queueMicrotask(() => sending.unsubscribe(listener))
  }

  #numberOf(socket: object): number {
    return entryOf(this.#numbers, socket, () => ++this.#last)
  }
}

/** The maximum number of peers that a run records: a load balancer may have many. */
const MAX_PEERS = 16

/** The remote ends: the only identity of a target that a run can see. */
export class Peers {
  readonly #peers = new Map<string, Peer>()

  /** Peers of the connections so far; undefined if there was no connection. */
  get all(): readonly Peer[] | undefined {
    return this.#peers.size === 0 ? undefined : [...this.#peers.values()]
  }

  /** Records the peer of a connection that has just opened. */
  note(socket: Socket): void {
    const { remoteAddress: address } = socket
    const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate().fingerprint256 : undefined
    // Neither the handle of a tunnel nor a Unix socket has an address.
    const peer = compact({ address, certificate })
    const name = `${address} ${certificate}`
    if (Object.keys(peer).length > 0 && (this.#peers.has(name) || this.#peers.size < MAX_PEERS))
      this.#peers.set(name, peer)
  }
}
