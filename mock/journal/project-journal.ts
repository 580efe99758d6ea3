import { BrokenTexts, Failures } from './failures.ts'
import type { OpenEntry } from './open-entry.ts'

/** The journal of one project, or of calls without one. */
export class ProjectJournal {
  /** The latest entries, and older ones that are judged and dropped in batches. Oldest first. */
  readonly kept: OpenEntry[] = []
  readonly failures = new Failures()
  readonly texts: BrokenTexts
  readonly #max: number

  constructor(most: number, key: number) {
    this.#max = most
    this.texts = new BrokenTexts(key)
  }

  /** Adds an entry. `leaving` is called before the oldest entries are dropped, with their number. */
  add(entry: OpenEntry, leaving: (count: number) => void): void {
    const spare = Math.ceil(this.#max / 2)
    if (this.kept.length === this.#max + spare) {
      leaving(spare)
      this.kept.splice(0, spare)
    }
    this.kept.push(entry)
  }

  /** The entries to show: the latest, oldest first. */
  get shown(): readonly OpenEntry[] {
    return this.kept.slice(-this.#max)
  }

  /** Whether there is no failure or broken text that a later request could repeat. */
  get calm(): boolean {
    return this.failures.none && this.texts.none
  }

  /** Whether no other request of the project began between two requests. */
  hasOnly(first: number, second: OpenEntry): boolean {
    const begun = this.kept.findLast(({ number }) => number === first)?.at
    if (begun === undefined) return false
    const isBefore = ({ number, ended }: OpenEntry): boolean => number < first && ended !== undefined && ended <= begun
    return this.kept.every((entry) => entry === second || entry.number === first || isBefore(entry))
  }
}
