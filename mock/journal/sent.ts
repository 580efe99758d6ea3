import { isObject } from '../core/request/body.ts'
import type { JournalEntry } from './entry.ts'

/** The members of a completion request (4.2). An invalid request may have other members, or other types. */
export interface SentBody {
  readonly model?: string
  readonly messages?: readonly { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }[]
  readonly temperature?: number
  readonly top_p?: number
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
  readonly stream?: boolean
  readonly stream_options?: { readonly include_usage: boolean }
  readonly n?: number
  readonly stop?: string | readonly string[]
  readonly [other: string]: unknown
}

/** One request as the client sent it, without its headers. */
export interface SentRequest extends Pick<JournalEntry, 'number' | 'id' | 'at' | 'method' | 'route' | 'status'> {
  /** Undefined if there was no body, if it is not a JSON object, or if it is no longer kept. */
  readonly body: SentBody | undefined
}

/** Converts an entry, and parses its body. */
export function sentOf({ number, id, at, method, route, status, bodies }: JournalEntry): SentRequest {
  return { number, id, at, method, route, status, body: bodyOf(bodies?.request) }
}

function bodyOf(text: string | undefined): SentBody | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
