/** Compares exchanges with each other, with memory that does not grow with their number. */
import { createHash } from 'node:crypto'

/** The maximum number of ids to compare at a time. */
const MAX_IDS = 100_000
/** The maximum number of records of one exchange: no more tools record it at once. */
const MAX_RECORDS = 8

interface Carrier {
  readonly where: string
  /** Lines that a second record of the same exchange would share; each is empty if the record lacks it. */
  readonly content: string
  records: number
}

function differ(a: string, b: string): boolean {
  const others = b.split('\n')
  return a.split('\n').some((line, at) => line !== '' && (others[at] ?? '') !== '' && line !== others[at])
}

/** A short digest of texts, from which they cannot be recovered. */
export const digest = (...texts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text)
  return hash.digest('base64').slice(0, 22)
}

/**
 * Ids that have to be unique. If there are too many, only a share of them is compared, selected by digest. The share is
 * halved as often as necessary. The chance to miss a duplicate depends on this share, not on where it occurs.
 */
export class UniqueIds {
  readonly #isOnce: boolean
  readonly #max: number
  readonly #seen = new Map<string, Carrier>()
  /** One in this number of ids is compared. */
  oneOf = 1

  /** @param isOnce a second record is never of the same exchange */
  constructor(isOnce = false, max = MAX_IDS) {
    this.#isOnce = isOnce
    this.#max = max
  }

  /** The location of the first exchange with this id; 'new' if there is none, undefined if skipped or maybe a copy. */
  add(id: string, content: string, where: string): 'new' | { readonly first: string } | undefined {
    const key = digest(id)
    if (!this.#isCompared(key)) return undefined
    const known = this.#seen.get(key)
    if (!known) {
      this.#seen.set(key, { where, content, records: 1 })
      while (this.#seen.size > this.#max) this.#halve()
      return 'new'
    }
    known.records += 1
    // One exchange may be recorded twice: by two proxies, or in two files.
    return this.#isOnce || differ(known.content, content) || known.records > MAX_RECORDS
      ? { first: known.where }
      : undefined
  }

  #isCompared(key: string): boolean {
    return Buffer.from(key, 'base64').readUInt32BE() % this.oneOf === 0
  }

  #halve(): void {
    this.oneOf *= 2
    for (const key of this.#seen.keys()) if (!this.#isCompared(key)) this.#seen.delete(key)
  }
}

const MAX_CALLERS = 1000

/** Model lists by caller. One change is allowed: a model was added or removed. A list that changes back is a breach. */
export class SteadyLists {
  readonly #byCaller = new Map<string, readonly string[]>()

  add(caller: string, list: string): 'same' | 'changed' | 'back' | undefined {
    const [last, before] = this.#byCaller.get(caller) ?? []
    this.#byCaller.delete(caller)
    this.#byCaller.set(
      caller,
      last === undefined || last === list ? [list, ...(before === undefined ? [] : [before])] : [list, last],
    )
    if (this.#byCaller.size > MAX_CALLERS) this.#byCaller.delete(this.#byCaller.keys().next().value as string)
    if (last === undefined) return undefined
    if (last === list) return 'same'
    return before === list ? 'back' : 'changed'
  }
}
