import type { RequirementId } from '../../../../schemas/requirement-ids.ts'
import { DONE } from '../../../core/answers/done.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { editEvents } from '../../edits/events.ts'
import { NO_CHUNK } from '../breaks.ts'

type Edit = (event: string, at: number) => string

const perEvent = (edit: Edit): Apply => editEvents((events) => events.map(edit))
const perChunk = (edit: Edit): Apply => perEvent((event, at) => (event === DONE ? event : edit(event, at)))
/** Edits the event at an index, counted from the end if it is negative. */
const nth =
  (position: number) =>
  (edit: (event: string) => string): Apply =>
    editEvents((events) =>
      events.map((event, at) => (at === (position < 0 ? events.length + position : position) ? edit(event) : event)),
    )
const first = nth(0)
const second = nth(1)
const last = nth(-2)
const done = (text: string): Apply => perEvent((event) => (event === DONE ? text : event))
const lines = (event: string): string => event.slice(0, -2)
const json = (event: string): string => lines(event).slice('data: '.length)

// A reader that follows the standard does not see such an event at all.
const LOST: readonly RequirementId[] = ['stream-framing', 'stream-done', 'stream-chunk-json', 'stream-final-chunk']

/** Faults of the bytes in and around the events of a stream (6.2, 6.5). */
export const faults = () => [
  breaking(['stream-framing', 'stream-done'], {
    'frame-no-space: there is no space after data:': perEvent((event) => event.replace('data: ', 'data:')),
    'frame-no-space-before-done: there is no space before [DONE]': done('data:[DONE]\n\n'),
    'frame-no-blank-line-after-done: the last event lacks its blank line': done('data: [DONE]\n'),
    'frame-no-line-end-after-done: the last event lacks its line end': done('data: [DONE]'),
    'frame-event-field-on-done: [DONE] has an event line': done(`event: done\n${DONE}`),
  }),
  breaking(['stream-framing'], {
    'frame-no-space-in-last-chunk: there is no space after data: of the final chunk': last((event) =>
      event.replace('data: ', 'data:'),
    ),
    'frame-tab: a tab is after data:': perChunk((event) => event.replace('data: ', 'data:\t')),
    'frame-event-field: each event has an event line': perChunk((event) => `event: message\n${event}`),
    'frame-event-field-on-last: the final chunk has an event line': last((event) => `event: completion\n${event}`),
    'frame-id-field: each event has an id line': perChunk((event, at) => `id: ${at}\n${event}`),
    'frame-ids-after-100-events: from the 101st event on, each has an id line': perChunk((event, at) =>
      at < 100 ? event : `id: ${at}\n${event}`,
    ),
    'frame-retry-field: the stream begins with a retry line': first((event) => `retry: 3000\n${event}`),
    'frame-retry-event: the stream begins with a retry line': first((event) => `retry: 3000\n\n${event}`),
    'frame-unknown-field: each event has its own field': perChunk((event) => `meta: x\n${event}`),
  }),
  breaking(['stream-done'], done, {
    'frame-two-spaces-before-done: there are two spaces before [DONE]': 'data:  [DONE]\n\n',
  }),
  breaking(LOST, {
    'frame-capital: the field is called Data': perChunk((event) => event.replace('data', 'Data')),
    'frame-indented: a space is before data': perChunk((event) => ` ${event}`),
    'frame-bare-json: the chunks stand without data:': perChunk((event) => event.replace('data: ', '')),
    'frame-one-unframed-event: one chunk stands without data:': second((event) => event.replace('data: ', '')),
    'frame-single-line-ends: no blank line stands between events': perChunk((event) => `${lines(event)}\n`),
    'frame-no-blank-line-before-done: no blank line is before [DONE]': last((event) => `${lines(event)}\n`),
    'frame-raw-line-break: a line of JSON goes on without data:': second((event) =>
      event.replace(',"choices"', ',\n"choices"'),
    ),
    'frame-mark-before-each: a byte order mark is before each event': perChunk((event, at) =>
      at === 0 ? event : `\ufeff${event}`,
    ),
  }),
  breaking(['stream-framing', 'stream-chunk-json'], {
    'frame-one-blank-line-missing: one blank line is missing': second((event) => `${lines(event)}\n`),
    'frame-pretty-json: a chunk is spread over several data lines': perChunk(
      (event) =>
        `${JSON.stringify(JSON.parse(json(event)), null, 1)
          .split('\n')
          .map((line) => `data: ${line}`)
          .join('\n')}\n\n`,
    ),
    'frame-two-lines: the final chunk is cut into two data lines': last((event) =>
      event.replace(',"choices"', ',\ndata: "choices"'),
    ),
    'frame-empty-data: an event without data keeps the connection alive': first((event) => `data:\n\n${event}`),
    'frame-empty-payload: an event with an empty payload keeps the connection alive': second(
      (event) => `data: \n\n${event}`,
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
    'payload-truncated: the JSON of one chunk ends too early': second((event) => `${event.slice(0, -6)}\n\n`),
    'payload-quoted-wrongly: one chunk is written with single quotes': second((event) => event.replaceAll('"', "'")),
    'payload-text: one event carries bare text': second((event) => `data: processing\n\n${event}`),
    'payload-final-truncated: the JSON of the final chunk ends too early': [
      last((event) => `${event.slice(0, -4)}\n\n`),
      'stream-final-chunk',
    ],
  }),
  breaking(['stream-chunk-json', 'chunk-object'], {
    'frame-two-chunks-in-one-array: one event carries an array of chunks': editEvents(
      ([one = '', two = '', ...rest]) => [`data: [${json(one)},${json(two)}]\n\n`, ...rest],
    ),
    'payload-null: one event carries null': second((event) => `data: null\n\n${event}`),
    'payload-in-a-string: one chunk is a JSON string with the chunk in it': [
      second((event) => `data: ${JSON.stringify(json(event))}\n\n`),
      'stream-final-chunk',
    ],
  }),
  breaking([...NO_CHUNK], perEvent, {
    'payload-ping-object: one event carries an empty object': (event, at) =>
      at === 1 ? `data: {}\n\n${event}` : event,
  }),
]
