import { DONE } from '../../core/answers/done.ts'
import type { Part } from '../../core/http.ts'
import { type Apply, allowed } from '../deviation.ts'
import { emitting } from '../edits/emitting.ts'
import { editEvents } from '../edits/events.ts'
import { deliver, editAnswer, replaceHeader } from '../edits/json.ts'
import { cutAt, everyByte, insideCharacters, seeded } from '../edits/packets.ts'
import { onStream } from '../edits/when.ts'

const json = (edit: (payload: string) => string): Apply =>
  editEvents((events) => events.map((event) => (event === DONE ? event : `data: ${edit(event.slice(6, -2))}\n\n`)))
const delivered =
  (way: (events: readonly string[]) => Iterable<Part>): Apply =>
  (behaviour, emit) => ({
    ...behaviour,
    delivery: [...behaviour.delivery, emitting(emit, way)],
  })
const cut = (at: (bytes: Uint8Array) => Iterable<number>): Apply => delivered((events) => cutAt(events.join(''), at))
const mediaType = (type: string): Apply => replaceHeader(onStream, 'content-type', type)

const SSE = 'server-sent events (WHATWG): line ends, a mark and comments are free'
const HTTP = 'RFC 9110, 9112: how bytes are cut and timed is free'

/** The bytes that a stream may have, and the packets that it may arrive in. */
export const variants = () => [
  allowed(SSE, editEvents, {
    'sse-crlf: lines end with CR LF': (events) => events.map((event) => event.replaceAll('\n', '\r\n')),
    'sse-byte-order-mark: the stream begins with a byte order mark': ([first = '', ...rest]) => [
      `\ufeff${first}`,
      ...rest,
    ],
    'sse-comment-first: a comment opens the stream': (events) => [': connected\n\n', ...events],
    'sse-comment-between: comments stand between the events': (events) =>
      events.flatMap((event, at) => (at === 0 ? [event] : [': ping\n\n', event])),
    'sse-comment-without-blank-line: comments stand right before the events': (events) =>
      events.map((event) => `: ping\n${event}`),
    'sse-comment-empty: comments are a bare colon': (events) =>
      events.flatMap((event, at) => (at === 0 ? [event] : [':\n\n', event])),
    'sse-comment-before-done: a comment is before [DONE]': (events) => [...events.slice(0, -1), ': almost\n\n', DONE],
    'sse-crlf-with-comments: lines end with CR LF, comments included': (events) =>
      [': ok\n\n', ...events].map((event) => event.replaceAll('\n', '\r\n')),
  }),
  allowed('RFC 8259: white space is free', json, {
    'sse-json-with-spaces: the JSON of chunks has spaces': (payload) =>
      JSON.stringify(JSON.parse(payload), null, 1).replaceAll(/\n\s*/g, ' '),
    'sse-white-space-around-json: white space surrounds the JSON of chunks on its line': (payload) => ` \t${payload} `,
  }),
  allowed('RFC 8259: characters may be escaped', {
    'sse-json-escaped: characters beyond ASCII are escaped in chunks': json(escaped),
    'sse-json-escaped-slashes: slashes are escaped in chunks': json((payload) => payload.replaceAll('/', '\\/')),
  }),
  allowed('RFC 9110: media types have parameters', {
    'sse-charset: the Content-Type has a charset': mediaType('text/event-stream; charset=utf-8'),
  }),
  allowed('RFC 9110: media types have no case', mediaType, {
    'sse-charset-in-capitals: the Content-Type is written with capitals and a quoted charset':
      'Text/Event-Stream;Charset="UTF-8"',
  }),
  allowed(HTTP, {
    'packets-of-one-byte: a stream comes byte by byte': cut(everyByte),
    'packets-inside-characters: a stream is cut inside its characters': cut(insideCharacters),
    'packets-at-random: a stream is cut at random places': cut(seeded(7)),
    'packets-at-line-ends: a stream is cut before and after each line end': cut((bytes) =>
      [...bytes.keys()].flatMap((at) => (bytes[at] === 10 ? [at, at + 1] : [])),
    ),
    'packets-after-data: a stream is cut inside the word data': cut((bytes) =>
      [...bytes.keys()].filter((at) => bytes[at] === 100 && bytes[at + 1] === 97),
    ),
    'packets-of-one-event: each event is written by itself': delivered((events) => events),
    'packets-of-one-event-in-time: each event is sent shortly after the last': delivered((events) =>
      events.flatMap((event): Part[] => [event, { wait: 1 }]),
    ),
    'packets-at-random-in-time: a stream is cut at random places, with short pauses': delivered((events) =>
      [...cutAt(events.join(''), seeded(11, 60))].flatMap((part, at): Part[] =>
        at % 8 === 0 ? [{ wait: 1 }, part] : [part],
      ),
    ),
    'pause-before-first-event: the head of a stream comes long before its first event': delivered((events) => [
      { wait: 50 },
      events.join(''),
    ]),
    'pause-before-done: [DONE] is long in coming': delivered((events) => [
      events.slice(0, -1).join(''),
      { wait: 30 },
      DONE,
    ]),
    'stream-with-length: a stream has a Content-Length': deliver(onStream, { framing: 'length' }),
    'stream-until-close: a stream ends with the connection': deliver(onStream, { framing: 'close' }),
    'stream-uncached: a stream carries headers for caches and proxies': editAnswer(onStream, (answer) => ({
      ...answer,
      headers: [...answer.headers, 'cache-control', 'no-cache, no-transform', 'x-accel-buffering', 'no'],
    })),
  }),
]

function escaped(payload: string): string {
  return payload.replaceAll(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
