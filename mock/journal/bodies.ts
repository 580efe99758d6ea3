import { type HttpResponse, heard, isBytes } from '../core/http.ts'
import type { Call } from '../core/types.ts'
import type { OpenEntry } from './open-entry.ts'

/** The estimated memory of an entry without the text of its bodies; a character takes at most two bytes. */
const ENTRY = 1024
const CHARACTER = 2
/** The overhead of each part: a concatenated string keeps all its parts in memory until it is read. */
const PIECE = 32

/** Keeps the bodies of an exchange. Each part of a response makes a new object, so returned entries never change. */
export type KeepBodies = (record: OpenEntry, call: Call, response: HttpResponse) => void

/**
 * Keeps the bodies of the latest exchanges, which contain prompts and responses, if the journal is configured to do so.
 * @param most bytes of memory that all bodies together may take
 */
export function bodiesWithin(most: number): KeepBodies {
  let held = 0
  /** The number of bytes of each entry, oldest first. */
  const sizes = new Map<OpenEntry, number>()
  /** Counts bytes, and removes the oldest bodies if there is no room; their entries remain. */
  const grow = (record: OpenEntry, bytes: number): void => {
    held += bytes
    sizes.set(record, (sizes.get(record) ?? 0) + bytes)
    for (const [oldest, size] of sizes) {
      if (held <= most) return
      oldest.bodies = undefined
      held -= size
      sizes.delete(oldest)
    }
  }
  return (record, call, response) => {
    const { body } = response
    const decoder = new TextDecoder()
    const add = (part: string | Uint8Array): void => {
      const { bodies } = record
      if (!bodies) return
      const text = typeof part === 'string' ? part : decoder.decode(part, { stream: true })
      record.bodies = { ...bodies, answer: bodies.answer + text }
      grow(record, PIECE + text.length * CHARACTER)
    }
    record.bodies = { request: call.text, answer: '' }
    grow(record, ENTRY + (call.text?.length ?? 0) * CHARACTER)
    if (isBytes(body)) add(body)
    else response.body = heard(body, add)
  }
}
