import { DONE } from '../../../core/responses/done.ts'
import { breaking } from '../../deviation.ts'
import { editEvents } from '../../edits/events.ts'
import { NO_CHUNK } from '../breaks.ts'

type Edit = (event: string, at: number, all: string[]) => string

const perEvent = (edit: Edit) => editEvents((events) => events.map(edit))
const perChunk = (edit: Edit) => perEvent((event, ...of) => (event === DONE ? event : edit(event, ...of)))
/** Edits the event at an index; negative indexes count from the end. */
const nth = (position: number) => (edit: Edit) =>
  perEvent((event, at, all) => (at === position || at === all.length + position ? edit(event, at, all) : event))
const first = nth(0)
const second = nth(1)
const last = nth(-2)
const done = (text: string) => perEvent((event) => (event === DONE ? text : event))
const lines = (event: string): string => event.slice(0, -2)
const json = (event: string): string => lines(event).slice('data: '.length)
const withoutSpace: Edit = (event) => event.replace('data: ', 'data:')
const broken = (line: string): Edit => {
  return (event) => event.replace(',"choices"', `,\n${line}"choices"`)
}
const pretty = (event: string): string => {
  const all = JSON.stringify(JSON.parse(json(event)), null, 1).split('\n')
  return `${all.map((line) => `data: ${line}`).join('\n')}\n\n`
}
const joined = editEvents(([one = '', two = '', ...rest]) => [`data: ${json(one)}${json(two)}\n\n`, ...rest])
const inArray = editEvents(([one = '', two = '', ...rest]) => [`data: [${json(one)},${json(two)}]\n\n`, ...rest])
const cutShort = last((event) => `${event.slice(0, -4)}\n\n`)
const quoted = second((event) => `data: ${JSON.stringify(json(event))}\n\n`)
const lateIds: Edit = (event, at) => (at < 100 ? event : `id: ${at}\n${event}`)
const marked: Edit = (event, at) => (at === 0 ? event : `\ufeff${event}`)
const ping: Edit = (event) => `data: {}\n\n${event}`

// A reader that follows the standard ignores such an event completely.
const LOST = ['stream-framing', 'stream-done', 'stream-chunk-json', 'stream-final-chunk'] as const

/** Faults in the bytes in and around the events of a stream (6.2, 6.5). */
export const faults = () => [
  breaking(['stream-framing', 'stream-done'], {
    'frame-no-space: there is no space after data:': perEvent(withoutSpace),
    'frame-no-space-before-done: there is no space before [DONE]': done('data:[DONE]\n\n'),
    'frame-no-blank-line-after-done: the last event lacks its blank line': done('data: [DONE]\n'),
    'frame-no-line-end-after-done: the last event lacks its line end': done('data: [DONE]'),
    'frame-event-field-on-done: [DONE] has an event line': done(`event: done\n${DONE}`),
  }),
  breaking(['stream-framing'], {
    'frame-no-space-in-last-chunk: there is no space after data: of the final chunk': last(withoutSpace),
    'frame-tab: a tab is after data:': perChunk((event) => event.replace('data: ', 'data:\t')),
    'frame-event-field: each event has an event line': perChunk((event) => `event: message\n${event}`),
    'frame-event-field-on-last: the final chunk has an event line': last((event) => `event: completion\n${event}`),
    'frame-id-field: each event has an id line': perChunk((event, at) => `id: ${at}\n${event}`),
    'frame-ids-after-100-events: from the 101st event on, each has an id line': perChunk(lateIds),
    'frame-retry-field: the stream begins with a retry line': first((event) => `retry: 3000\n${event}`),
    'frame-retry-event: the stream begins with a retry line': first((event) => `retry: 3000\n\n${event}`),
    'frame-unknown-field: each event has its own field': perChunk((event) => `meta: x\n${event}`),
  }),
  breaking(LOST, {
    'frame-capital: the field is called Data': perChunk((event) => event.replace('data', 'Data')),
    'frame-indented: a space is before data': perChunk((event) => ` ${event}`),
    'frame-bare-json: the chunks stand without data:': perChunk((event) => event.replace('data: ', '')),
    'frame-one-unframed-event: one chunk stands without data:': second((event) => event.replace('data: ', '')),
    'frame-single-line-ends: no blank line stands between events': perChunk((event) => `${lines(event)}\n`),
    'frame-no-blank-line-before-done: no blank line is before [DONE]': last((event) => `${lines(event)}\n`),
    'frame-raw-line-break: a line of JSON goes on without data:': second(broken('')),
    'frame-mark-before-each: a byte order mark is before each event': perChunk(marked),
  }),
  breaking(['stream-framing', 'stream-chunk-json'], {
    'frame-one-blank-line-missing: one blank line is missing': second((event) => `${lines(event)}\n`),
    'frame-pretty-json: a chunk is spread over several data lines': perChunk(pretty),
    'frame-two-lines: the final chunk is cut into two data lines': last(broken('data: ')),
    'frame-empty-data: an event without data keeps the connection alive': first((event) => `data:\n\n${event}`),
    'frame-empty-payload: an event with an empty payload is sent': second((event) => `data: \n\n${event}`),
  }),
  breaking([], {
    'frame-two-spaces-before-done: two spaces are before [DONE]': [done('data:  [DONE]\n\n'), 'stream-done'],
    'frame-two-blank-lines: an event has two blank lines': [perChunk((event) => `${event}\n`), 'stream-blank-lines'],
    'payload-ping-object: one event carries an empty object': [second(ping), ...NO_CHUNK],
  }),
  breaking(['stream-chunk-json'], {
    'frame-two-chunks-in-one-event: one event carries two chunks': joined,
    'payload-truncated: the JSON of one chunk ends too early': second((event) => `${event.slice(0, -6)}\n\n`),
    'payload-quoted-wrongly: one chunk is written with single quotes': second((event) => event.replaceAll('"', "'")),
    'payload-text: one event carries bare text': second((event) => `data: processing\n\n${event}`),
    'payload-final-truncated: the JSON of the final chunk ends too early': [cutShort, 'stream-final-chunk'],
  }),
  breaking(['stream-chunk-json', 'chunk-object'], {
    'frame-two-chunks-in-one-array: one event carries an array of chunks': inArray,
    'payload-null: one event carries null': second((event) => `data: null\n\n${event}`),
    'payload-in-a-string: one chunk is a JSON string with the chunk in it': [quoted, 'stream-final-chunk'],
  }),
]
