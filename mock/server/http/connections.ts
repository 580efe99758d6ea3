import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { realTimer } from '../../core/time/clock.ts'
import { noteOpened } from '../../core/time/order.ts'

/** A connection in Node, with its current response and, for TLS, the underlying plain connection. */
type Busy = Socket & { readonly _httpMessage?: ServerResponse | null; readonly _parent?: Socket | null }

/** The connections of a server, and how they end. */
export class Connections {
  readonly #server: Server
  readonly #open = new Set<Busy>()
  /** Whether the server is draining: from now on, each response closes its connection. */
  draining = false

  constructor(server: Server) {
    this.#server = server
    // With TLS, this is called for both the plain connection and the TLS connection in it.
    for (const event of ['connection', 'secureConnection']) {
      server.on(event, (socket: Socket) => {
        this.#open.add(socket)
        // A TLS connection counts from its start, because the handshake may end late.
        noteOpened(socket, (socket as Busy)._parent)
        socket.once('close', () => this.#open.delete(socket))
      })
    }
  }

  /** Frees the port, waits `grace` milliseconds for open responses, and then ends the rest. */
  drain(grace: number): Promise<void> {
    this.draining = true
    const over = this.#stop()
    for (const socket of this.#open) finish(socket)
    const cancel = realTimer(grace, () => this.#end())
    return over.finally(cancel)
  }

  /** Frees the port and ends all connections, busy or not. */
  close(): Promise<void> {
    const over = this.#stop()
    this.#end()
    return over
  }

  /** Stops listening; Node then closes idle connections. */
  #stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
    })
  }

  #end(): void {
    this.#server.closeAllConnections()
    for (const socket of this.#open) socket.destroy()
  }
}

/** Closes a connection after its current response. A connection on which nothing has arrived is closed at once. */
function finish(socket: Busy): void {
  const { _httpMessage: response } = socket
  if (!response) {
    if (socket.bytesRead === 0) socket.destroy()
  } else if (response.headersSent) response.once('close', () => socket.destroySoon())
  else response.shouldKeepAlive = false
}
