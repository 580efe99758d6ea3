import type { RequirementId } from '../../../../schemas/requirement-ids.ts'
import { DONE } from '../../../core/answers/done.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { editEvents } from '../../edits/events.ts'
import { NO_CHUNK } from '../breaks.ts'

type Edit = (event: string, at: number, events: readonly string[]) => string

const perEvent = (edit: Edit): Apply => editEvents((events) => events.map(edit))
const perChunk = (edit: Edit): Apply => perEvent((event, ...rest) => (event === DONE ? event : edit(event, ...rest)))
const lines = (event: string): string => event.slice(0, -2)
const json = (event: string): string => lines(event).slice('data: '.length)

// A reader that follows the standard does not see such an event at all.
const LOST: readonly RequirementId[] = ['stream-framing', 'stream-done', 'stream-chunk-json', 'stream-final-chunk']

/** What can be wrong with the bytes around and in the events of a stream (6.2, 6.5). */
export const faults = () => [
  breaking(['stream-framing', 'stream-done'], perEvent, {
    'frame-no-space: there is no space after data:': (event) => event.replace('data: ', 'data:'),
    'frame-no-space-before-done: there is no space before [DONE]': (event) =>
      event === DONE ? 'data:[DONE]\n\n' : event,
    'frame-no-blank-line-after-done: the last event lacks its blank line': (event) =>
      event === DONE ? 'data: [DONE]\n' : event,
    'frame-no-line-end-after-done: the last event lacks its line end': (event) =>
      event === DONE ? 'data: [DONE]' : event,
    'frame-event-field-on-done: [DONE] has an event line': (event) =>
      event === DONE ? `event: done\n${event}` : event,
  }),
  breaking(['stream-framing'], {
    'frame-no-space-in-last-chunk: there is no space after data: of the final chunk': perEvent((event, at, events) =>
      at === events.length - 2 ? event.replace('data: ', 'data:') : event,
    ),
    'frame-tab: a tab is after data:': perChunk((event) => event.replace('data: ', 'data:\t')),
    'frame-event-field: each event has an event line': perChunk((event) => `event: message\n${event}`),
    'frame-event-field-on-last: the final chunk has an event line': perEvent((event, at, events) =>
      at === events.length - 2 ? `event: completion\n${event}` : event,
    ),
    'frame-id-field: each event has an id line': perChunk((event, at) => `id: ${at}\n${event}`),
    'frame-retry-field: the stream begins with a retry line': perEvent((event, at) =>
      at === 0 ? `retry: 3000\n${event}` : event,
    ),
    'frame-retry-event: the stream begins with a retry line and a blank one': perEvent((event, at) =>
      at === 0 ? `retry: 3000\n\n${event}` : event,
    ),
    'frame-unknown-field: each event has its own field': perChunk((event) => `meta: x\n${event}`),
  }),
  breaking(['stream-done'], perEvent, {
    'frame-two-spaces-before-done: there are two spaces before [DONE]': (event) =>
      event === DONE ? 'data:  [DONE]\n\n' : event,
  }),
  breaking(LOST, {
    'frame-capital: the field is called Data': perChunk((event) => event.replace('data', 'Data')),
    'frame-indented: a space is before data': perChunk((event) => ` ${event}`),
    'frame-bare-json: the chunks stand without data:': perChunk((event) => event.replace('data: ', '')),
    'frame-one-unframed-event: one chunk stands without data:': perEvent((event, at) =>
      at === 1 ? event.replace('data: ', '') : event,
    ),
    'frame-single-line-ends: no blank line stands between events': perChunk((event) => `${lines(event)}\n`),
    'frame-no-blank-line-before-done: no blank line is before [DONE]': perEvent((event, at, events) =>
      at === events.length - 2 ? `${lines(event)}\n` : event,
    ),
    'frame-raw-line-break: a line of JSON goes on without data:': perEvent((event, at) =>
      at === 1 ? event.replace(',"choices"', ',\n"choices"') : event,
    ),
    'frame-mark-before-each: a byte order mark is before each event': perChunk((event, at) =>
      at === 0 ? event : `\ufeff${event}`,
    ),
  }),
  breaking(['stream-framing', 'stream-chunk-json'], {
    'frame-one-blank-line-missing: one blank line is missing': perEvent((event, at) =>
      at === 1 ? `${lines(event)}\n` : event,
    ),
    'frame-pretty-json: a chunk is spread over several data lines': perChunk(
      (event) =>
        `${JSON.stringify(JSON.parse(json(event)), null, 1)
          .split('\n')
          .map((line) => `data: ${line}`)
          .join('\n')}\n\n`,
    ),
    'frame-two-lines: the final chunk is cut into two data lines': perEvent((event, at, events) =>
      at === events.length - 2 ? event.replace(',"choices"', ',\ndata: "choices"') : event,
    ),
    'frame-empty-data: an event without data keeps the connection alive': perEvent((event, at) =>
      at === 0 ? `data:\n\n${event}` : event,
    ),
    'frame-empty-payload: an event with an empty payload keeps the connection alive': perEvent((event, at) =>
      at === 1 ? `data: \n\n${event}` : event,
    ),
  }),
  breaking(['stream-blank-lines'], {
    'frame-two-blank-lines: two blank lines are after an event': perChunk((event) => `${event}\n`),
  }),
  breaking(['stream-chunk-json'], {
    'frame-two-chunks-in-one-event: one event carries two chunks': editEvents(([one = '', two = '', ...rest]) => [
      `data: ${json(one)}${json(two)}\n\n`,
      ...rest,
    ]),
    'payload-truncated: the JSON of one chunk ends too early': perEvent((event, at) =>
      at === 1 ? `${event.slice(0, -6)}\n\n` : event,
    ),
    'payload-quoted-wrongly: one chunk is written with single quotes': perEvent((event, at) =>
      at === 1 ? event.replaceAll('"', "'") : event,
    ),
    'payload-text: one event carries bare text': perEvent((event, at) =>
      at === 1 ? `data: processing\n\n${event}` : event,
    ),
    'payload-final-truncated: the JSON of the final chunk ends too early': [
      perEvent((event, at, events) => (at === events.length - 2 ? `${event.slice(0, -4)}\n\n` : event)),
      'stream-final-chunk',
    ],
  }),
  breaking(['stream-chunk-json', 'chunk-object'], {
    'frame-two-chunks-in-one-array: one event carries an array of chunks': editEvents(
      ([one = '', two = '', ...rest]) => [`data: [${json(one)},${json(two)}]\n\n`, ...rest],
    ),
    'payload-null: one event carries null': perEvent((event, at) => (at === 1 ? `data: null\n\n${event}` : event)),
    'payload-in-a-string: one chunk is a JSON string with the chunk in it': [
      perEvent((event, at) => (at === 1 ? `data: ${JSON.stringify(json(event))}\n\n` : event)),
      'stream-final-chunk',
    ],
  }),
  breaking([...NO_CHUNK], perEvent, {
    'payload-ping-object: one event carries an empty object': (event, at) =>
      at === 1 ? `data: {}\n\n${event}` : event,
  }),
]
