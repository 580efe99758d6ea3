/** An exchange that another client made, as recorded. What the record lacks is absent here, and is never judged. */
import type { Header } from '../http/exchange.ts'

/** The recorded part of a body: its bytes, or its text if a tool has decoded it. Absent if it was not recorded. */
export type SeenBody = { readonly bytes: Uint8Array } | { readonly text: string }

export interface SeenRequest {
  readonly method: string
  /** An absolute URL, or a path. Only its origin and its path are read. */
  readonly url: string
  readonly headers?: readonly Header[]
  readonly body?: SeenBody
  /** False if the record has only a part of the body, or if that is unknown. */
  readonly complete?: boolean
}

export interface SeenResponse {
  readonly status: number
  /** Absent if the record has none, or only some of them. */
  readonly headers?: readonly Header[]
  /** Set if the record has no other headers. */
  readonly mediaType?: string
  readonly requestId?: string
  readonly body?: SeenBody
  /** The encodings that are still on the bytes, as Content-Encoding has them. A body as text has none. */
  readonly encoding?: string
  /** True if HTTP ended the body, false if the connection was lost; absent if the record does not say. */
  readonly complete?: boolean
  /** Where each piece of the body begins, and when it arrived, in milliseconds after the request. */
  readonly packets?: readonly (readonly [offset: number, at: number])[]
}

export interface SeenExchange {
  /** Where the record is, for findings: `traffic.har: entry 12`. */
  readonly where: string
  /** The file, if its tool may omit headers: missing headers are judged once the file shows a header of the gateway. */
  readonly source?: string
  /** When the request was sent, in milliseconds since the epoch. */
  readonly at?: number
  /** Milliseconds to the end of the response. */
  readonly duration?: number
  readonly request: SeenRequest
  /** Absent if there was none. */
  readonly response?: SeenResponse
  /** The side that ended the exchange early. */
  readonly endedBy?: 'client' | 'gateway'
}

/** The parts of a record that a judgement may need. */
export type Part = 'status' | 'media type' | 'request id' | 'missing id' | 'headers' | 'body' | 'bytes' | 'request'
