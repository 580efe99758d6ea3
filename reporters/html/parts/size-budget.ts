/** A budget for the bytes of exchanges on one page: a browser has to open a report of thousands as well. */
import type { Markup } from './markup.ts'

export class SizeBudget {
  #left: number

  /** @param bytes of markup */
  constructor(bytes: number) {
    this.#left = bytes
  }

  /** The result of `make`, if the budget still has room for it. */
  take(make: () => Markup): Markup | undefined {
    if (this.#left <= 0) return undefined
    const made = make()
    const size = Buffer.byteLength(made.text)
    if (size > this.#left) return undefined
    this.#left -= size
    return made
  }
}
