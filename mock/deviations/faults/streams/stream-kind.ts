import type { HttpResponse, Part } from '../../../core/http.ts'
import type { JsonObject } from '../../../core/request/body.ts'
import { DONE } from '../../../core/responses/done.ts'
import type { Call } from '../../../core/types.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { delivered } from '../../edits/events.ts'
import { instead } from '../../edits/instead.ts'
import { editResponse, replaceBody } from '../../edits/responses.ts'
import { both, everyNth, ofSecondProject, onReason, onStream } from '../../edits/when.ts'
import { NO_CHUNK, NO_STREAM, REFUSALS } from '../breaks.ts'

const refused = both(onReason('invalid'), (_, { body }) => body?.stream === true)
const everyThird = both(onStream, everyNth(3))
const ofLongWord = both(onStream, (_, { body }) => /\S{256}/.test(JSON.stringify(body)))
const ofSecond = both(onStream, ofSecondProject)
/** A response with chunked encoding; the gateway adds further headers. */
const inChunks = (status: number, body: string): HttpResponse => ({
  status,
  headers: ['content-type', 'text/event-stream'],
  body,
  delivery: { framing: 'chunked' },
})
const CUT: Part = { act: 'cut' }

const half = (events: readonly string[]): string[] => events.slice(0, Math.ceil(events.length / 2))
const json = (event: string): string => event.slice('data: '.length, -2)
const toLines = (events: string[]): string[] => events.map((event) => `${json(event)}\n`)
const toArray = (events: string[]): string[] => [`[${events.filter((event) => event !== DONE).map(json)}]`]
const whole = (events: readonly string[], end: number): string => events.join('').slice(0, end)

const NO_END = ['stream-done', 'stream-final-chunk'] as const
const NO_FRAMES = ['stream-framing', 'stream-started'] as const

/** Whether a valid request gets a stream, from whether it asks for one. */
type Decide = (streams: boolean, body: JsonObject, call: Call) => boolean

const withoutUsage: Decide = (streams, body) => streams && !('stream_options' in body)
const untraced: Decide = (streams, _, { head }) => streams && head.header('traceparent') === undefined
const smallOnly: Decide = (streams, _, { bytes }) => streams && bytes <= 65_536
const notOfSecond: Decide = (streams, _, { project }) => streams && project?.ordinal !== 1

const ifLeftOut: Decide = (streams, body) => streams || !('stream' in body)
const ifInText: Decide = (streams, { messages }) => streams || /stream\W{1,6}true/i.test(JSON.stringify(messages))
const ifFalse: Decide = (streams, body) => streams || body.stream === false

/** Faults in the choice between stream and JSON, and in the delivery of a stream (4.2, 6). */
export const faults = () => [
  breaking(['stream-media-type', ...NO_STREAM], kind, {
    'stream-is-one-json-body: stream true gets a JSON completion': () => false,
    'stream-as-json-with-usage: a stream that asks for usage gets a JSON completion': withoutUsage,
    'stream-as-json-with-traceparent: a request with traceparent gets a JSON completion instead of a stream': untraced,
    'large-stream-as-json: a stream gets a JSON completion if the request has more than 64 KiB': smallOnly,
    'stream-as-json-for-second-project: the second project gets JSON instead': [notOfSecond, 'auth-project-catalog'],
  }),
  breaking(['completion-json', 'completion-media-type'], kind, {
    'stream-without-being-asked: a request without stream is streamed': [ifLeftOut, 'request-defaults'],
    'stream-as-a-text-says: a text with stream true in a message gets a stream': ifInText,
    'stream-despite-false: stream false gets a stream': [ifFalse, 'request-stream-false'],
  }),
  breaking([...NO_CHUNK, ...REFUSALS, 'error-body', 'error-media-type', 'stream-final-chunk', 'completion-statuses'], {
    'stream-refused-as-event: an invalid streaming request gets 200 and an error event': refusedAsEvent(200),
  }),
  breaking(['completion-statuses', ...NO_END, ...REFUSALS], {
    'stream-refused-as-nothing: an invalid streaming request gets 200 and a stream without events': refusedAsNothing,
  }),
  breaking(['stream-invalid-request', 'error-body', 'error-media-type'], {
    'stream-refused-as-event-with-400: an invalid streaming request gets 400 with an event stream': refusedAsEvent(400),
  }),
  breaking([...NO_END, ...NO_FRAMES], delivered, {
    'stream-cut-after-first-event: the connection ends after the first event': ([first = '']) => [first, CUT],
    'stream-cut-in-mid-event: the connection ends in an event': [(all) => [whole(all, -40), CUT], 'stream-chunk-json'],
  }),
  breaking([...NO_END, ...NO_FRAMES, 'stream-chunk-json'], {
    'stream-as-json-lines: the chunks are sent as lines of JSON': rewritten(toLines),
    'stream-as-one-array: the chunks are sent as one JSON array': [rewritten(toArray), 'chunk-object'],
  }),
  breaking(NO_END, {
    'stream-ends-cleanly-half-way: the stream ends in good order after half of its events': halfOfIt,
    'stream-ends-cleanly-half-way-every-third-time: every third stream ends half-way': rewritten(half, everyThird),
    'stream-ends-cleanly-at-a-long-word: a stream about a word of 256 characters ends half-way': halfOfLongWord,
    'stream-ends-cleanly-in-mid-event: a stream ends in an event': [withoutEnd, 'stream-framing', 'stream-chunk-json'],
    'stream-empty: a stream has no events': [replaceBody(onStream, ''), 'stream-started'],
  }),
  breaking([], {
    'stream-of-done-alone: a stream has [DONE] and nothing else': [replaceBody(onStream, DONE), 'stream-final-chunk'],
    'stream-done-missing-for-second-project: the second project gets no [DONE]': [withoutDone, 'stream-done'],
    'stream-reset-before-done: the connection is reset before [DONE]': [resetBeforeDone, 'stream-done', ...NO_FRAMES],
  }),
  breaking(['stream-text-whole', 'stream-chunk-json'], {
    'stream-with-broken-bytes: the bytes of a character are sent incompletely': inBytes(/[^\0-\x7f]/, brokenBytes),
    'stream-in-latin-1: characters beyond ASCII are sent in Latin-1': inBytes(/[\x80-\xff]/, latin1),
  }),
]

function kind(decide: Decide): Apply {
  return instead('isStream', (plain, body, call) => decide(plain(), body, call))
}

/** Sends streams that contain these characters in another encoding. */
function inBytes(characters: RegExp, write: (text: string) => Uint8Array): Apply {
  const when = both(onStream, ({ body }) => characters.test(String(body)))
  return editResponse(when, (response) => ({ ...response, body: write(response.body as string) }))
}

/** Replaces the events, framing included. */
function rewritten(write: (events: string[]) => string[], when = onStream): Apply {
  return replaceBody(when, (text) => write(text.split(/(?<=\n\n)/)).join(''))
}

const halfOfLongWord = rewritten(half, ofLongWord)
const halfOfIt = delivered((all) => [half(all).join('')])
const withoutEnd = delivered((all) => [whole(all, -20)])
const resetBeforeDone = delivered((all) => [all.slice(0, -1).join(''), { act: 'reset' }])
const withoutDone = replaceBody(ofSecond, (text) => text.replace(DONE, ''))

const refusedAsNothing = editResponse(refused, () => inChunks(200, ''))
function refusedAsEvent(status: number): Apply {
  const error = status >= 400 ? { error: 'invalid' } : {}
  return editResponse(refused, ({ body }) => ({ ...inChunks(status, `data: ${body}\n\n${DONE}`), ...error }))
}

function brokenBytes(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text)
  const at = bytes.findIndex((byte) => byte >= 0xc0)
  return Uint8Array.from([...bytes.subarray(0, at + 1), ...bytes.subarray(at + 2)])
}

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (sign) => Math.min(sign.charCodeAt(0), 0xff))
