import type { Part } from '../../core/http.ts'
import { DONE } from '../../core/responses/done.ts'
import { allowed } from '../deviation.ts'
import { delivered, editEvents } from '../edits/events.ts'
import { escaped } from '../edits/json.ts'
import { type Cuts, cutAt, everyByte, insideCharacters, seeded } from '../edits/packets.ts'
import { deliver, editResponse, replaceHeader, withMore } from '../edits/responses.ts'
import { onStream } from '../edits/when.ts'

const json = (edit: (payload: string) => string) =>
  editEvents((events) => events.map((event) => (event === DONE ? event : `data: ${edit(event.slice(6, -2))}\n\n`)))
const cut = (at: Cuts) => delivered((events) => cutAt(events.join(''), at))
const mediaType = (type: string) => replaceHeader(onStream, 'content-type', type)

const crlf = (event: string): string => event.replaceAll('\n', '\r\n')
const between = (comment: string) => (events: string[]) =>
  events.flatMap((event, at) => (at === 0 ? [event] : [comment, event]))
const spaced = (payload: string): string => JSON.stringify(JSON.parse(payload), null, 1).replaceAll(/\n\s*/g, ' ')
const atLineEnds: Cuts = (bytes) => [...bytes.keys()].flatMap((at) => (bytes[at] === 10 ? [at, at + 1] : []))
const afterData: Cuts = (bytes) => [...bytes.keys()].filter((at) => bytes[at] === 100 && bytes[at + 1] === 97)
const atRandomInTime = delivered((events) =>
  [...cutAt(events.join(''), seeded(11, 60))].flatMap((part, at): Part[] =>
    at % 8 === 0 ? [{ wait: 1 }, part] : [part],
  ),
)
const inTime = delivered((events) => events.flatMap((event): Part[] => [event, { wait: 1 }]))
const pauseFirst = delivered((events) => [{ wait: 50 }, events.join('')])
const pauseBeforeDone = delivered((events) => [events.slice(0, -1).join(''), { wait: 30 }, DONE])
const uncached = editResponse(onStream, (response) =>
  withMore(response, 'cache-control', 'no-cache, no-transform', 'x-accel-buffering', 'no'),
)

const SSE = 'server-sent events (WHATWG): line ends, a byte order mark and comments are free'
const HTTP = 'RFC 9110, 9112: the packets of bytes and their times are free'

/** Freedoms in the bytes of a stream, and in the packets in which it may arrive. */
export const variants = () => [
  allowed(SSE, editEvents, {
    'sse-crlf: lines end with CR LF': (events) => events.map(crlf),
    'sse-byte-order-mark: a byte order mark opens the stream': ([first = '', ...rest]) => [`\ufeff${first}`, ...rest],
    'sse-comment-first: a comment opens the stream': (events) => [': connected\n\n', ...events],
    'sse-comment-between: comments are between the events': between(': ping\n\n'),
    'sse-comment-without-blank-line: comments are right before the events': (all) => all.map((one) => `: ping\n${one}`),
    'sse-comment-empty: comments are a bare colon': between(':\n\n'),
    'sse-comment-before-done: a comment is before [DONE]': (all) => all.toSpliced(-1, 0, ': almost\n\n'),
    'sse-crlf-with-comments: lines end with CR LF, comments included': (events) => [': ok\n\n', ...events].map(crlf),
  }),
  allowed('RFC 8259: white space is free', json, {
    'sse-json-with-spaces: the JSON of chunks has spaces': spaced,
    'sse-white-space-around-json: white space surrounds the JSON of chunks on its line': (payload) => ` \t${payload} `,
  }),
  allowed('RFC 8259: characters may be escaped', json, {
    'sse-json-escaped: characters beyond ASCII are escaped in chunks': escaped,
    'sse-json-escaped-slashes: slashes are escaped in chunks': (payload) => payload.replaceAll('/', '\\/'),
  }),
  allowed('RFC 9110: media types have parameters', mediaType, {
    'sse-charset: the Content-Type has a charset': 'text/event-stream; charset=utf-8',
  }),
  allowed('RFC 9110: media types have no case', mediaType, {
    'sse-charset-in-capitals: the Content-Type has capitals and a quoted charset': 'Text/Event-Stream;Charset="UTF-8"',
  }),
  allowed(HTTP, {
    'packets-of-one-byte: a stream is sent byte by byte': cut(everyByte),
    'packets-inside-characters: a stream is cut inside its characters': cut(insideCharacters),
    'packets-at-random: a stream is cut at random positions': cut(seeded(7)),
    'packets-at-line-ends: a stream is cut before and after each line end': cut(atLineEnds),
    'packets-after-data: a stream is cut inside the word data': cut(afterData),
    'packets-of-one-event: each event is a separate packet': delivered((events) => events),
    'packets-of-one-event-in-time: each event is sent shortly after the last': inTime,
    'packets-at-random-in-time: a stream is cut at random positions, with short pauses': atRandomInTime,
    'pause-before-first-event: the head of a stream is sent 50 ms before its first event': pauseFirst,
    'pause-before-done: [DONE] is sent after a pause of 30 ms': pauseBeforeDone,
    'stream-with-length: a stream has a Content-Length': deliver(onStream, { framing: 'length' }),
    'stream-until-close: a stream ends with the connection': deliver(onStream, { framing: 'close' }),
    'stream-uncached: a stream carries headers for caches and proxies': uncached,
  }),
]
