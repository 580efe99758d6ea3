/** Headers, bytes and connections that HTTP allows. */
import type { IncomingMessage } from 'node:http'
import { type Ask, type HeaderPair, headerOf, setHeader } from '../layer/ask.ts'
import { always, status, type When } from '../layer/conditions.ts'
import { header, respond } from '../layer/edits.ts'
import type { Mutation } from '../layer/mutation.ts'
import { type Reply, refusal } from '../layer/reply.ts'
import { allowed } from '../rows.ts'

const isJson: When = (_ask, reply) => /json/i.test(headerOf(reply, 'content-type') ?? '')
const id = (make: (own: string, ask: Ask) => string): Mutation =>
  respond(always, (reply, ask) =>
    setHeader(reply, 'x-svc-request-id', make(headerOf(reply, 'x-svc-request-id') ?? '', ask)),
  )

/** A complete raw response, after which the connection ends. */
const written = (write: (reply: Reply) => Buffer): Mutation =>
  respond(
    ({ method }) => method !== 'HEAD',
    (reply) => ({ wire: (socket: { end(bytes: Buffer): unknown }) => socket.end(write({ ...reply })) }),
  )
const head = ({ headers }: Reply, line: string, ...more: string[]): string =>
  `${[line, ...headers.map((pair) => pair.join(': ')), ...more].join('\r\n')}\r\n\r\n`
const join = (text: string, body: Buffer, tail = ''): Buffer =>
  Buffer.concat([Buffer.from(text), body, Buffer.from(tail)])
const counted = (reply: Reply, reason: string): Buffer => {
  const line = `HTTP/1.1 ${reply.status} ${reason}`
  return join(head(reply, line, `Content-Length: ${reply.body.length}`, 'Connection: close'), reply.body)
}
const spaced = ([name, value]: HeaderPair): HeaderPair => [name, `\t ${value}  `]
const withOtherIds = ({ headers }: Reply) => {
  return { headers: [...headers, ['x-request-id', 'constant'], ['request-id', 'constant']] }
}
const isKeylessPost = ({ headers, method }: IncomingMessage): boolean =>
  headers.authorization === undefined && method === 'POST'
const byteByByte = ({ body }: Reply) => ({ pieces: [...body].map((byte) => Buffer.of(byte)) })
const WITH_PROFILE = 'application/json;profile="https://x.test/a;b";charset=UTF-8'
const CHUNKED = ['Transfer-Encoding: chunked', 'Connection: close']

let serial = 0

export const wire = [
  ...allowed('RFC 9110 8.3: media types have parameters', {
    'wire.charset-in-quotes': header('Content-Type', 'application/json; charset="utf-8"', isJson),
    'wire.unknown-parameter': header('Content-Type', WITH_PROFILE, isJson),
  }),
  ...allowed('4: the request id is any string that the gateway makes', {
    'wire.id-with-comma': id((own) => `${own}, ${own}`),
    'wire.ids-that-differ-in-case': id(() => (++serial).toString(2).replaceAll('0', 'a').replaceAll('1', 'A')),
    'wire.id-that-contains-the-one-sent': id((own, ask) => `${headerOf(ask, 'x-svc-request-id') ?? ''}:${own}`),
    'wire.constant-id-in-other-headers': respond(always, withOtherIds),
  }),
  ...allowed('7.4: integer seconds on 429; elsewhere as RFC 9110 says', {
    'wire.limits-told-on-every-answer': header('X-RateLimit-Remaining', '0'),
    'wire.retry-after-503-at-a-date': header('Retry-After', new Date(Date.now() + 1000).toUTCString(), status(503)),
    'wire.retry-after-200': header('Retry-After', '3600', status(200)),
    'wire.retry-after-400': header('Retry-After', '0', status(400, 401)),
    'wire.retry-after-with-zeros': header('Retry-After', '007', status(429)),
    'wire.retry-after-of-a-clock-set-back': header('Retry-After', '86460', status(429)),
  }),
  ...allowed('RFC 9112 9.5: idle connections may be closed at any time', {
    'wire.idle-for-a-millisecond': { idle: 1 },
    'wire.idle-for-30-milliseconds': { idle: 30 },
  }),
  ...allowed('RFC 9112: versions, reasons, white space, chunk extensions and trailers', {
    'wire.http-1.0': written((reply) => join(head(reply, `HTTP/1.0 ${reply.status} X`), reply.body)),
    'wire.no-reason': written((reply) => counted(reply, '')),
    'wire.white-space-around-values': written((reply) =>
      counted({ ...reply, headers: reply.headers.map(spaced) }, 'X'),
    ),
    'wire.chunk-extension': written((reply) => {
      const size = `${reply.body.length.toString(16)};name="v"\r\n`
      return join(head(reply, `HTTP/1.1 ${reply.status} X`, ...CHUNKED) + size, reply.body, '\r\n0\r\n\r\n')
    }),
    'wire.trailer-with-another-request-id': written((reply) => {
      const size = `${reply.body.length.toString(16)}\r\n`
      const trailers = '\r\n0\r\nx-sum: 1\r\nx-svc-request-id: trailing\r\n\r\n'
      return join(head(reply, `HTTP/1.1 ${reply.status} X`, ...CHUNKED, 'Trailer: x-sum') + size, reply.body, trailers)
    }),
  }),
  ...allowed('no limit on time, and a response may come before the body was read', {
    'wire.bodies-byte-by-byte': respond(({ turn }) => turn % 25 === 0, byteByByte),
    'wire.late-at-times': respond(({ turn }) => turn % 5 === 0, { pause: 700 }),
    'wire.early-401': { early: (request) => (isKeylessPost(request) ? refusal(401) : undefined) },
  }),
  ...allowed('RFC 9110 12.5.3: gzip for who offers to read it', {
    'wire.gzip-where-offered': { freedoms: { compression: 'when-offered' } },
  }),
]
