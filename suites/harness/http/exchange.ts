/** One request and its answer, as bytes with arrival times. They never hold a key: see key-forms. */

/** `other` is every path or method that the contract does not name. */
export type Operation = 'models' | 'completions' | 'other'

export type Header = readonly [name: string, value: string]

/** A request as it was sent, with placeholders where a key stood. */
export interface SentRequest {
  readonly operation: Operation
  readonly method: string
  /** Path and query below the base URL. */
  readonly path: string
  readonly headers: readonly Header[]
  readonly body: Uint8Array | undefined
  /** How the end of the body is told. */
  readonly framing: 'length' | 'chunked' | 'none'
  /** The request has `stream: true`, so that an accepted answer is a stream. */
  readonly stream: boolean
  /** A value that the caller put under `x-svc-request-id`. */
  readonly ownRequestId: string | undefined
  /** The model that the request names, where the check means it to be named well. */
  readonly model: string | undefined
}

export interface Answer {
  readonly status: number
  readonly headers: readonly Header[]
  readonly body: Uint8Array
  /** Where each packet of the body begins and when it was received, in milliseconds after the request was sent; of very many, neighbours are one. */
  readonly packets: readonly (readonly [offset: number, at: number])[]
  /** Statuses of interim 1xx answers before the final one. */
  readonly interim: readonly number[]
  /** The body ended as HTTP says that it ends, not by a lost connection or by our own limit. */
  readonly complete: boolean
  /** The Content-Encoding that cannot be undone: nobody can read the body. Absent where it could, or where there is none. */
  readonly encoded?: string
  /** Where it showed a key or half of one, which is masked now; absent where it showed none. */
  readonly keyIn?: readonly ('headers' | 'body')[]
}

/** Why a request got no answer, or not all of it. */
export interface Failure {
  readonly stage: 'name' | 'connect' | 'tls' | 'headers' | 'body' | 'budget'
  readonly code: string
  readonly message: string
}

/** The code of a failure that is no failure: the caller hung up because a check wanted it. */
export const HUNG_UP = 'HUNG_UP'

export interface Exchange {
  readonly id: string
  readonly request: SentRequest
  readonly answer?: Answer
  readonly failure?: Failure
  /** Milliseconds from sending to the last byte, or to the failure. */
  readonly duration: number
  /** Milliseconds to the first byte of the answer's head. */
  readonly firstByte?: number
}

/** Values of every header line with this name, in the order of arrival. */
export function headerValues(answer: Answer, name: string): string[] {
  const values: string[] = []
  for (const header of answer.headers) if (header[0].toLowerCase() === name) values.push(header[1])
  return values
}

/** Type and subtype of a media type in lower case, without parameters. */
export function essence(value: string): string {
  return (value.split(';')[0] ?? '').trim().toLowerCase()
}

/** The media type of an answer; empty where the header is absent. */
export function mediaType(answer: Answer): string {
  return essence(headerValues(answer, 'content-type')[0] ?? '')
}
