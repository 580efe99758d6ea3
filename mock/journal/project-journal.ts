import { BrokenTexts, Failures } from './failures.ts'
import type { OpenEntry } from './open-entry.ts'

/** Ring buffer: keeps the newest `most` items. */
export class RingBuffer<T> {
  readonly #most: number
  readonly #kept: T[] = []
  #next = 0

  constructor(most: number) {
    this.#most = most
  }

  add(thing: T): void {
    this.#kept[this.#next] = thing
    this.#next = this.#next + 1 === this.#most ? 0 : this.#next + 1
  }

  /** Oldest first. */
  all(): T[] {
    return [...this.#kept.slice(this.#next), ...this.#kept.slice(0, this.#next)]
  }
}

/** What a journal has of one project, or of the calls that came without one. */
export class ProjectJournal {
  readonly entries: RingBuffer<OpenEntry>
  readonly failures = new Failures()
  readonly texts: BrokenTexts

  constructor(most: number, key: number) {
    this.entries = new RingBuffer(most)
    this.texts = new BrokenTexts(key)
  }

  /** Whether nothing has failed that a later request could repeat. */
  get calm(): boolean {
    return this.failures.none && this.texts.none
  }
}
