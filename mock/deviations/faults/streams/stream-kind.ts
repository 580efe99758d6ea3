import { DONE } from '../../../core/answers/done.ts'
import type { Part } from '../../../core/http.ts'
import type { Call } from '../../../core/types.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { emitting } from '../../edits/emitting.ts'
import { instead } from '../../edits/instead.ts'
import { editAnswer, replaceBody } from '../../edits/json.ts'
import { always, both, everyNth, ofSecondProject, onReason, onStream, type When } from '../../edits/when.ts'
import { NO_CHUNK, NO_STREAM, REFUSALS } from '../breaks.ts'

const EVENTS = ['content-type', 'text/event-stream']
const streaming: When = (_, { body }) => body?.stream === true

/** Faults in the choice between stream and JSON, and in the delivery of a stream (4.2, 6). */
export const faults = () => [
  breaking(['stream-media-type', ...NO_STREAM], kind, {
    'stream-is-one-json-body: stream true is answered with a JSON completion': (streams) => streams && false,
    'stream-as-json-with-usage: a stream that asks for usage is answered with a JSON completion': (streams, body) =>
      streams && !('stream_options' in body),
    'stream-as-json-with-traceparent: who sends traceparent gets a JSON completion instead of a stream': (
      streams,
      _,
      { head },
    ) => streams && head.header('traceparent') === undefined,
    'stream-as-json-for-second-project: streams of the second project are JSON completions': [
      (streams, _, { project }) => streams && project?.ordinal !== 1,
      'auth-project-catalog',
    ],
  }),
  breaking(['request-defaults', 'completion-json', 'completion-media-type'], kind, {
    'stream-without-being-asked: a request without stream is answered with a stream': (streams, body) =>
      streams || !('stream' in body),
  }),
  breaking(['request-stream-false', 'completion-json', 'completion-media-type'], kind, {
    'stream-despite-false: stream false is answered with a stream': (streams, body) => streams || body.stream === false,
  }),
  breaking(['stream-final-chunk'], {
    'stream-of-done-alone: a stream has [DONE] and nothing else': replaceBody(onStream, DONE),
  }),
  breaking(
    ['error-body', 'error-media-type', 'stream-final-chunk', 'completion-statuses', ...NO_CHUNK, ...REFUSALS],
    refusedAsEvent,
    {
      'stream-refused-as-event: an invalid streaming request gets 200 and a stream with an error event': 200,
    },
  ),
  breaking(['completion-statuses', 'stream-final-chunk', 'stream-done', ...REFUSALS], {
    'stream-refused-as-nothing: an invalid streaming request gets 200 and a stream without events': editAnswer(
      both(onReason('invalid'), streaming),
      () => ({ status: 200, headers: [...EVENTS], body: '', delivery: { framing: 'chunked' } }),
    ),
  }),
  breaking(['stream-invalid-request', 'error-body', 'error-media-type'], {
    'stream-refused-as-event-with-400: an invalid streaming request gets 400 with an event stream': refusedAsEvent(400),
  }),
  breaking(['stream-done', 'stream-final-chunk', 'stream-started', 'stream-framing'], {
    'stream-cut-after-first-event: the connection ends after the first event': delivered(([first = '']) => [
      first,
      { act: 'cut' },
    ]),
    'stream-as-json-lines: the chunks come as lines of JSON': [
      rewritten((events) => events.map((event) => `${json(event)}\n`)),
      'stream-chunk-json',
    ],
    'stream-as-one-array: the chunks come as one JSON array': [
      rewritten((events) => [`[${events.filter((event) => event !== DONE).map(json)}]`]),
      'chunk-object',
      'stream-chunk-json',
    ],
    'stream-cut-in-mid-event: the connection ends in the middle of an event': [
      delivered((all) => [all.join('').slice(0, -40), { act: 'cut' }]),
      'stream-chunk-json',
    ],
  }),
  breaking(['stream-done', 'stream-final-chunk'], {
    'stream-ends-cleanly-half-way: the stream ends in good order after half of its events': delivered((all) => [
      half(all).join(''),
    ]),
    'stream-ends-cleanly-half-way-every-third-time: every third stream ends in good order after half of its events':
      rewritten(half, everyNth(3)),
    'stream-ends-cleanly-in-mid-event: the stream ends in good order in the middle of an event': [
      delivered((all) => [all.join('').slice(0, -20)]),
      'stream-framing',
      'stream-chunk-json',
    ],
    'stream-empty: a stream has no events': [replaceBody(onStream, ''), 'stream-started'],
  }),
  breaking(['stream-done'], {
    'stream-done-missing-for-second-project: streams of the second project end without [DONE]': replaceBody(
      both(onStream, ofSecondProject),
      (text) => text.replace(DONE, ''),
    ),
    'stream-reset-before-done: the connection is reset before [DONE]': [
      delivered((all) => [all.slice(0, -1).join(''), { act: 'reset' }]),
      'stream-started',
      'stream-framing',
    ],
  }),
  breaking(['stream-text-whole', 'stream-chunk-json'], {
    'stream-with-broken-bytes: the bytes of a character are sent incompletely': inBytes(/[^\0-\x7f]/, brokenBytes),
    'stream-in-latin-1: characters beyond ASCII are sent in Latin-1': inBytes(/[\x80-\xff]/, latin1),
  }),
]

function kind(decide: (streams: boolean, body: Record<string, unknown>, call: Call) => boolean): Apply {
  return instead('isStream', (plain, body, call) => decide(plain(), body, call))
}

/** Sends streams with these characters as other bytes. */
function inBytes(characters: RegExp, write: (text: string) => Uint8Array): Apply {
  return editAnswer(
    both(onStream, ({ body }) => characters.test(String(body))),
    (answer) => ({ ...answer, body: write(answer.body as string) }),
  )
}

/** Sends other events, framing included. */
function rewritten(write: (events: string[]) => string[], when: When = always): Apply {
  return replaceBody(both(onStream, when), (text) => write(text.split(/(?<=\n\n)/)).join(''))
}

const half = (events: readonly string[]): string[] => events.slice(0, Math.ceil(events.length / 2))
const json = (event: string): string => event.slice('data: '.length, -2)

function delivered(way: (events: readonly string[]) => Part[]): Apply {
  return (behaviour, emit) => ({ ...behaviour, delivery: [...behaviour.delivery, emitting(emit, way)] })
}

function refusedAsEvent(status: number): Apply {
  return editAnswer(both(onReason('invalid'), streaming), (answer) => ({
    status,
    headers: [...EVENTS],
    body: `data: ${answer.body}\n\n${DONE}`,
    delivery: { framing: 'chunked' },
    ...(status >= 400 ? { error: 'invalid' } : {}),
  }))
}

function brokenBytes(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text)
  const at = bytes.findIndex((byte) => byte >= 0xc0)
  return Uint8Array.from([...bytes.subarray(0, at + 1), ...bytes.subarray(at + 2)])
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (sign) => Math.min(sign.charCodeAt(0), 0xff))
}
