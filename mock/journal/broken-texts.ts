import type { JsonObject } from '../body.ts'
import { Digest } from './digest.ts'

const MOST = 64

/** The texts of streams that broke off, known by digest: a conversation that goes on with one has taken it for whole. */
export class BrokenTexts {
  readonly #key: number
  readonly #kept = new Map<string, number>()

  constructor(key: number) {
    this.#key = key
  }

  get none(): boolean {
    return this.#kept.size === 0
  }

  /** `entry` is the number of the entry whose stream broke, `question` and `text` are digests. */
  add(question: number, text: number, entry: number): void {
    if (this.#kept.size === MOST) this.#kept.delete(this.#kept.keys().next().value as string)
    this.#kept.set(joined(question, text), entry)
  }

  /** The entry whose broken text a request holds as an answer to the same question. */
  heldBy(body: JsonObject): number | undefined {
    const { messages } = body
    if (!Array.isArray(messages)) return undefined
    let question = 0
    for (const message of messages) {
      const content: unknown = message?.content
      if (typeof content !== 'string') continue
      const text = new Digest(this.#key).add(content).value
      if (message.role === 'user') question = text
      const entry = message.role === 'assistant' ? this.#kept.get(joined(question, text)) : undefined
      if (entry !== undefined) return entry
    }
    return undefined
  }

  /** The digest of the last question of a request. */
  questionOf(body: JsonObject): number {
    const { messages } = body
    if (!Array.isArray(messages)) return 0
    const last = messages.findLast((message) => message?.role === 'user' && typeof message.content === 'string')
    return last ? new Digest(this.#key).add(last.content).value : 0
  }
}

function joined(question: number, text: number): string {
  return `${question} ${text}`
}
