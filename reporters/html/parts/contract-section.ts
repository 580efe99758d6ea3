/** Room for the bytes of exchanges on one page: a report of thousands must still open. */
import type { Markup } from './markup.ts'

export class Room {
  #left: number

  /** @param bytes of markup */
  constructor(bytes: number) {
    this.#left = bytes
  }

  /** What is made, if it still finds room. */
  take(make: () => Markup): Markup | undefined {
    if (this.#left <= 0) return undefined
    const made = make()
    const size = Buffer.byteLength(made.text)
    if (size > this.#left) return undefined
    this.#left -= size
    return made
  }
}
