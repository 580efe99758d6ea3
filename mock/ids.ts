/** Makes the identifiers of one gateway: a counter behind a tag, which costs next to nothing and repeats with the seed. */
export class Ids {
  readonly #tag: string
  #requests = 0
  #completions = 0
  #asides = 0

  /**
   * Without a seed the tag is drawn at random, so that two runs never share an identifier. The workers of one
   * server count each for themselves, so that their tags must differ.
   */
  constructor(seed: string | undefined, worker?: number) {
    const tag = seed === undefined ? Math.random().toString(36).slice(2, 10).padEnd(8, '0') : hash(seed)
    this.#tag = worker === undefined ? tag : `${tag}w${worker}`
  }

  /** The value of `x-svc-request-id`: made here, never taken from the caller (section 4). */
  request(): string {
    return `req_${this.#tag}_${(++this.#requests).toString(36)}`
  }

  /** The same for an answer beside the contract, which does not count among the requests. */
  aside(): string {
    return `req_${this.#tag}_H${(++this.#asides).toString(36)}`
  }

  /** The `id` of a completion; its form is not shown by the contract. */
  completion(): string {
    return `cmpl_${this.#tag}_${(++this.#completions).toString(36)}`
  }
}

/** FNV-1a, for tags: short and the same everywhere. */
function hash(text: string): string {
  let state = 0x811c9dc5
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193)
  return (state >>> 0).toString(36).padStart(7, '0')
}
