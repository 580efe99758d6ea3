import { DONE } from '../../core/answers/stream.ts'
import type { Part } from '../../core/http.ts'
import { deliveredAs } from '../../core/http.ts'
import { type Apply, type Variant, variant } from '../deviation.ts'
import { emitting } from '../edits/emitting.ts'
import { editEvents } from '../edits/events.ts'
import { editAnswer, replaceHeader } from '../edits/json.ts'
import { cutAt, everyByte, insideCharacters, seeded } from '../edits/packets.ts'
import { onStream } from '../edits/when.ts'

const text = (edit: (events: string[]) => string[]): Apply => editEvents(edit)
const json = (edit: (payload: string) => string): Apply =>
  text((events) => events.map((event) => (event === DONE ? event : `data: ${edit(event.slice(6, -2))}\n\n`)))
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

/** The bytes that a stream may consist of, and the packets that it may come in. */
export const streamBytesVariants = (): readonly Variant[] => [
  variant(
    'sse-crlf',
    SSE,
    'lines end with CR LF',
    text((events) => events.map((event) => event.replaceAll('\n', '\r\n'))),
  ),
  variant(
    'sse-byte-order-mark',
    SSE,
    'the stream begins with a byte order mark',
    text(([first = '', ...rest]) => [`\ufeff${first}`, ...rest]),
  ),
  variant(
    'sse-comment-first',
    SSE,
    'a comment opens the stream',
    text((events) => [': connected\n\n', ...events]),
  ),
  variant(
    'sse-comment-between',
    SSE,
    'comments stand between the events',
    text((events) => events.flatMap((event, at) => (at === 0 ? [event] : [': ping\n\n', event]))),
  ),
  variant(
    'sse-comment-without-blank-line',
    SSE,
    'comments stand right before the events',
    text((events) => events.map((event) => `: ping\n${event}`)),
  ),
  variant(
    'sse-comment-empty',
    SSE,
    'comments are a bare colon',
    text((events) => events.flatMap((event, at) => (at === 0 ? [event] : [':\n\n', event]))),
  ),
  variant(
    'sse-comment-before-done',
    SSE,
    'a comment stands before [DONE]',
    text((events) => [...events.slice(0, -1), ': almost\n\n', DONE]),
  ),
  variant(
    'sse-crlf-with-comments',
    SSE,
    'lines end with CR LF, comments included',
    text((events) => [': ok\n\n', ...events].map((event) => event.replaceAll('\n', '\r\n'))),
  ),
  variant(
    'sse-json-with-spaces',
    'RFC 8259: white space is free',
    'the JSON of chunks has spaces',
    json((payload) => JSON.stringify(JSON.parse(payload), null, 1).replaceAll(/\n\s*/g, ' ')),
  ),
  variant(
    'sse-json-escaped',
    'RFC 8259: characters may be escaped',
    'characters beyond ASCII are escaped in chunks',
    json(escaped),
  ),
  variant(
    'sse-json-escaped-slashes',
    'RFC 8259: characters may be escaped',
    'slashes are escaped in chunks',
    json((payload) => payload.replaceAll('/', '\\/')),
  ),
  variant(
    'sse-charset',
    'RFC 9110: media types have parameters',
    'the Content-Type has a charset',
    mediaType('text/event-stream; charset=utf-8'),
  ),
  variant(
    'sse-charset-in-capitals',
    'RFC 9110: media types have no case',
    'the Content-Type is written with capitals and a quoted charset',
    mediaType('Text/Event-Stream;Charset="UTF-8"'),
  ),
  variant('packets-of-one-byte', HTTP, 'a stream comes byte by byte', cut(everyByte)),
  variant('packets-inside-characters', HTTP, 'a stream is cut inside its characters', cut(insideCharacters)),
  variant('packets-at-random', HTTP, 'a stream is cut at random places', cut(seeded(7))),
  variant(
    'packets-at-line-ends',
    HTTP,
    'a stream is cut before and after each line end',
    cut((bytes) => [...bytes.keys()].flatMap((at) => (bytes[at] === 10 ? [at, at + 1] : []))),
  ),
  variant(
    'packets-after-data',
    HTTP,
    'a stream is cut inside the word data',
    cut((bytes) => [...bytes.keys()].filter((at) => bytes[at] === 100 && bytes[at + 1] === 97)),
  ),
  variant(
    'packets-of-one-event',
    HTTP,
    'each event is written by itself',
    delivered((events) => events),
  ),
  variant(
    'packets-of-one-event-in-time',
    HTTP,
    'each event comes a moment after the last',
    delivered((events) => events.flatMap((event): Part[] => [event, { wait: 1 }])),
  ),
  variant(
    'packets-at-random-in-time',
    HTTP,
    'a stream is cut at random places, with short pauses',
    delivered((events) =>
      [...cutAt(events.join(''), seeded(11, 60))].flatMap((part, at): Part[] =>
        at % 8 === 0 ? [{ wait: 1 }, part] : [part],
      ),
    ),
  ),
  variant(
    'pause-before-first-event',
    HTTP,
    'the head of a stream comes long before its first event',
    delivered((events) => [{ wait: 50 }, events.join('')]),
  ),
  variant(
    'pause-before-done',
    HTTP,
    '[DONE] is long in coming',
    delivered((events) => [events.slice(0, -1).join(''), { wait: 30 }, DONE]),
  ),
  variant(
    'stream-with-length',
    HTTP,
    'a stream has a Content-Length',
    editAnswer(onStream, (answer) => deliveredAs(answer, { framing: 'length' })),
  ),
  variant(
    'stream-until-close',
    HTTP,
    'a stream ends with the connection',
    editAnswer(onStream, (answer) => deliveredAs(answer, { framing: 'close' })),
  ),
  variant(
    'stream-uncached',
    HTTP,
    'a stream carries headers for caches and proxies',
    editAnswer(onStream, (answer) => ({
      ...answer,
      headers: [...answer.headers, 'cache-control', 'no-cache, no-transform', 'x-accel-buffering', 'no'],
    })),
  ),
]

function escaped(payload: string): string {
  return payload.replaceAll(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
