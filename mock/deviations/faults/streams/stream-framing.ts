import type { RequirementId } from '../../../../schemas/requirement-ids.ts'
import { DONE } from '../../../core/answers/stream.ts'
import { type Apply, type Fault, fault } from '../../deviation.ts'
import { editEvents } from '../../edits/events.ts'

type Edit = (event: string, at: number, events: readonly string[]) => string

const perEvent = (edit: Edit): Apply => editEvents((events) => events.map(edit))
const perChunk = (edit: Edit): Apply => perEvent((event, ...rest) => (event === DONE ? event : edit(event, ...rest)))
const lines = (event: string): string => event.slice(0, -2)
const json = (event: string): string => lines(event).slice('data: '.length)

// A reader that follows the standard does not see such an event at all.
const LOST: readonly RequirementId[] = ['stream-framing', 'stream-done', 'stream-chunk-json', 'stream-final-chunk']

/** What can be wrong with the bytes around and in the events of a stream (6.2, 6.5). */
export const streamFramingFaults = (): readonly Fault[] => [
  fault(
    'frame-no-space',
    ['stream-framing', 'stream-done'],
    'there is no space after data:',
    perEvent((event) => event.replace('data: ', 'data:')),
  ),
  fault(
    'frame-no-space-before-done',
    ['stream-framing', 'stream-done'],
    'there is no space before [DONE]',
    perEvent((event) => (event === DONE ? 'data:[DONE]\n\n' : event)),
  ),
  fault(
    'frame-no-space-in-last-chunk',
    ['stream-framing'],
    'there is no space after data: of the final chunk',
    perEvent((event, at, events) => (at === events.length - 2 ? event.replace('data: ', 'data:') : event)),
  ),
  fault(
    'frame-two-spaces',
    ['stream-framing'],
    'there are two spaces after data:',
    perChunk((event) => event.replace('data: ', 'data:  ')),
  ),
  fault(
    'frame-tab',
    ['stream-framing'],
    'a tab stands after data:',
    perChunk((event) => event.replace('data: ', 'data:\t')),
  ),
  fault(
    'frame-capital',
    LOST,
    'the field is called Data',
    perChunk((event) => event.replace('data', 'Data')),
  ),
  fault(
    'frame-indented',
    LOST,
    'a space stands before data',
    perChunk((event) => ` ${event}`),
  ),
  fault(
    'frame-bare-json',
    LOST,
    'the chunks stand without data:',
    perChunk((event) => event.replace('data: ', '')),
  ),
  fault(
    'frame-one-unframed-event',
    LOST,
    'one chunk stands without data:',
    perEvent((event, at) => (at === 1 ? event.replace('data: ', '') : event)),
  ),
  fault(
    'frame-single-line-ends',
    LOST,
    'no blank line stands between events',
    perChunk((event) => `${lines(event)}\n`),
  ),
  fault(
    'frame-one-blank-line-missing',
    ['stream-framing', 'stream-chunk-json'],
    'one blank line is missing',
    perEvent((event, at) => (at === 1 ? `${lines(event)}\n` : event)),
  ),
  fault(
    'frame-no-blank-line-before-done',
    LOST,
    'no blank line stands before [DONE]',
    perEvent((event, at, events) => (at === events.length - 2 ? `${lines(event)}\n` : event)),
  ),
  fault(
    'frame-no-blank-line-after-done',
    ['stream-framing', 'stream-done'],
    'the last event lacks its blank line',
    perEvent((event) => (event === DONE ? 'data: [DONE]\n' : event)),
  ),
  fault(
    'frame-no-line-end-after-done',
    ['stream-framing', 'stream-done'],
    'the last event lacks its line end',
    perEvent((event) => (event === DONE ? 'data: [DONE]' : event)),
  ),
  fault(
    'frame-two-blank-lines',
    ['stream-blank-lines', 'stream-framing'],
    'two blank lines stand after an event',
    perChunk((event) => `${event}\n`),
  ),
  fault(
    'frame-event-field',
    ['stream-framing'],
    'each event has an event line',
    perChunk((event) => `event: message\n${event}`),
  ),
  fault(
    'frame-event-field-on-last',
    ['stream-framing'],
    'the final chunk has an event line',
    perEvent((event, at, events) => (at === events.length - 2 ? `event: completion\n${event}` : event)),
  ),
  fault(
    'frame-event-field-on-done',
    ['stream-framing', 'stream-done'],
    '[DONE] has an event line',
    perEvent((event) => (event === DONE ? `event: done\n${event}` : event)),
  ),
  fault(
    'frame-id-field',
    ['stream-framing'],
    'each event has an id line',
    perChunk((event, at) => `id: ${at}\n${event}`),
  ),
  fault(
    'frame-retry-field',
    ['stream-framing'],
    'the stream begins with a retry line',
    perEvent((event, at) => (at === 0 ? `retry: 3000\n${event}` : event)),
  ),
  fault(
    'frame-retry-event',
    ['stream-framing'],
    'the stream begins with a retry line and a blank one',
    perEvent((event, at) => (at === 0 ? `retry: 3000\n\n${event}` : event)),
  ),
  fault(
    'frame-unknown-field',
    ['stream-framing'],
    'each event has a field of its own',
    perChunk((event) => `meta: x\n${event}`),
  ),
  fault(
    'frame-pretty-json',
    ['stream-framing', 'stream-chunk-json'],
    'a chunk is spread over several data lines',
    perChunk(
      (event) =>
        `${JSON.stringify(JSON.parse(json(event)), null, 1)
          .split('\n')
          .map((line) => `data: ${line}`)
          .join('\n')}\n\n`,
    ),
  ),
  fault(
    'frame-two-lines',
    ['stream-framing', 'stream-chunk-json'],
    'the final chunk is cut into two data lines',
    perEvent((event, at, events) =>
      at === events.length - 2 ? event.replace(',"choices"', ',\ndata: "choices"') : event,
    ),
  ),
  fault(
    'frame-raw-line-break',
    LOST,
    'a line of JSON goes on without data:',
    perEvent((event, at) => (at === 1 ? event.replace(',"choices"', ',\n"choices"') : event)),
  ),
  fault(
    'frame-mark-before-each',
    LOST,
    'a byte order mark stands before each event',
    perChunk((event, at) => (at === 0 ? event : `\ufeff${event}`)),
  ),
  fault(
    'frame-empty-data',
    ['stream-framing', 'stream-chunk-json'],
    'an event without data keeps the connection alive',
    perEvent((event, at) => (at === 0 ? `data:\n\n${event}` : event)),
  ),
  fault(
    'frame-empty-payload',
    ['stream-framing', 'stream-chunk-json'],
    'an event with an empty payload keeps the connection alive',
    perEvent((event, at) => (at === 1 ? `data: \n\n${event}` : event)),
  ),
  fault(
    'frame-two-chunks-in-one-event',
    ['stream-chunk-json'],
    'one event carries two chunks',
    editEvents(([one = '', two = '', ...rest]) => [`data: ${json(one)}${json(two)}\n\n`, ...rest]),
  ),
  fault(
    'frame-two-chunks-in-one-array',
    ['stream-chunk-json', 'chunk-object'],
    'one event carries an array of chunks',
    editEvents(([one = '', two = '', ...rest]) => [`data: [${json(one)},${json(two)}]\n\n`, ...rest]),
  ),
  fault(
    'payload-truncated',
    ['stream-chunk-json'],
    'the JSON of one chunk ends too early',
    perEvent((event, at) => (at === 1 ? `${event.slice(0, -6)}\n\n` : event)),
  ),
  fault(
    'payload-quoted-wrongly',
    ['stream-chunk-json'],
    'one chunk is written with single quotes',
    perEvent((event, at) => (at === 1 ? event.replaceAll('"', "'") : event)),
  ),
  fault(
    'payload-in-a-string',
    ['stream-chunk-json', 'chunk-object', 'stream-final-chunk'],
    'one chunk is a JSON string with the chunk in it',
    perEvent((event, at) => (at === 1 ? `data: ${JSON.stringify(json(event))}\n\n` : event)),
  ),
  fault(
    'payload-null',
    ['stream-chunk-json', 'chunk-object'],
    'one event carries null',
    perEvent((event, at) => (at === 1 ? `data: null\n\n${event}` : event)),
  ),
  fault(
    'payload-text',
    ['stream-chunk-json'],
    'one event carries bare text',
    perEvent((event, at) => (at === 1 ? `data: processing\n\n${event}` : event)),
  ),
  fault(
    'payload-ping-object',
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
    'one event carries an empty object',
    perEvent((event, at) => (at === 1 ? `data: {}\n\n${event}` : event)),
  ),
  fault(
    'payload-final-truncated',
    ['stream-chunk-json', 'stream-final-chunk'],
    'the JSON of the final chunk ends too early',
    perEvent((event, at, events) => (at === events.length - 2 ? `${event.slice(0, -4)}\n\n` : event)),
  ),
]
