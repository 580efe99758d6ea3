/** A response that passes through the layer. Rows change it in place. */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { HeaderPair } from './ask.ts'

export interface Reply {
  status: number
  reason?: string
  headers: HeaderPair[]
  body: Buffer
  /** Sent chunked, in these pieces, instead of with a Content-Length. */
  pieces?: readonly Buffer[]
  /** Milliseconds between pieces, and before the first. */
  pause?: number
  /** Takes over the connection: only what this writes is sent. */
  wire?: (socket: Socket) => void
}

export const errorTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  429: 'rate_limit_error',
  500: 'server_error',
  503: 'server_error',
}

export function jsonReply(status: number, body: unknown): Reply {
  return {
    status,
    headers: [
      ['Content-Type', 'application/json'],
      ['x-svc-request-id', randomUUID()],
    ],
    body: Buffer.from(writeJson(body)),
  }
}

/** The headers of a stream. */
export const streamHeaders = (): HeaderPair[] => {
  return jsonReply(200, {}).headers.map(([name, value]) => [
    name,
    name === 'Content-Type' ? 'text/event-stream' : value,
  ])
}

/** A response that keeps every rule for errors; only its existence may be wrong. */
export function refusal(status: number, param: string | null = null): Reply {
  const type = errorTypes[status] ?? 'invalid_request_error'
  const reply = jsonReply(status, {
    error: { message: 'This gateway would rather not.', type, param, code: 'refused' },
  })
  if (status === 401) reply.headers.push(['WWW-Authenticate', 'Bearer'])
  return reply
}

const mark = '\uE000'

/** Represents raw JSON text: numbers that no double can hold, or text that is not JSON. */
export const literal = (text: string): string => `${mark}${text}${mark}`

export function writeJson(value: unknown): string {
  return JSON.stringify(value).replace(new RegExp(`"${mark}(.*?)${mark}"`, 'g'), (_, text: string) =>
    JSON.parse(`"${text}"`),
  )
}
