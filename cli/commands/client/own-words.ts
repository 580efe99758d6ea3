/** What a client says of its call. */

/** A JSON object: the last line of a program, or an answer of one that makes many calls. */
export interface OwnWords {
  readonly outcome: 'returned' | 'threw' | undefined
  readonly text: string | undefined
  /** As it was given; null where the client knows none. Undefined where it says nothing of usage. */
  readonly usage: unknown
}

/** What such an object says; anything else says nothing. */
export function wordsIn(said: unknown): OwnWords {
  const { outcome, text, usage } = Object(said) as Record<string, unknown>
  return {
    outcome: outcome === 'returned' || outcome === 'threw' ? outcome : undefined,
    text: typeof text === 'string' ? text : undefined,
    usage,
  }
}

/** The last line of what a client wrote, where it is such an object. */
export function ownWords(stdout: string): OwnWords {
  const last = stdout.trimEnd().split('\n').at(-1) ?? ''
  try {
    return wordsIn(JSON.parse(last))
  } catch {
    return wordsIn(undefined)
  }
}
