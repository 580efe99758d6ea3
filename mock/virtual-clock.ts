import type { Clock } from './clock.ts'
import { type Duration, milliseconds } from './duration.ts'

interface Pending {
  readonly due: number
  readonly callback: () => void
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Turns of the event loop that the other side gets to notice what a step of the clock has sent. */
const TURNS = 3

/**
 * A clock that goes with the machine's and can be put forward: whatever falls due on the way happens, in
 * its order and at its time. Frozen, it moves only when it is put forward.
 */
export class VirtualClock implements Clock {
  #ahead = 0
  #frozen: number | undefined
  readonly #pending = new Set<Pending>()

  now(): number {
    return this.#frozen ?? Date.now() + this.#ahead
  }

  after(wait: number, callback: () => void): () => void {
    const pending: Pending = { due: this.now() + wait, callback, timer: undefined }
    this.#pending.add(pending)
    this.#arm(pending)
    return () => this.#disarm(pending)
  }

  /** Stops the time, at a moment of its own if one is given in milliseconds since the epoch. */
  freeze(at: number = this.now()): void {
    this.#frozen = at
    for (const { timer } of this.#pending) clearTimeout(timer)
  }

  /** Lets the time go on from where it stands. */
  resume(): void {
    if (this.#frozen === undefined) return
    this.#ahead = this.#frozen - Date.now()
    this.#frozen = undefined
    for (const pending of this.#pending) this.#arm(pending)
  }

  /**
   * Puts the clock forward, by milliseconds or a text such as `60s`. Resolves when everything that fell
   * due has happened and the connections of this process have had their turn.
   */
  async advance(by: Duration): Promise<void> {
    const wasFrozen = this.#frozen !== undefined
    const end = this.now() + milliseconds(by)
    this.freeze()
    for (;;) {
      const next = this.#nextUntil(end)
      if (!next) break
      this.#frozen = Math.max(this.#frozen ?? 0, next.due)
      this.#pending.delete(next)
      next.callback()
      await turns()
    }
    this.#frozen = end
    if (!wasFrozen) this.resume()
    await turns()
  }

  #nextUntil(end: number): Pending | undefined {
    let next: Pending | undefined
    for (const pending of this.#pending) if (pending.due <= end && (!next || pending.due < next.due)) next = pending
    return next
  }

  #arm(pending: Pending): void {
    if (this.#frozen !== undefined) return
    pending.timer = setTimeout(
      () => {
        this.#pending.delete(pending)
        pending.callback()
      },
      Math.max(0, pending.due - this.now()),
    )
  }

  #disarm(pending: Pending): void {
    clearTimeout(pending.timer)
    this.#pending.delete(pending)
  }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise<void>((resolve) => setTimeout(resolve, 0))
}
