/** Numbers of connections: which requests of a run went out on the same one, and in what order. */
import { channel } from 'node:diagnostics_channel'

interface SendsHeaders {
  readonly socket: object
}

/** On this channel the library names the socket of a request's head, right after it has announced the request. */
const sending = channel('undici:client:sendHeaders')

export class Connections {
  readonly #numbers = new WeakMap<object, number>()
  #last = 0

  /** Calls back with the number of the connection whose request begins next in this turn of the event loop. */
  onNext(callback: (connection: number) => void): void {
    const listener = (message: unknown): void => {
      sending.unsubscribe(listener)
      callback(this.#numberOf((message as SendsHeaders).socket))
    }
    sending.subscribe(listener)
    // A request that is aborted at once sends no head.
    queueMicrotask(() => sending.unsubscribe(listener))
  }

  #numberOf(socket: object): number {
    const known = this.#numbers.get(socket)
    if (known !== undefined) return known
    this.#last += 1
    this.#numbers.set(socket, this.#last)
    return this.#last
  }
}
