/** Targets whose messages are not HTTP, or HTTP that contradicts itself. */

import { type Call, type Hostile, onConnect, onRequest, targets, targetsOf } from './hostile.ts'
import { CHUNKED, headOf, LIST, wire } from './responses.ts'

const OK = 'HTTP/1.1 200 OK\r\n'
const JSON_TYPE = 'content-type: application/json\r\n'
const IN_CHUNKS = `${OK}transfer-encoding: chunked\r\n\r\n`
const SIZED = 'content-length: LENGTH\r\n\r\nBODY'

/** Sends every response in the same wrong form, in which `body` and `id` are replaced. */
const FORMS: Readonly<Record<string, string>> = {
  'no-status-line: sends JSON without a status line': 'BODY',
  'wrong-version: says HTTP/9.9': `HTTP/9.9 200 OK\r\n${SIZED}`,
  'other-protocol: speaks ICY': 'ICY 200 OK\r\n\r\nBODY',
  'no-number: has a word for a status': `HTTP/1.1 fine OK\r\n${SIZED}`,
  'status-99: responds with status 99': `HTTP/1.1 99 Low\r\n${SIZED}`,
  'status-999: responds with status 999': `HTTP/1.1 999 High\r\n${SIZED}`,
  'header-without-colon: has a header without a colon': `${OK}nonsense\r\n${SIZED}`,
  'space-before-colon: has a space before a colon': `${OK}content-length : LENGTH\r\n\r\nBODY`,
  'nul-in-header: has NUL in a header': `${OK}x-a: b\0c\r\n${SIZED}`,
  'folded-header: folds a header': `${OK}x-a: b\r\n c\r\n${SIZED}`,
  'raw-bytes-in-header: has bytes beyond ASCII in headers': `${OK}x-svc-request-id: \xff\xfe\x80\r\n${JSON_TYPE}${SIZED}`,
  'bare-line-feeds: ends header lines with LF': 'HTTP/1.1 200 OK\ncontent-length: LENGTH\n\nBODY',
  'bare-carriage-returns: ends header lines with CR': 'HTTP/1.1 200 OK\rcontent-length: LENGTH\r\rBODY',
  'two-lengths: names two lengths': `${OK}content-length: LENGTH\r\ncontent-length: 7\r\n\r\nBODY`,
  'negative-length: names a negative length': `${OK}content-length: -1\r\n\r\nBODY`,
  'huge-length: promises nine petabytes': `${OK}${JSON_TYPE}content-length: 9007199254740991\r\n\r\nBODY`,
  'short-length: names a length below the body': `${OK}${JSON_TYPE}content-length: 5\r\n\r\nBODY`,
  'length-and-chunks: names a length and sends chunks': `${OK}content-length: LENGTH\r\ntransfer-encoding: chunked\r\n\r\n5\r\nBODY`,
  'bad-chunk-size: has a word for the size of a chunk': `${IN_CHUNKS}some\r\nBODY\r\n0\r\n\r\n`,
  'huge-chunk: promises a chunk of 2^60 bytes': `${IN_CHUNKS}fffffffffffffff\r\nBODY`,
  'unknown-transfer-coding: names an unknown transfer coding': `${OK}transfer-encoding: magic\r\n\r\nBODY`,
  'switching: returns 101 Switching Protocols':
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nBODY',
  'only-interim: sends 102 and nothing else': 'HTTP/1.1 102 Processing\r\n\r\n',
  'twice: sends every response twice': `${OK}${JSON_TYPE}${SIZED}${OK}${JSON_TYPE}${SIZED}`,
  'smtp: speaks SMTP': '220 mail ESMTP ready\r\n',
}

const UNASKED = `${OK}${JSON_TYPE}content-length: ${LIST.length}\r\n\r\n${LIST}`
const HINT = 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'

function withoutLastChunk({ socket, honest }: Call): void {
  const size = Buffer.byteLength(honest.body).toString(16)
  socket.end(`${headOf(honest, CHUNKED)}\r\n\r\n${size}\r\n${honest.body}\r\n`)
}

const endAtHead = ({ socket, honest }: Call): void => void socket.end(wire(honest, ['connection: close']))

export const framing: readonly Hostile[] = [
  ...targetsOf(FORMS, (bytes) =>
    onRequest(({ socket, honest }) => {
      const body = honest.ok ? honest.body : LIST
      socket.write(bytes.replaceAll('LENGTH', String(Buffer.byteLength(body))).replaceAll('BODY', body), 'latin1')
    }),
  ),
  ...targets({
    'answer-before-request: responds before it was asked': onConnect((socket) => socket.resume().write(UNASKED)),
    'answer-at-head: responds at the head of a request and closes, whatever still comes': onRequest(endAtHead, 'head'),
    'thousand-hints: sends a thousand interim responses before each response': onRequest(
      ({ socket, honest }) => void socket.write(HINT.repeat(1000) + wire(honest)),
    ),
    'no-last-chunk: leaves the last chunk out and closes': onRequest(withoutLastChunk),
  }),
]
