import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Freedoms } from '../freedoms/index.ts'

/** One request and the response to it. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly freedoms: Freedoms
  /** The number of earlier requests. */
  readonly turn: number
  /** The client holds its body back until it gets 100 Continue. */
  readonly awaitsContinue: boolean
}

/** Whether bytes of the request are still to come, or never will. */
export function bodyIsUnread({ request }: Exchange): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  return !request.complete && (Number(length ?? 0) > 0 || coding !== undefined)
}
