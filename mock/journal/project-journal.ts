import { BrokenTexts, Failures } from './failures.ts'
import type { OpenEntry } from './open-entry.ts'

/** Called before the oldest entries are dropped, with all entries and the number to drop. */
export type Leaving = (kept: readonly OpenEntry[], count: number) => void

/** The latest entries, and some older ones, so that many are judged at once before they are dropped. */
export class LatestEntries {
  readonly #max: number
  readonly #spare: number
  readonly #leaving: Leaving
  readonly #kept: OpenEntry[] = []

  constructor(most: number, leaving: Leaving) {
    this.#max = most
    this.#spare = Math.ceil(most / 2)
    this.#leaving = leaving
  }

  add(entry: OpenEntry): void {
    if (this.#kept.length === this.#max + this.#spare) {
      this.#leaving(this.#kept, this.#spare)
      this.#kept.splice(0, this.#spare)
    }
    this.#kept.push(entry)
  }

  /** All that are kept, oldest first. */
  get kept(): readonly OpenEntry[] {
    return this.#kept
  }

  /** The latest, oldest first: those that are shown. */
  get shown(): readonly OpenEntry[] {
    return this.#kept.slice(-this.#max)
  }
}

/** The journal of one project, or of calls without one. */
export class ProjectJournal {
  readonly entries: LatestEntries
  readonly failures = new Failures()
  readonly texts: BrokenTexts

  constructor(most: number, key: number, leaving: Leaving) {
    this.entries = new LatestEntries(most, leaving)
    this.texts = new BrokenTexts(key)
  }

  /** Whether nothing has failed that a later request could repeat. */
  get calm(): boolean {
    return this.failures.none && this.texts.none
  }

  /** Whether the project had no other request between the starts of two. */
  hasOnly(first: number, second: OpenEntry): boolean {
    const { kept } = this.entries
    const begun = kept.findLast(({ number }) => number === first)?.at
    return (
      begun !== undefined &&
      kept.every(
        (entry) =>
          entry === second ||
          entry.number === first ||
          (entry.number < first && entry.ended !== undefined && entry.ended <= begun),
      )
    )
  }
}
