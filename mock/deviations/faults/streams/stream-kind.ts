import { DONE } from '../../../core/answers/stream.ts'
import type { Part } from '../../../core/http.ts'
import type { Behaviour } from '../../../core/types.ts'
import type { Apply, Emit, Fault } from '../../deviation.ts'
import { editAnswer, replaceBody } from '../../edits/json.ts'
import { telling } from '../../edits/telling.ts'
import { both, everyNth, ofSecondProject, onReason, onStream, type When } from '../../edits/when.ts'
import { NO_STREAM, REFUSALS } from '../breaks.ts'

const streaming: When = (_, { body }) => body?.stream === true
const NO_PLAIN = ['completion-json', 'completion-media-type']

/** What can be wrong with the choice between stream and JSON, and with the delivery of a stream (4.2, 6). */
export const streamKindFaults = (): readonly Fault[] => [
  {
    name: 'stream-is-one-json-body',
    breaks: ['stream-media-type', ...NO_STREAM],
    shows: 'stream true is answered with a JSON completion',
    apply: kind((streams) => streams && false),
  },
  {
    name: 'stream-as-json-with-usage',
    breaks: ['stream-media-type', ...NO_STREAM],
    shows: 'a stream that asks for usage is answered with a JSON completion',
    apply: kind((streams, body) => streams && !('stream_options' in body)),
  },
  {
    name: 'stream-without-being-asked',
    breaks: ['request-defaults', ...NO_PLAIN],
    shows: 'a request without stream is answered with a stream',
    apply: kind((streams, body) => streams || !('stream' in body)),
  },
  {
    name: 'stream-despite-false',
    breaks: ['request-stream-false', ...NO_PLAIN],
    shows: 'stream false is answered with a stream',
    apply: kind((streams, body) => streams || body.stream === false),
  },
  {
    name: 'stream-as-json-for-second-project',
    breaks: ['stream-media-type', 'auth-project-catalog', ...NO_STREAM],
    shows: 'streams of the second project are JSON completions',
    apply: (behaviour, emit) => ({
      ...behaviour,
      isStream(body, call) {
        const streams = behaviour.isStream(body, call)
        if (!streams || call.project?.ordinal !== 1) return streams
        emit()
        return false
      },
    }),
  },
  {
    name: 'stream-as-one-array',
    breaks: [
      'stream-framing',
      'stream-chunk-json',
      'chunk-object',
      'stream-done',
      'stream-final-chunk',
      'stream-started',
    ],
    shows: 'the chunks come as one JSON array',
    apply: replaceBody(
      onStream,
      (text) =>
        `[${events(text)
          .filter((event) => `${event}\n\n` !== DONE)
          .map((event) => event.slice(6))
          .join(',')}]`,
    ),
  },
  {
    name: 'stream-as-json-lines',
    breaks: ['stream-framing', 'stream-chunk-json', 'stream-done', 'stream-final-chunk', 'stream-started'],
    shows: 'the chunks come as lines of JSON',
    apply: replaceBody(onStream, (text) =>
      events(text)
        .map((event) => `${event.slice(6)}\n`)
        .join(''),
    ),
  },
  {
    name: 'stream-empty',
    breaks: ['stream-done', 'stream-final-chunk', 'stream-started'],
    shows: 'a stream has no events',
    apply: replaceBody(onStream, ''),
  },
  {
    name: 'stream-of-done-alone',
    breaks: ['stream-final-chunk'],
    shows: 'a stream has [DONE] and nothing else',
    apply: replaceBody(onStream, DONE),
  },
  {
    name: 'stream-refused-as-event',
    breaks: [
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
    shows: 'an invalid streaming request gets 200 and a stream with an error event',
    apply: refusedAsEvent(200),
  },
  {
    name: 'stream-refused-as-event-with-400',
    breaks: ['stream-invalid-request', 'error-body', 'error-media-type'],
    shows: 'an invalid streaming request gets 400 with an event stream',
    apply: refusedAsEvent(400),
  },
  {
    name: 'stream-cut-in-mid-event',
    breaks: ['stream-done', 'stream-final-chunk', 'stream-started', 'stream-framing', 'stream-chunk-json'],
    shows: 'the connection ends in the middle of an event',
    apply: delivered((all) => [all.join('').slice(0, -40), { act: 'cut' }]),
  },
  {
    name: 'stream-reset-before-done',
    breaks: ['stream-done', 'stream-started', 'stream-framing'],
    shows: 'the connection is reset before [DONE]',
    apply: delivered((all) => [all.slice(0, -1).join(''), { act: 'reset' }]),
  },
  {
    name: 'stream-cut-after-first-event',
    breaks: ['stream-done', 'stream-final-chunk', 'stream-started', 'stream-framing'],
    shows: 'the connection ends after the first event',
    apply: delivered(([first = '']) => [first, { act: 'cut' }]),
  },
  {
    name: 'stream-ends-cleanly-in-mid-event',
    breaks: ['stream-done', 'stream-final-chunk', 'stream-framing', 'stream-chunk-json'],
    shows: 'the stream ends in good order in the middle of an event',
    apply: delivered((all) => [all.join('').slice(0, -20)]),
  },
  {
    name: 'stream-ends-cleanly-half-way',
    breaks: ['stream-done', 'stream-final-chunk'],
    shows: 'the stream ends in good order after half of its events',
    apply: delivered((all) => [all.slice(0, Math.ceil(all.length / 2)).join('')]),
  },
  {
    name: 'stream-ends-cleanly-half-way-every-third-time',
    breaks: ['stream-done', 'stream-final-chunk'],
    shows: 'every third stream ends in good order after half of its events',
    apply: editAnswer(both(onStream, everyNth(3)), (answer) => {
      const all = events(answer.body as string)
      return {
        ...answer,
        body: all
          .slice(0, Math.ceil(all.length / 2))
          .map((event) => `${event}\n\n`)
          .join(''),
      }
    }),
  },
  {
    name: 'stream-done-missing-for-second-project',
    breaks: ['stream-done'],
    shows: 'streams of the second project end without [DONE]',
    apply: editAnswer(both(onStream, ofSecondProject), (answer) => ({
      ...answer,
      body: (answer.body as string).replace(DONE, ''),
    })),
  },
  {
    name: 'stream-with-broken-bytes',
    breaks: ['stream-text-whole', 'stream-chunk-json'],
    shows: 'the bytes of a character are sent incompletely',
    apply: editAnswer(
      both(onStream, (answer) => /[^\0-\x7f]/.test(String(answer.body))),
      (answer) => ({ ...answer, body: brokenBytes(answer.body as string) }),
    ),
  },
  {
    name: 'stream-in-latin-1',
    breaks: ['stream-text-whole', 'stream-chunk-json'],
    shows: 'characters beyond ASCII are sent in Latin-1',
    apply: editAnswer(
      both(onStream, (answer) => /[\x80-\xff]/.test(String(answer.body))),
      (answer) => ({ ...answer, body: latin1(answer.body as string) }),
    ),
  },
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
  return (behaviour, emit) => ({ ...behaviour, delivery: [...behaviour.delivery, telling(emit, way)] })
}

function refusedAsEvent(status: number): Apply {
  return editAnswer(both(onReason('invalid'), streaming), (answer) => ({
    status,
    headers: ['content-type', 'text/event-stream'],
    body: `data: ${answer.body}\n\n${DONE}`,
    framing: 'chunked',
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
