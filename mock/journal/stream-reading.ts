import { contentIn } from '../core/responses/chunk-content.ts'
import type { Digest } from './digest.ts'

/** Reads a stream while it is sent, to know how it ended and to recognise its text later. Keeps no text. */
export class StreamReading {
  readonly #text: Digest
  readonly #decoder = new TextDecoder()
  #pending = ''
  /** Whether `[DONE]` went out. */
  done = false
  /** Whether text followed it. */
  late = false

  constructor(text: Digest) {
    this.#text = text
  }

  add(part: string | Uint8Array): void {
    this.#pending += typeof part === 'string' ? part : this.#decoder.decode(part, { stream: true })
    const events = this.#pending.split(/\r\n\r\n|\n\n|\r\r/)
    this.#pending = events.pop() ?? ''
    for (const event of events) this.#read(event)
  }

  /** The text of the whole events so far. */
  get text(): { readonly value: number; readonly length: number } {
    return this.#text
  }

  /** Drops an unfinished event. */
  close(): void {
    this.#pending = ''
  }

  #read(event: string): void {
    const data = /^data: ?([^\r\n]*)/m.exec(event)?.[1]
    if (data === undefined) return
    if (data === '[DONE]') {
      this.done = true
      return
    }
    const content = contentIn(data)
    this.#text.add(content)
    if (this.done && content !== '') this.late = true
  }
}
