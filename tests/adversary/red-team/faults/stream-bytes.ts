/** Framing of streams, and what is sent instead of a stream: 2.6, section 6 and 7.1. */

import { names } from '../../../../suites/harness/text/names.ts'
import { labelled } from '../layer/ask.ts'
import { and, every, isStream, second, sent, status, usageAsked, type When, withSystem } from '../layer/conditions.ts'
import { eachChunk, eventStream, events, header, isText, respond } from '../layer/edits.ts'
import type { Mutation } from '../layer/mutation.ts'
import { literal, type Reply } from '../layer/reply.ts'
import { breaking } from '../rows.ts'

const endMark = (mark: string, when: When): Mutation => events((all) => [...all.slice(0, -1), mark], when)
const third = (edit: (event: string) => string): Mutation =>
  events((all) => all.map((event, at) => (at === 2 ? edit(event) : event)))
const inserted = (event: string): Mutation => events((all) => [...all.slice(0, 1), event, ...all.slice(1)])
const withoutSpace = (event: string): string => event.replace('data: ', 'data:')
const media = (type: string, when: When): Mutation => header('Content-Type', type, and(eventStream, when))

const withLoneByte = ({ body }: Reply): Partial<Reply> => {
  return { body: Buffer.concat([body.subarray(0, 12), Buffer.from([0xc3]), body.subarray(12)]) }
}

/** Sends a refusal as an event of a successful stream. */
const asEvent = ({ headers, body }: Reply): Partial<Reply> => ({
  status: 200,
  headers: labelled(headers, 'text/event-stream'),
  body: Buffer.from(`data: ${JSON.stringify(JSON.parse(body.toString()))}\n\ndata: [DONE]\n\n`),
})

const FRAMING = names(
  'stream-framing stream-chunk-json stream-done stream-after-done stream-final-chunk chunk-* stream-one-id',
  'completion-model-echo stream-blank-lines stream-text-whole',
)

export const streamBytes = [
  ...breaking(['stream-done'], {
    'stream-bytes.no-end-mark-every-third-time': endMark('', every(3)),
    'stream-bytes.no-end-mark-with-stop': endMark('', sent('stop')),
    'stream-bytes.no-end-mark-with-system': endMark('', withSystem),
  }),
  ...breaking(FRAMING, {
    'stream-bytes.no-space-in-first-event': events(([first = '', ...rest]) => [withoutSpace(first), ...rest]),
    'stream-bytes.no-space-with-usage': events((all) => all.map(withoutSpace), usageAsked),
    'stream-bytes.space-in-blank-line': third((event) => event.replace('\n\n', '\n \n')),
    'stream-bytes.event-ping': inserted('event: ping\n\n'),
    'stream-bytes.data-ping': inserted('data: [PING]\n\n'),
    'stream-bytes.data-empty-object': inserted('data: {}\n\n'),
    'stream-bytes.nan': eachChunk(isText, { score: literal('NaN') }),
    'stream-bytes.broken-utf-8': respond(eventStream, withLoneByte),
    'stream-bytes.last-byte-lost': respond(eventStream, ({ body }) => ({ body: body.subarray(0, -1) })),
  }),
  ...breaking([], {
    'stream-bytes.blank-line-first': [events((all) => ['\n', ...all]), 'stream-blank-lines'],
    'stream-bytes.json-label-with-usage': [media('application/json', usageAsked), 'stream-media-type'],
    'stream-bytes.json-lines-label-in-second-project': [media('application/x-ndjson', second), 'stream-media-type'],
    'stream-bytes.plain-text-label-with-system': [media('text/plain', withSystem), 'stream-media-type'],
    'stream-bytes.empty-every-third-time': [respond(and(eventStream, every(3)), { body: Buffer.alloc(0) }), 'stream-*'],
  }),
  ...breaking(['stream-invalid-request', 'status-order', 'request-*', 'message-*', 'error-media-type', 'model-*'], {
    'stream-bytes.bad-stop-is-an-event': respond(and(status(400), isStream, sent('stop')), asEvent),
    'stream-bytes.event-stream-label-on-404': header('Content-Type', 'text/event-stream', and(status(404), isStream)),
  }),
  ...breaking(['stream-invalid-request', 'status-order', 'completion-statuses', 'request-*', 'message-*'], {
    'stream-bytes.invalid-stream-is-422': respond(and(status(400), isStream), { status: 422 }),
  }),
  ...breaking(['unavailable-503', 'stream-*'], {
    'stream-bytes.unavailable-model-is-an-event': respond(and(status(503), isStream), asEvent),
  }),
]
