import { Random } from './random.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 24

/** Makes the keys of projects that are opened while a gateway runs. Under a seed they repeat. */
export class ProjectKeys {
  readonly #seed: string | undefined
  #made = 0

  constructor(seed: string | undefined) {
    this.#seed = seed
  }

  /** A key `svc_<id>_<secret>` (contract 5.2) whose id is free. */
  make(taken: (id: string) => boolean): { readonly id: string; readonly key: string } {
    do this.#made++
    while (taken(`project-${this.#made}`))
    const id = `project-${this.#made}`
    return { id, key: `svc_${id}_${this.#secret()}` }
  }

  #secret(): string {
    const draw = this.#seed === undefined ? unseeded : new Random(this.#seed).draws(-this.#made)
    return Array.from({ length: LENGTH }, () => LETTERS[Math.floor(draw() * LETTERS.length)]).join('')
  }
}

/** Not guessable from another key of the same gateway. */
function unseeded(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32
}
