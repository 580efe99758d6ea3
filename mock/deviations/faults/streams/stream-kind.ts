import { DONE } from '../../../core/answers/done.ts'
import type { Part } from '../../../core/http.ts'
import type { Behaviour } from '../../../core/types.ts'
import { type Apply, breaking, type Emit } from '../../deviation.ts'
import { emitting } from '../../edits/emitting.ts'
import { editAnswer, replaceBody } from '../../edits/json.ts'
import { both, everyNth, ofSecondProject, onReason, onStream, type When } from '../../edits/when.ts'
import { NO_STREAM, REFUSALS } from '../breaks.ts'

const streaming: When = (_, { body }) => body?.stream === true

/** What can be wrong with the choice between stream and JSON, and with the delivery of a stream (4.2, 6). */
export const faults = () => [
  breaking(['stream-media-type', ...NO_STREAM], {
    'stream-is-one-json-body: stream true is answered with a JSON completion': kind((streams) => streams && false),
    'stream-as-json-with-usage: a stream that asks for usage is answered with a JSON completion': kind(
      (streams, body) => streams && !('stream_options' in body),
    ),
    'stream-as-json-with-traceparent: who sends traceparent gets a JSON completion instead of a stream': (
      behaviour,
      emit,
    ) => ({
      ...behaviour,
      isStream(body, call) {
        const streams = behaviour.isStream(body, call)
        if (!streams || call.head.header('traceparent') === undefined) return streams
        emit()
        return false
      },
    }),
  }),
  breaking(['request-defaults', 'completion-json', 'completion-media-type'], kind, {
    'stream-without-being-asked: a request without stream is answered with a stream': (streams, body) =>
      streams || !('stream' in body),
  }),
  breaking(['request-stream-false', 'completion-json', 'completion-media-type'], kind, {
    'stream-despite-false: stream false is answered with a stream': (streams, body) => streams || body.stream === false,
  }),
  breaking(['stream-media-type', 'auth-project-catalog', ...NO_STREAM], {
    'stream-as-json-for-second-project: streams of the second project are JSON completions': (behaviour, emit) => ({
      ...behaviour,
      isStream(body, call) {
        const streams = behaviour.isStream(body, call)
        if (!streams || call.project?.ordinal !== 1) return streams
        emit()
        return false
      },
    }),
  }),
  breaking(['stream-final-chunk'], {
    'stream-of-done-alone: a stream has [DONE] and nothing else': replaceBody(onStream, DONE),
  }),
  breaking(
    [
      'error-body',
      'error-media-type',
      'completion-statuses',
      'stream-chunk-json',
      'chunk-id',
      'chunk-object',
      'chunk-created',
      'chunk-model',
      'chunk-choices',
      'stream-final-chunk',
      'stream-one-id',
      'completion-model-echo',
      ...REFUSALS,
    ],
    refusedAsEvent,
    {
      'stream-refused-as-event: an invalid streaming request gets 200 and a stream with an error event': 200,
    },
  ),
  breaking(['completion-statuses', ...REFUSALS], {
    'stream-refused-as-nothing: an invalid streaming request gets 200 and a stream without events': editAnswer(
      both(onReason('invalid'), streaming),
      () => ({
        status: 200,
        headers: ['content-type', 'text/event-stream'],
        body: '',
        delivery: { framing: 'chunked' },
      }),
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
      replaceBody(onStream, (text) =>
        events(text)
          .map((event) => `${event.slice(6)}\n`)
          .join(''),
      ),
      'stream-chunk-json',
    ],
    'stream-as-one-array: the chunks come as one JSON array': [
      replaceBody(
        onStream,
        (text) =>
          `[${events(text)
            .filter((event) => `${event}\n\n` !== DONE)
            .map((event) => event.slice(6))
            .join(',')}]`,
      ),
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
      all.slice(0, Math.ceil(all.length / 2)).join(''),
    ]),
    'stream-ends-cleanly-half-way-every-third-time: every third stream ends in good order after half of its events':
      editAnswer(both(onStream, everyNth(3)), (answer) => {
        const all = events(answer.body as string)
        return {
          ...answer,
          body: all
            .slice(0, Math.ceil(all.length / 2))
            .map((event) => `${event}\n\n`)
            .join(''),
        }
      }),
    'stream-ends-cleanly-in-mid-event: the stream ends in good order in the middle of an event': [
      delivered((all) => [all.join('').slice(0, -20)]),
      'stream-framing',
      'stream-chunk-json',
    ],
    'stream-empty: a stream has no events': [replaceBody(onStream, ''), 'stream-started'],
  }),
  breaking(['stream-done'], {
    'stream-done-missing-for-second-project: streams of the second project end without [DONE]': editAnswer(
      both(onStream, ofSecondProject),
      (answer) => ({
        ...answer,
        body: (answer.body as string).replace(DONE, ''),
      }),
    ),
    'stream-reset-before-done: the connection is reset before [DONE]': [
      delivered((all) => [all.slice(0, -1).join(''), { act: 'reset' }]),
      'stream-started',
      'stream-framing',
    ],
  }),
  breaking(['stream-text-whole', 'stream-chunk-json'], {
    'stream-with-broken-bytes: the bytes of a character are sent incompletely': editAnswer(
      both(onStream, (answer) => /[^\0-\x7f]/.test(String(answer.body))),
      (answer) => ({ ...answer, body: brokenBytes(answer.body as string) }),
    ),
    'stream-in-latin-1: characters beyond ASCII are sent in Latin-1': editAnswer(
      both(onStream, (answer) => /[\x80-\xff]/.test(String(answer.body))),
      (answer) => ({ ...answer, body: latin1(answer.body as string) }),
    ),
  }),
]

function kind(decide: (streams: boolean, body: Record<string, unknown>) => boolean): Apply {
  return (behaviour: Behaviour, emit: Emit) => ({
    ...behaviour,
    isStream(body, call) {
      const right = behaviour.isStream(body, call)
      const decided = decide(right, body)
      if (decided !== right) emit()
      return decided
    },
  })
}

function delivered(way: (events: readonly string[]) => Part[]): Apply {
  return (behaviour, emit) => ({ ...behaviour, delivery: [...behaviour.delivery, emitting(emit, way)] })
}

function refusedAsEvent(status: number): Apply {
  return editAnswer(both(onReason('invalid'), streaming), (answer) => ({
    status,
    headers: ['content-type', 'text/event-stream'],
    body: `data: ${answer.body}\n\n${DONE}`,
    delivery: { framing: 'chunked' },
    ...(status >= 400 ? { error: 'invalid' } : {}),
  }))
}

function events(text: string): string[] {
  return text.split('\n\n').filter((event) => event !== '')
}

function brokenBytes(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text)
  const at = bytes.findIndex((byte) => byte >= 0xc0)
  return Uint8Array.from([...bytes.subarray(0, at + 1), ...bytes.subarray(at + 2)])
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (sign) => Math.min(sign.charCodeAt(0), 0xff))
}
