/** The remote ends of the connections of a run: the only identity of a target that a run can see. */
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { compact } from '../http/compact.ts'
import type { Peer } from '../target/describe.ts'

/** Peers that a run records: a load balancer may have many. */
const MAX_PEERS = 16

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
    // The handle of a tunnel has no address, and neither has a Unix socket.
    const peer = compact({ address, certificate })
    const name = `${address} ${certificate}`
    if (Object.keys(peer).length > 0 && (this.#peers.has(name) || this.#peers.size < MAX_PEERS))
      this.#peers.set(name, peer)
  }
}
