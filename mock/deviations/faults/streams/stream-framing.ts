import { DONE } from '../../../core/answers/stream.ts'
import type { Apply, Fault } from '../../deviation.ts'
import { editEvents } from '../../edits/events.ts'

type Edit = (event: string, at: number, events: readonly string[]) => string

const perEvent = (edit: Edit): Apply => editEvents((events) => events.map(edit))
const perChunk = (edit: Edit): Apply => perEvent((event, ...rest) => (event === DONE ? event : edit(event, ...rest)))
const lines = (event: string): string => event.slice(0, -2)
const json = (event: string): string => lines(event).slice('data: '.length)

const FRAMING = ['stream-framing']
// A reader that goes by the standard does not see such an event at all.
const LOST = ['stream-framing', 'stream-done', 'stream-chunk-json', 'stream-final-chunk']

/** `[name, what shows, what it does, what it breaks]` */
const FRAMES: [name: string, shows: string, apply: Apply, breaks: readonly string[]][] = [
  [
    'no-space',
    'there is no space after data:',
    perEvent((event) => event.replace('data: ', 'data:')),
    [...FRAMING, 'stream-done'],
  ],
  [
    'no-space-before-done',
    'there is no space before [DONE]',
    perEvent((event) => (event === DONE ? 'data:[DONE]\n\n' : event)),
    [...FRAMING, 'stream-done'],
  ],
  [
    'no-space-in-last-chunk',
    'there is no space after data: of the final chunk',
    perEvent((event, at, events) => (at === events.length - 2 ? event.replace('data: ', 'data:') : event)),
    FRAMING,
  ],
  ['two-spaces', 'there are two spaces after data:', perChunk((event) => event.replace('data: ', 'data:  ')), FRAMING],
  ['tab', 'a tab stands after data:', perChunk((event) => event.replace('data: ', 'data:\t')), FRAMING],
  ['capital', 'the field is called Data', perChunk((event) => event.replace('data', 'Data')), LOST],
  ['indented', 'a space stands before data', perChunk((event) => ` ${event}`), LOST],
  ['bare-json', 'the chunks stand without data:', perChunk((event) => event.replace('data: ', '')), LOST],
  [
    'one-unframed-event',
    'one chunk stands without data:',
    perEvent((event, at) => (at === 1 ? event.replace('data: ', '') : event)),
    LOST,
  ],
  ['single-line-ends', 'no blank line stands between events', perChunk((event) => `${lines(event)}\n`), LOST],
  [
    'one-blank-line-missing',
    'one blank line is missing',
    perEvent((event, at) => (at === 1 ? `${lines(event)}\n` : event)),
    [...FRAMING, 'stream-chunk-json'],
  ],
  [
    'no-blank-line-before-done',
    'no blank line stands before [DONE]',
    perEvent((event, at, events) => (at === events.length - 2 ? `${lines(event)}\n` : event)),
    LOST,
  ],
  [
    'no-blank-line-after-done',
    'the last event lacks its blank line',
    perEvent((event) => (event === DONE ? 'data: [DONE]\n' : event)),
    [...FRAMING, 'stream-done'],
  ],
  [
    'no-line-end-after-done',
    'the last event lacks its line end',
    perEvent((event) => (event === DONE ? 'data: [DONE]' : event)),
    [...FRAMING, 'stream-done'],
  ],
  [
    'two-blank-lines',
    'two blank lines stand after an event',
    perChunk((event) => `${event}\n`),
    ['stream-blank-lines', ...FRAMING],
  ],
  ['event-field', 'each event has an event line', perChunk((event) => `event: message\n${event}`), FRAMING],
  [
    'event-field-on-last',
    'the final chunk has an event line',
    perEvent((event, at, events) => (at === events.length - 2 ? `event: completion\n${event}` : event)),
    FRAMING,
  ],
  [
    'event-field-on-done',
    '[DONE] has an event line',
    perEvent((event) => (event === DONE ? `event: done\n${event}` : event)),
    [...FRAMING, 'stream-done'],
  ],
  ['id-field', 'each event has an id line', perChunk((event, at) => `id: ${at}\n${event}`), FRAMING],
  [
    'retry-field',
    'the stream begins with a retry line',
    perEvent((event, at) => (at === 0 ? `retry: 3000\n${event}` : event)),
    FRAMING,
  ],
  [
    'retry-event',
    'the stream begins with a retry line and a blank one',
    perEvent((event, at) => (at === 0 ? `retry: 3000\n\n${event}` : event)),
    FRAMING,
  ],
  ['unknown-field', 'each event has a field of its own', perChunk((event) => `meta: x\n${event}`), FRAMING],
  [
    'pretty-json',
    'a chunk is spread over several data lines',
    perChunk(
      (event) =>
        `${JSON.stringify(JSON.parse(json(event)), null, 1)
          .split('\n')
          .map((line) => `data: ${line}`)
          .join('\n')}\n\n`,
    ),
    [...FRAMING, 'stream-chunk-json'],
  ],
  [
    'two-lines',
    'the final chunk is cut into two data lines',
    perEvent((event, at, events) =>
      at === events.length - 2 ? event.replace(',"choices"', ',\ndata: "choices"') : event,
    ),
    [...FRAMING, 'stream-chunk-json'],
  ],
  [
    'raw-line-break',
    'a line of JSON goes on without data:',
    perEvent((event, at) => (at === 1 ? event.replace(',"choices"', ',\n"choices"') : event)),
    LOST,
  ],
  [
    'mark-before-each',
    'a byte order mark stands before each event',
    perChunk((event, at) => (at === 0 ? event : `\ufeff${event}`)),
    LOST,
  ],
  [
    'empty-data',
    'an event without data keeps the connection alive',
    perEvent((event, at) => (at === 0 ? `data:\n\n${event}` : event)),
    [...FRAMING, 'stream-chunk-json'],
  ],
  [
    'empty-payload',
    'an event with an empty payload keeps the connection alive',
    perEvent((event, at) => (at === 1 ? `data: \n\n${event}` : event)),
    [...FRAMING, 'stream-chunk-json'],
  ],
  [
    'two-chunks-in-one-event',
    'one event carries two chunks',
    editEvents(([one = '', two = '', ...rest]) => [`data: ${json(one)}${json(two)}\n\n`, ...rest]),
    ['stream-chunk-json'],
  ],
  [
    'two-chunks-in-one-array',
    'one event carries an array of chunks',
    editEvents(([one = '', two = '', ...rest]) => [`data: [${json(one)},${json(two)}]\n\n`, ...rest]),
    ['stream-chunk-json', 'chunk-object'],
  ],
]

/** Payloads that are no chunk. */
const PAYLOADS: [name: string, shows: string, edit: Edit, breaks: readonly string[]][] = [
  [
    'truncated',
    'the JSON of one chunk ends too early',
    (event, at) => (at === 1 ? `${event.slice(0, -6)}\n\n` : event),
    ['stream-chunk-json'],
  ],
  [
    'quoted-wrongly',
    'one chunk is written with single quotes',
    (event, at) => (at === 1 ? event.replaceAll('"', "'") : event),
    ['stream-chunk-json'],
  ],
  [
    'in-a-string',
    'one chunk is a JSON string with the chunk in it',
    (event, at) => (at === 1 ? `data: ${JSON.stringify(json(event))}\n\n` : event),
    ['stream-chunk-json', 'chunk-object'],
  ],
  [
    'null',
    'one event carries null',
    (event, at) => (at === 1 ? `data: null\n\n${event}` : event),
    ['stream-chunk-json', 'chunk-object'],
  ],
  [
    'text',
    'one event carries bare text',
    (event, at) => (at === 1 ? `data: processing\n\n${event}` : event),
    ['stream-chunk-json'],
  ],
  [
    'ping-object',
    'one event carries an empty object',
    (event, at) => (at === 1 ? `data: {}\n\n${event}` : event),
    [
      'stream-chunk-json',
      'chunk-object',
      'chunk-id',
      'chunk-created',
      'chunk-model',
      'chunk-choices',
      'stream-one-id',
      'completion-model-echo',
    ],
  ],
  [
    'final-truncated',
    'the JSON of the final chunk ends too early',
    (event, at, events) => (at === events.length - 2 ? `${event.slice(0, -4)}\n\n` : event),
    ['stream-chunk-json', 'stream-final-chunk'],
  ],
]

/** What can be wrong with the bytes around and in the events of a stream (6.2, 6.5). */
export const streamFramingFaults = (): readonly Fault[] => [
  ...FRAMES.map(([name, shows, apply, breaks]): Fault => ({ name: `frame-${name}`, breaks, shows, apply })),
  ...PAYLOADS.map(
    ([name, shows, edit, breaks]): Fault => ({ name: `payload-${name}`, breaks, shows, apply: perEvent(edit) }),
  ),
]
