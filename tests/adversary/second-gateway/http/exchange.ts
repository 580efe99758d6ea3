import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Freedoms } from '../freedoms/index.ts'

/** One request and the response to it. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly freedoms: Freedoms
  /** The number of earlier requests. */
  readonly turn: number
  /** Whether the client waits for 100 Continue before it sends its body. */
  readonly awaitsContinue: boolean
}

/** Whether a part of the request has not arrived, and may never arrive. */
export function bodyIsUnread({ request }: Exchange): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  return !request.complete && (Number(length ?? 0) > 0 || coding !== undefined)
}
