import { BrokenTexts } from './broken-texts.ts'
import { Failures } from './failures.ts'
import type { OpenEntry } from './open-entry.ts'
import { Ring } from './ring.ts'

/** What a journal has of one project, or of the calls that came without one. */
export class Shelf {
  readonly ring: Ring<OpenEntry>
  readonly failures = new Failures()
  readonly texts: BrokenTexts

  constructor(most: number, key: number) {
    this.ring = new Ring(most)
    this.texts = new BrokenTexts(key)
  }

  /** Nothing has gone wrong that a later request could have to do with. */
  get calm(): boolean {
    return this.failures.none && this.texts.none
  }
}
