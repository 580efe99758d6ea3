import type { Freedoms } from '../freedoms/index.ts'
import type { Exchange } from '../http/exchange.ts'
import { requestId } from './ids.ts'

type Headers = Record<string, string>

/** Headers of every response, of whatever kind. */
export function responseHeaders(
  { freedoms, turn }: Exchange,
  mediaType: 'application/json' | 'text/event-stream',
  more: Headers,
): Headers {
  const headers: Headers = {
    'content-type': contentType(mediaType, freedoms),
    'x-svc-request-id': requestId(freedoms),
    ...(freedoms.extraHeaders === 'some' ? extras : {}),
    ...(closes(freedoms, turn) ? { connection: 'close' } : {}),
    ...more,
  }
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [recase(name, freedoms), value]))
}

const extras: Headers = {
  'cache-control': 'no-store',
  server: 'second/2',
  'set-cookie': 'berth=7; HttpOnly; Path=/',
  'x-content-type-options': 'nosniff',
  'x-ratelimit-remaining': '0',
}

function closes({ connection }: Freedoms, turn: number): boolean {
  return connection === 'close' || (connection === 'sometimes' && turn % 3 === 2)
}

function contentType(mediaType: string, { charset, mediaTypeCase }: Freedoms): string {
  const type = mediaTypeCase === 'lower' ? mediaType : recaseTitle(mediaType)
  return {
    none: type,
    charset: `${type}; charset=utf-8`,
    quoted: `${type};charset="UTF-8"`,
    spaced: `${type} ; charset=UTF-8`,
  }[charset]
}

function recase(name: string, { headerCase }: Freedoms): string {
  if (headerCase === 'lower') return name
  return headerCase === 'upper' ? name.toUpperCase() : recaseTitle(name)
}

function recaseTitle(name: string): string {
  return name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}
