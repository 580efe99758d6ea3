/** Malformed requests: in each row, what is sent, and the statuses of the responses before the connection ends. */
import { BODY, CLOSE, HOST, KEY, listing, posting } from './arena.ts'

export interface Malformed {
  readonly title: string
  readonly sent: string
  /** The status of each response, in order. */
  readonly statuses: readonly number[]
  /** Whether the client half-closes in the middle of the request. */
  readonly half?: true
}

type Row = readonly [title: string, sent: string, ...statuses: number[]]

const LENGTH = `Content-Length: ${BODY.length}\r\n`
const CHUNKED = 'Transfer-Encoding: chunked\r\n'
const SIZE = BODY.length.toString(16)
const WHOLE = `${SIZE}\r\n${BODY}\r\n`
const STREAM = BODY.replace(/}$/, ',"stream":true}')
const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0'

const FRAMING: readonly Row[] = [
  ['Content-Length and Transfer-Encoding', posting(`${LENGTH}${CHUNKED}`) + WHOLE, 400],
  ['Transfer-Encoding and Content-Length', posting(`${CHUNKED}${LENGTH}`) + WHOLE, 400],
  ['two lengths', posting(`${LENGTH}Content-Length: 5\r\n`) + BODY, 400],
  ['one length twice', posting(`${LENGTH}${LENGTH}`) + BODY, 400],
  ['a list of lengths', posting('Content-Length: 2, 2\r\n'), 400],
  ['a length with a sign', posting('Content-Length: +2\r\n'), 400],
  ['a negative length', posting('Content-Length: -2\r\n'), 400],
  ['a length in hexadecimal', posting('Content-Length: 0x2\r\n'), 400],
  ['a length beyond 64 bits', posting('Content-Length: 99999999999999999999999\r\n'), 400],
  ['a space before the colon of a length', posting('Content-Length : 2\r\n'), 400],
  ['an unknown coding', posting(`Transfer-Encoding: xchunked\r\n`), 400],
  ['chunked that is not last', posting('Transfer-Encoding: chunked, identity\r\n'), 400],
  ['chunked twice', posting(`${CHUNKED}${CHUNKED}`), 400],
  ['a request that hides in a body of GET', `${listing('Content-Length: 5\r\n')}GET /${listing(CLOSE)}`, 200, 200],
  ['a request that hides after an empty chunk', `${posting(CHUNKED)}0\r\n\r\n${listing(CLOSE)}`, 400, 200],
]

const CHUNKS: readonly Row[] = [
  ['a negative chunk size', `${posting(CHUNKED)}-1\r\n`, 400],
  ['a chunk size with 0x', `${posting(CHUNKED)}0x5\r\n`, 400],
  ['a chunk size beyond 64 bits', `${posting(CHUNKED)}FFFFFFFFFFFFFFFFF\r\n`, 400],
  ['a chunk that ends in a bare LF', `${posting(CHUNKED)}${SIZE}\n${BODY}\n0\n\n`, 400],
  ['a chunk that does not end', `${posting(CHUNKED)}${SIZE}\r\n${BODY}0\r\n\r\n`, 400],
  ['a small chunk extension', `${posting(CHUNKED + CLOSE)}${SIZE};a=b\r\n${BODY}\r\n0\r\n\r\n`, 200],
  ['a huge chunk extension', `${posting(CHUNKED)}${SIZE};a=${'b'.repeat(40_000)}\r\n`, 400],
  ['trailers', `${posting(CHUNKED + CLOSE)}${WHOLE}0\r\nX-Checksum: 1\r\n\r\n`, 200],
  ['trailers that frame', `${posting(CHUNKED + CLOSE)}${WHOLE}0\r\nContent-Length: 3\r\n\r\n`, 400],
  ['huge trailers', `${posting(CHUNKED)}${WHOLE}0\r\n${'a: b\r\n'.repeat(8_000)}\r\n`, 400],
]

const HEADS: readonly Row[] = [
  ['a folded header', listing(`X-A: a\r\n b\r\n${CLOSE}`), 400],
  ['bare LF', `GET /v1/models HTTP/1.1\nHost: x\n${KEY.trim()}\n\n`, 400],
  ['bare CR', 'GET /v1/models HTTP/1.1\rHost: x\r\r', 400],
  ['NUL in a header', listing('X-A: a\0b\r\n'), 400],
  ['a control character in a header', listing('X-A: a\x01b\r\n'), 400],
  ['a header without a name', listing(': a\r\n'), 400],
  ['a space in a name', listing('X A: a\r\n'), 400],
  ['a header without a colon', listing('XA\r\n'), 400],
  ['names that objects have by nature', listing(`__proto__: x\r\nconstructor: y\r\n${CLOSE}`), 200],
  ['blank lines ahead of a request', `\r\n\r\n${listing(CLOSE)}`, 200],
  ['a head of 20 kB', listing(`X-A: ${'a'.repeat(20_000)}\r\n`), 400],
  ['3,000 headers', listing('a:b\r\n'.repeat(3_000)), 400],
  ['a key of 12 kB', listing(CLOSE, undefined, `Authorization: Bearer svc_a_${'k'.repeat(12_000)}\r\n`), 401],
  ['a key with bytes that are not ASCII', listing(CLOSE, undefined, `Authorization: Bearer svc_main_\xff\r\n`), 401],
  ['a wrong key ahead of a right one', listing(KEY + CLOSE, undefined, `Authorization: Bearer svc_a_b\r\n`), 401],
  ['no Host', `GET /v1/models HTTP/1.1\r\n${KEY}${CLOSE}\r\n`, 400],
  ['two Hosts', listing('host: other.test\r\n'), 400],
  ['HTTP/1.0 with two Hosts', listing('HOST: other.test\r\n', 'GET /v1/models HTTP/1.0'), 400],
  ['HTTP/1.0 without Host', `GET /v1/models HTTP/1.0\r\n${KEY}\r\n`, 200],
]

const LINES: readonly Row[] = [
  ['HTTP/0.9', 'GET /v1/models\r\n\r\n', 400],
  [
    'HTTP/0.9 for a stream',
    `POST /v1/chat/completions\r\n${HOST}${KEY}Content-Length: ${STREAM.length}\r\n\r\n${STREAM}`,
    400,
  ],
  ['HTTP/1.2', listing('', 'GET /v1/models HTTP/1.2'), 400],
  ['HTTP/2.0 in the manner of 1.1', listing('', 'GET /v1/models HTTP/2.0'), 400],
  ['the preface of HTTP/2', PREFACE, 400],
  ['a greeting of TLS', '\x16\x03\x01\0\xc8\x01\0\0\xc4\x03\x03', 400],
  ['no method', ' /v1/models HTTP/1.1\r\n\r\n', 400],
  ['a method in lower case', listing('', 'get /v1/models HTTP/1.1'), 400],
  ['an unknown method', listing('', 'BREW /v1/models HTTP/1.1'), 400],
  ['a method of 20 kB', listing('', `${'A'.repeat(20_000)} /v1/models HTTP/1.1`), 400],
  ['a target of bytes that are not UTF-8', listing('', 'GET /v1/mod\xff\xfe HTTP/1.1'), 400],
  ['a target with a space', listing('', 'GET /v1/ models HTTP/1.1'), 400],
  ['a target with NUL', listing('', 'GET /v1/\0 HTTP/1.1'), 400],
  ['a target without a slash', listing('', 'GET v1/models HTTP/1.1'), 400],
  ['a target with a broken escape', listing(CLOSE, 'GET /v1/models%zz HTTP/1.1'), 404],
  ['a target that climbs', listing(CLOSE, 'GET /../../etc/passwd HTTP/1.1'), 404],
  ['a target with a fragment', listing(CLOSE, 'GET /v1/models#x HTTP/1.1'), 404],
  ['a target with two slashes', listing(CLOSE, 'GET //v1/models HTTP/1.1'), 404],
  ['a target of 14 kB', listing(CLOSE, `GET /v1/models?${'a'.repeat(14_000)} HTTP/1.1`), 200],
  ['a target of 20 kB', listing('', `GET /v1/models?${'a'.repeat(20_000)} HTTP/1.1`), 400],
  ['an absolute target', listing(CLOSE, 'GET http://other.test:9/v1/models?x HTTP/1.1'), 200],
  ['an absolute target with credentials', listing(CLOSE, 'GET https://u:p@[::1]:9/v1/models HTTP/1.1'), 200],
  ['an absolute target of nothing', listing(CLOSE, 'GET http:// HTTP/1.1'), 404],
  ['a fault that objects have by nature', listing(CLOSE, 'GET /faults/__proto__/v1/models HTTP/1.1'), 404],
  ['a variant without a name', listing(CLOSE, 'GET /variants//v1/models HTTP/1.1'), 404],
]

const TURNS: readonly Row[] = [
  ['OPTIONS *', listing(CLOSE, 'OPTIONS * HTTP/1.1'), 404],
  ['CONNECT', 'CONNECT gateway.test:443 HTTP/1.1\r\nHost: gateway.test\r\n\r\n', 400],
  ['CONNECT twice', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\nCONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['CONNECT after the last request', `${listing(CLOSE)}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`, 200],
  ['an upgrade to HTTP/2', listing(`Connection: Upgrade, close\r\nUpgrade: h2c\r\n`), 200],
  [
    'an upgrade of a completion',
    `${posting(`Connection: Upgrade, close\r\nUpgrade: websocket\r\n${LENGTH}`)}${BODY}`,
    200,
  ],
  ['100-continue', `${posting(`Expect: 100-continue\r\n${LENGTH}${CLOSE}`)}${BODY}`, 200],
  ['100-continue without a body', listing(`Expect: 100-continue\r\n${CLOSE}`), 200],
  ['100-continue that is refused', posting(`Expect: 100-continue\r\n${LENGTH}`, ''), 401],
  ['100-continue ahead of a broken chunk', `${posting(`Expect: 100-continue\r\n${CHUNKED}`)}zz\r\n`, 400],
  ['another expectation', `${posting(`Expect: 200-maybe\r\n${LENGTH}${CLOSE}`)}${BODY}`, 200],
  ['requests in a row', `${listing('')}${listing('')}${posting(`${LENGTH}${CLOSE}`)}${BODY}`, 200, 200, 200],
  [
    'a stream with a request behind it',
    `${posting(`Content-Length: ${STREAM.length}\r\n`)}${STREAM}${listing(CLOSE)}`,
    200,
    200,
  ],
  ['garbage behind a request', `${listing('')}GARBAGE\r\n\r\n`, 200],
]

const HALVES: readonly Row[] = [
  ['half a request line', 'GET /v1/mod', 400],
  ['half a head', 'GET /v1/models HTTP/1.1\r\nHost: x\r\nAuth', 400],
  ['half a body', `${posting('Content-Length: 100\r\n')}{"a"`, 400],
  ['half a chunk', `${posting(CHUNKED)}5\r\n{"`, 400],
  ['a chunked body without its end', `${posting(CHUNKED)}${WHOLE}`, 400],
  ['half the body of a refused request', `${posting('Content-Length: 100\r\n', '')}{`, 400],
  ['nothing at all', ''],
]

const rows = (list: readonly Row[], half?: true): Malformed[] =>
  list.map(([title, sent, ...statuses]) => ({ title, sent, statuses, ...(half && { half }) }))

export const malformed: readonly Malformed[] = [
  ...[FRAMING, CHUNKS, HEADS, LINES, TURNS].flatMap((list) => rows(list)),
  ...rows(HALVES, true),
]
