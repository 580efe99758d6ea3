/** The outcome that a client itself reports. */

/** A JSON object: the last line of a program, or a response of one that makes many calls. */
export interface OwnWords {
  readonly outcome: 'returned' | 'threw' | undefined
  readonly text: string | undefined
  /** As reported; null if the client knows none; undefined if it does not mention usage. */
  readonly usage: unknown
}

/** The outcome in such an object; empty for anything else. */
export function wordsIn(said: unknown): OwnWords {
  const { outcome, text, usage } = Object(said) as Record<string, unknown>
  return {
    outcome: outcome === 'returned' || outcome === 'threw' ? outcome : undefined,
    text: typeof text === 'string' ? text : undefined,
    usage,
  }
}

/** The last line of a client's output, if it is such an object. */
export function ownWords(stdout: string): OwnWords {
  const last = stdout.trimEnd().split('\n').at(-1) ?? ''
  try {
    return wordsIn(JSON.parse(last))
  } catch {
    return wordsIn(undefined)
  }
}
