/** The last so many of a row of things. */
export class Ring<T> {
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
