import { type Act, byteLength, isBytes, type Part } from '../core/http.ts'
import type { Clock } from '../core/time/clock.ts'

/** The destination of parts. `write` returns whether more may follow at once. */
export interface Outlet {
  write(part: string | Uint8Array): boolean
  onceReady(callback: () => void): void
  act(act: Act): void
  end(): void
}

/** Sends parts one by one, with their pauses. Parts are pulled only when there is room, so they may be endless. */
export class Playback {
  readonly #parts: Iterator<Part>
  readonly #outlet: Outlet
  readonly #clock: Clock
  #cancel: (() => void) | undefined
  #over = false
  /** Whether every part was played; false after a connection act, or if the caller has disconnected. */
  complete = false
  /** The number of bytes sent. */
  sent = 0

  constructor(parts: Iterable<Part>, outlet: Outlet, clock: Clock) {
    this.#parts = parts[Symbol.iterator]()
    this.#outlet = outlet
    this.#clock = clock
  }

  readonly play = (): void => {
    this.#cancel = undefined
    while (!this.#over) {
      const { value: part, done } = this.#parts.next()
      if (done) {
        this.#over = true
        this.complete = true
        this.#outlet.end()
      } else if (isBytes(part)) {
        this.sent += typeof part === 'string' ? byteLength(part) : part.length
        if (this.#outlet.write(part)) continue
        this.#outlet.onceReady(this.play)
        return
      } else if ('act' in part) {
        this.#over = true
        this.#outlet.act(part.act)
      } else {
        this.#cancel = this.#clock.after('wait' in part ? part.wait : 0, this.play)
        return
      }
    }
  }

  /** Stops, because the other side has closed the connection. */
  stop(): void {
    this.#over = true
    this.#cancel?.()
    this.#parts.return?.()
  }
}
