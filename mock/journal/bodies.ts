import { type Answer, isWhole, type Part } from '../core/http.ts'
import type { Call } from '../core/types.ts'
import type { OpenEntry } from './open-entry.ts'

/** Keeps the bodies of an exchange, prompt and answer, when the journal is configured to. */
export function keepBodies(record: OpenEntry, call: Call, answer: Answer): void {
  const { body } = answer
  const decoder = new TextDecoder()
  const kept = { request: call.text, answer: '' }
  const add = (part: string | Uint8Array): void => {
    kept.answer += typeof part === 'string' ? part : decoder.decode(part, { stream: true })
  }
  record.bodies = kept
  if (isWhole(body)) add(body)
  else answer.body = heard(body, add)
}

function* heard(parts: Iterable<Part>, add: (part: string | Uint8Array) => void): Generator<Part> {
  for (const part of parts) {
    if (typeof part === 'string' || part instanceof Uint8Array) add(part)
    yield part
  }
}
