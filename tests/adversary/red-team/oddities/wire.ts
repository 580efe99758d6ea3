/** Headers, bytes and connections that HTTP and JSON allow. */
import { randomUUID } from 'node:crypto'
import { type Ask, headerOf, isStream, setHeader } from '../layer/ask.ts'
import { answer, both, type Mutation } from '../layer/mutation.ts'
import { type Reply, refusal } from '../layer/reply.ts'
import { certified } from './oddity.ts'

const header = (
  name: string,
  value: string | ((ask: Ask) => string),
  when: (reply: Reply, ask: Ask) => boolean = () => true,
): Mutation => ({
  reply: (reply, ask) => {
    if (when(reply, ask)) setHeader(reply, name, typeof value === 'string' ? value : value(ask))
  },
})
const id = (make: (own: string, ask: Ask) => string): Mutation => ({
  reply: (reply, ask) => setHeader(reply, 'x-svc-request-id', make(headerOf(reply, 'x-svc-request-id') ?? '', ask)),
})
const isJson = (reply: Reply): boolean => /json/i.test(headerOf(reply, 'content-type') ?? '')
const isEvents = (reply: Reply): boolean => /event-stream/i.test(headerOf(reply, 'content-type') ?? '')
const json = (edit: (text: string) => string): Mutation => ({
  reply: (reply) => {
    if (isJson(reply)) reply.body = Buffer.from(edit(reply.body.toString()))
  },
})
const limit = 1_048_576
/** A whole answer written by hand. */
const raw = (write: (reply: Reply) => Buffer | string): Mutation => ({
  reply: (reply, ask) => {
    if (ask.method !== 'HEAD') reply.wire = (socket) => socket.end(write(reply))
  },
})
const head = (reply: Reply, line: string, ...more: string[]): string =>
  `${[line, ...reply.headers.map((pair) => pair.join(': ')), ...more].join('\r\n')}\r\n\r\n`
const join = (text: string, body: Buffer, tail = ''): Buffer =>
  Buffer.concat([Buffer.from(text), body, Buffer.from(tail)])
let serial = 0

export const wire = certified(
  [
    'json-quoted-charset',
    'RFC 9110 8.3: a quoted parameter',
    header('Content-Type', 'application/json; charset="utf-8"', isJson),
  ],
  [
    'json-profile',
    'RFC 9110 8.3: a parameter nobody knows',
    header('Content-Type', 'application/json;profile="https://x.test/a;b";charset=UTF-8', isJson),
  ],
  ['json-upper', 'RFC 9110 8.3: media types have no case', header('Content-Type', 'APPLICATION/JSON', isJson)],
  [
    'stream-upper',
    'RFC 9110 8.3: media types have no case',
    header('Content-Type', 'Text/Event-Stream;Charset=UTF-8', isEvents),
  ],
  ['ids-sentence', 'a request id is any string', id((own) => `request no. ${own}, of today; "kept"`)],
  ['ids-comma', 'a request id is any string, commas too', id((own) => `${own}, ${own}`)],
  ['ids-json', 'a request id is any string', id((own) => `{"id":"${own}"}`)],
  ['ids-url', 'a request id is any string', id((own) => `https://x.test/r?id=${own}&n=1#a`)],
  ['ids-count', 'a request id is any string', id(() => String(++serial))],
  [
    'ids-case',
    'ids that differ in case alone differ',
    id(() => (++serial).toString(2).replaceAll('0', 'a').replaceAll('1', 'A')),
  ],
  ['ids-long', 'a request id has no length', id((own) => own + 'x'.repeat(6000))],
  [
    'ids-near',
    'the id may contain what the client sent: it is not that value',
    id((own, ask) => `${headerOf(ask, 'x-svc-request-id') ?? ''}:${own}`),
  ],
  ['ids-uuid-upper', 'a request id is any string', id(() => `{${randomUUID().toUpperCase()}}`)],
  [
    'ids-body',
    'the request id may be repeated in an extra header',
    { reply: (reply) => reply.headers.push(['x-request-id', 'constant'], ['request-id', 'constant']) },
  ],
  [
    'many-headers',
    'HTTP allows any header',
    {
      reply: (reply) => {
        for (let n = 0; n < 60; n++) reply.headers.push([`x-h-${n}`, 'v'.repeat(50)])
      },
    },
  ],
  [
    'cors',
    'HTTP allows any header',
    both(header('Access-Control-Allow-Origin', '*'), header('Vary', 'Origin, Accept-Encoding')),
  ],
  [
    'cookies',
    'HTTP allows several Set-Cookie',
    { reply: (reply) => reply.headers.push(['Set-Cookie', 'a=1'], ['Set-Cookie', 'b=2; Secure']) },
  ],
  [
    'rate-headers',
    'limits may be told on every answer',
    both(header('X-RateLimit-Remaining', '0'), header('RateLimit', '"d";r=0;t=60')),
  ],
  [
    'retry-503-date',
    '7.4 speaks of 429; RFC 9110 allows a date elsewhere',
    header(
      'Retry-After',
      () => new Date(Date.now() + 1000).toUTCString(),
      (r) => r.status === 503,
    ),
  ],
  ['retry-on-200', 'Retry-After says nothing on 200', header('Retry-After', '3600', (r) => r.status === 200)],
  [
    'retry-on-400',
    'Retry-After says nothing on 400',
    header('Retry-After', '0', (r) => r.status === 400 || r.status === 401),
  ],
  ['retry-long', '7.4: at least 1', header('Retry-After', '86400', (r) => r.status === 429)],
  ['retry-zeros', '7.4: integer seconds, written with zeros', header('Retry-After', '007', (r) => r.status === 429)],
  ['etag', 'RFC 9110: validators', both(header('ETag', '"1"'), header('Cache-Control', 'private, max-age=0'))],
  ['server-closes', 'RFC 9112 9.6: any answer may close', header('Connection', 'close')],
  ['idle-1', 'RFC 9112 9.5: idle connections may be closed at any time', { idle: 1 }],
  ['idle-30', 'RFC 9112 9.5: idle connections may be closed at any time', { idle: 30 }],
  [
    'http-1.0',
    'RFC 9112 2.3: an answer of HTTP/1.0 ends with the connection',
    raw((r) => join(head(r, `HTTP/1.0 ${r.status} X`), r.body)),
  ],
  [
    'until-close',
    'RFC 9112 6.3: the body ends with the connection',
    raw((r) => join(head(r, `HTTP/1.1 ${r.status} X`, 'Connection: close'), r.body)),
  ],
  [
    'no-reason',
    'RFC 9112 4: the reason may be empty',
    raw((r) => join(head(r, `HTTP/1.1 ${r.status} `, `Content-Length: ${r.body.length}`, 'Connection: close'), r.body)),
  ],
  [
    'chunk-extensions',
    'RFC 9112 7.1.1: chunk extensions',
    raw((r) =>
      join(
        `${head(r, `HTTP/1.1 ${r.status} X`, 'Transfer-Encoding: chunked', 'Connection: close')}${r.body.length.toString(16)};name="v"\r\n`,
        r.body,
        '\r\n0\r\n\r\n',
      ),
    ),
  ],
  [
    'trailers',
    'RFC 9112 7.1.2: trailers',
    raw((r) =>
      join(
        `${head(r, `HTTP/1.1 ${r.status} X`, 'Transfer-Encoding: chunked', 'Trailer: x-sum', 'Connection: close')}${r.body.length.toString(16)}\r\n`,
        r.body,
        '\r\n0\r\nx-sum: 1\r\nx-svc-request-id: trailing\r\n\r\n',
      ),
    ),
  ],
  [
    'interim-103',
    'RFC 8297: early hints, twice',
    raw((r) =>
      join(
        `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n${head(r, `HTTP/1.1 ${r.status} X`, `Content-Length: ${r.body.length}`, 'Connection: close')}`,
        r.body,
      ),
    ),
  ],
  [
    'interim-100',
    'RFC 9110 15.2.1: 100 without being asked',
    raw((r) =>
      join(
        `HTTP/1.1 100 Continue\r\n\r\n${head(r, `HTTP/1.1 ${r.status} X`, `Content-Length: ${r.body.length}`, 'Connection: close')}`,
        r.body,
      ),
    ),
  ],
  [
    'space-in-fields',
    'RFC 9112 5.1: white space around a value',
    raw((r) =>
      join(
        head(
          { ...r, headers: r.headers.map(([n, v]) => [n, `\t ${v}  `]) },
          `HTTP/1.1 ${r.status} X`,
          `Content-Length: ${r.body.length}`,
          'Connection: close',
        ),
        r.body,
      ),
    ),
  ],
  [
    'bytewise',
    'TCP has no packets',
    {
      reply: (r) => {
        if (r.body.length < 1500) r.pieces = [...r.body].map((byte) => Buffer.from([byte]))
      },
    },
  ],
  [
    'early-413',
    'readings: an early 413 may close with the body unread',
    {
      early: (request) =>
        Number(request.headers['content-length']) > limit && /chat/.test(request.url ?? '') ? refusal(413) : undefined,
    },
  ],
  [
    'early-401',
    'a missing key may be answered before the body is read',
    {
      early: (request) =>
        request.headers.authorization === undefined && request.method === 'POST' && /chat/.test(request.url ?? '')
          ? refusal(401)
          : undefined,
    },
  ],
  [
    'late-answer',
    'no limit on time',
    {
      reply: (r, ask) => {
        if (ask.turn % 5 === 0) r.pause = 700
      },
    },
  ],
  ['json-tail-space', 'RFC 8259 2: white space after the value', json((text) => `\r\n\t ${text}\r\n \n`)],
  [
    'json-escaped',
    'RFC 8259 7: any character may be escaped',
    json((text) => text.replace(/"object"/g, '"\\u006fbject"').replace(/"error"/g, '"\\u0065rror"')),
  ],
  [
    'json-solidus',
    'RFC 8259 7: an escaped solidus',
    both(
      { freedoms: { jsonEscapes: 'raw' } },
      json((text) => text.replaceAll('svc/', 'svc\\/')),
    ),
  ],
  [
    'json-pretty',
    'RFC 8259 2: white space between tokens',
    json((text) => JSON.stringify(JSON.parse(text), null, '\t').replaceAll('\n', '\r\n')),
  ],
  [
    'gzip-when-offered',
    'RFC 9110 12.5.3: gzip for who offers to read it',
    { freedoms: { compression: 'when-offered' } },
  ],
  [
    'stream-no-cache',
    'proxies are told not to buffer',
    answer(
      200,
      (r: Reply) => {
        setHeader(r, 'X-Accel-Buffering', 'no')
        setHeader(r, 'Cache-Control', 'no-cache, no-transform')
      },
      isStream,
    ),
  ],
)
