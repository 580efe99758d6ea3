import { type HttpResponse, heard, isBytes } from '../core/http.ts'
import type { Call } from '../core/types.ts'
import type { OpenEntry } from './open-entry.ts'

/** The size of an entry besides the text of its bodies; a character takes at most two bytes. */
const ENTRY = 1024
const CHARACTER = 2
/** A concatenated text holds all its pieces until it is read. */
const PIECE = 32

/** The bodies of the latest exchanges, prompts and responses, when the journal is configured to keep them. */
export class KeptBodies {
  readonly #max: number
  #held = 0
  /** The bytes of each, oldest first. */
  readonly #sizes = new Map<OpenEntry, number>()

  /** @param most bytes of memory that all bodies together may take */
  constructor(most: number) {
    this.#max = most
  }

  /** Keeps the bodies of an exchange; those of a response in parts while they are sent. */
  keep(record: OpenEntry, call: Call, response: HttpResponse): void {
    const { body } = response
    const decoder = new TextDecoder()
    const kept = { request: call.text, answer: '' }
    const add = (part: string | Uint8Array): void => {
      if (record.bodies !== kept) return
      const text = typeof part === 'string' ? part : decoder.decode(part, { stream: true })
      kept.answer += text
      this.#grow(record, PIECE + text.length * CHARACTER)
    }
    record.bodies = kept
    this.#grow(record, ENTRY + (kept.request?.length ?? 0) * CHARACTER)
    if (isBytes(body)) add(body)
    else response.body = heard(body, add)
  }

  /** Removes the oldest bodies if there is no room; their entries stay. */
  #grow(record: OpenEntry, bytes: number): void {
    this.#held += bytes
    this.#sizes.set(record, (this.#sizes.get(record) ?? 0) + bytes)
    for (const [oldest, size] of this.#sizes) {
      if (this.#held <= this.#max) return
      oldest.bodies = undefined
      this.#held -= size
      this.#sizes.delete(oldest)
    }
  }
}
