/** Reads consecutive HTTP/1.1 responses on a connection, with the framing of RFC 9112. */

import { connect } from 'node:net'
import type { WireResponse } from './judgement.ts'

/** A response as it was on the wire, but with header names in lower case. */
type HttpResponse = Omit<WireResponse, 'body'> & { readonly body: Buffer }

const STATUS_LINE = /^HTTP\/1\.1 (\d{3}) [\t\x20-\x7e]*$/
const HEADER_LINE = /^([!#$%&'*+.^_`|~\w-]+): ([\t\x20-\x7e]*)$/

/** Why the bytes cannot be parsed further; only thrown and caught in this file. */
class Stop extends Error {}

/**
 * @param isBodiless whether the response with this index responds to HEAD
 * @returns in `rest`, what is wrong with the bytes after the last complete response; undefined if there are none
 */
export function readResponses(bytes: Buffer, isBodiless: (index: number) => boolean = () => false) {
  const responses: HttpResponse[] = []
  let at = 0
  try {
    while (at < bytes.length) {
      const head = readHead(bytes, at)
      at = head.end
      if (head.status < 200) continue
      const { body, end } = isBodiless(responses.length)
        ? { body: Buffer.alloc(0), end: at }
        : readBody(bytes, at, head)
      responses.push({ status: head.status, headers: head.headers, body })
      at = end
    }
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop
    return { responses, rest: stop.message }
  }
  return { responses, rest: undefined }
}

interface Head extends Omit<WireResponse, 'body'> {
  readonly end: number
}

function readHead(bytes: Buffer, from: number): Head {
  const blank = bytes.indexOf('\r\n\r\n', from)
  if (blank < 0) throw new Stop('the head of a response is cut')
  const [first = '', ...lines] = bytes.toString('latin1', from, blank).split('\r\n')
  const status = STATUS_LINE.exec(first)?.[1]
  if (status === undefined) throw new Stop(`no status line: ${JSON.stringify(first.slice(0, 60))}`)
  const headers = lines.map((line): readonly [string, string] => {
    const [, name, value] = HEADER_LINE.exec(line) ?? []
    if (name === undefined || value === undefined) throw new Stop(`no header: ${JSON.stringify(line.slice(0, 60))}`)
    return [name.toLowerCase(), value]
  })
  return { status: Number(status), headers, end: blank + 4 }
}

function readBody(bytes: Buffer, from: number, { headers }: Head): { body: Buffer; end: number } {
  const all = (wanted: string): string[] => headers.filter(([name]) => name === wanted).map(([, value]) => value)
  const [coding] = all('transfer-encoding')
  const lengths = all('content-length')
  if (coding !== undefined && lengths.length > 0) throw new Stop('both Transfer-Encoding and Content-Length')
  if (coding === 'chunked') return readChunks(bytes, from)
  if (coding !== undefined) throw new Stop(`Transfer-Encoding: ${coding}`)
  // A response to HTTP/1.0 may end with the connection, if it says `Connection: close`.
  if (lengths.length === 0 && all('connection').includes('close'))
    return { body: bytes.subarray(from), end: bytes.length }
  const [length = ''] = lengths
  if (lengths.length !== 1 || !/^\d+$/.test(length)) throw new Stop(`Content-Length: ${lengths.join(', ') || 'none'}`)
  const end = from + Number(length)
  if (end > bytes.length) throw new Stop('the body of a response is cut')
  return { body: bytes.subarray(from, end), end }
}

function readChunks(bytes: Buffer, from: number): { body: Buffer; end: number } {
  const parts: Buffer[] = []
  for (let at = from; ; ) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) throw new Stop('a chunked body is cut')
    const size = bytes.toString('latin1', at, line)
    if (!/^[\da-f]+$/i.test(size)) throw new Stop(`no chunk size: ${JSON.stringify(size.slice(0, 60))}`)
    const start = line + 2
    at = start + Number.parseInt(size, 16)
    if (bytes.toString('latin1', at, at + 2) !== '\r\n') throw new Stop('a chunk is cut')
    if (at > start) parts.push(bytes.subarray(start, at))
    at += 2
    if (at === start + 2) return { body: Buffer.concat(parts), end: at }
  }
}

/** The outcome of a connection. */
export interface Conversation {
  readonly bytes: Buffer
  /** How it ended: closed normally, reset, or not in time. */
  readonly end: 'closed' | 'reset' | 'late'
}

/** Milliseconds after which an open connection counts as never closed. */
const MAX_WAIT = 60_000

/** Sends pieces on a new connection, half-closes it unless `keepOpen`, and reads until the other side ends. */
export const converse = (port: number, pieces: readonly Buffer[], keepOpen = false): Promise<Conversation> =>
  new Promise((resolve) => {
    const received: Buffer[] = []
    let end: Conversation['end'] = 'closed'
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true }, () => {
      for (const piece of pieces) socket.write(piece)
      if (!keepOpen) socket.end()
    })
    socket.setTimeout(MAX_WAIT, () => {
      end = 'late'
      socket.destroy()
    })
    socket.on('data', (bytes) => received.push(bytes))
    socket.on('end', () => socket.end())
    // The server may close before it has read everything; its response has arrived anyway.
    socket.on('error', () => {
      end = 'reset'
    })
    socket.on('close', () => resolve({ bytes: Buffer.concat(received), end }))
  })
