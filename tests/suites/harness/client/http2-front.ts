/** A front proxy like that of many gateways: HTTP/2 outside, HTTP/1.1 inside, and no changes in transit. */
import { request } from 'node:http'
import { createSecureServer, createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2'
import type { Server } from 'node:net'
import type { Made } from '../target/made-certificates.ts'
import { listening } from './listening.ts'

const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'host'])

/** The lines of a head; a repeated name keeps both of its lines. */
function grouped(raw: readonly string[]): Record<string, string | string[]> {
  const lines: Record<string, string[]> = {}
  raw.forEach((name, at) => {
    const key = name.toLowerCase()
    if (at % 2 === 0 && !key.startsWith(':') && !OF_CONNECTION.has(key)) (lines[key] ??= []).push(raw[at + 1] ?? '')
  })
  return Object.fromEntries(
    Object.entries(lines).map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? '')]),
  )
}

function forward(stream: ServerHttp2Stream, raw: readonly string[], origin: string): void {
  const of = (name: string): string => raw[raw.indexOf(name) + 1] ?? ''
  const inner = request(`${origin}${of(':path')}`, { method: of(':method'), headers: grouped(raw) })
  // Closing the stream would end it properly instead of losing it.
  const lose = (): void => void stream.destroy(new Error('lost'))
  stream.on('error', () => inner.destroy())
  stream.on('close', () => inner.destroy())
  stream.pipe(inner)
  inner.on('error', lose)
  inner.on('response', (response) => {
    if (stream.destroyed) return
    stream.respond({ ':status': response.statusCode ?? 502, ...grouped(response.rawHeaders) })
    response.on('error', lose)
    response.on('aborted', lose)
    response.pipe(stream)
  })
}

type Respond = (stream: ServerHttp2Stream, raw: string[]) => void

/** The URL of an HTTP/2 server; with a certificate it speaks TLS. */
export async function responding(respond: Respond, certificate?: Made): Promise<string> {
  const server: Http2Server = certificate ? createSecureServer(certificate) : createServer()
  server.on('stream', (stream, _headers, _flags, raw: string[]) => {
    stream.on('error', () => undefined)
    respond(stream, raw)
  })
  server.on('sessionError', () => undefined)
  return `${certificate ? 'https' : 'http'}://127.0.0.1:${await listening(server as unknown as Server)}`
}

/** The URL of a front proxy of the server at `origin`. */
export const http2Front = (origin: string, certificate?: Made): Promise<string> =>
  responding((stream, raw) => forward(stream, raw, origin), certificate)
