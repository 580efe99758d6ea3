import type { Fault } from '../../deviation.ts'
import { replaceBody, replaceHeader } from '../../edits/json.ts'
import { onCompletion, onList, onReason, onStream, type When } from '../../edits/when.ts'
import { NO_LIST } from '../breaks.ts'

const TYPES: [name: string, of: string, when: When, breaks: string, types: (string | undefined)[]][] = [
  [
    'list',
    'the model list',
    onList,
    'models-media-type',
    ['text/plain', 'text/html', 'text/json', 'application/problem+json', undefined],
  ],
  [
    'completion',
    'a JSON completion',
    onCompletion,
    'completion-media-type',
    ['text/plain', 'text/event-stream', 'application/octet-stream', 'application/x-ndjson', undefined],
  ],
  [
    'stream',
    'a stream',
    onStream,
    'stream-media-type',
    ['text/plain', 'application/json', 'application/x-ndjson', 'application/stream+json', undefined],
  ],
]

/** JSON that is none, by what is wrong with it. */
const BROKEN: [name: string, shows: string, spoil: (json: string) => string][] = [
  ['truncated', 'ends in the middle of its JSON', (json) => json.slice(0, -1)],
  ['with-tail', 'has text after its JSON', (json) => `${json}\nOK`],
  ['doubled', 'is sent twice in one body', (json) => json + json],
  ['quoted-wrongly', 'is written with single quotes', (json) => json.replaceAll('"', "'")],
  ['with-nan', 'has NaN for a number', (json) => json.replace(/"created":\d+/g, '"created":NaN')],
  ['with-comma', 'has a comma before its last brace', (json) => json.replace(/\}$/, ',}')],
  ['guarded', 'begins with a guard against script inclusion', (json) => `)]}',\n${json}`],
  ['empty', 'has no body', () => ''],
]

/** Documents that are JSON and yet no such document. */
const WRAPPED: [name: string, shows: string, wrap: (json: string) => string][] = [
  ['as-string', 'is a JSON string with the document in it', (json) => JSON.stringify(json)],
  ['in-array', 'is an array with the document in it', (json) => `[${json}]`],
  ['under-data', 'stands under result', (json) => `{"result":${json}}`],
  ['null', 'is null', () => 'null'],
]

// A body that is no completion is none for stream false, either.
const NO_COMPLETION = [
  'completion-json',
  'request-stream-false',
  'completion-id',
  'completion-object',
  'completion-created',
  'completion-model',
  'completion-choices',
]

/** What can be wrong with the media type of an answer, or with the JSON that it promises. */
export const mediaTypeFaults = (): readonly Fault[] => [
  ...TYPES.flatMap(([name, of, when, breaks, types]) =>
    types.map(
      (type): Fault => ({
        name: `${name}-as-${type === undefined ? 'nothing' : type.replace('application/', '').replaceAll(/[/+]/g, '-')}`,
        breaks: [breaks],
        shows: type === undefined ? `${of} has no Content-Type` : `${of} is sent as ${type}`,
        apply: replaceHeader(when, 'content-type', type),
      }),
    ),
  ),
  ...BROKEN.map(
    ([name, shows, spoil]): Fault => ({
      name: `list-${name}`,
      breaks: ['models-media-type', 'list-object', 'list-data', ...NO_LIST],
      shows: `the model list ${shows}`,
      apply: replaceBody((answer, call) => onList(answer, call) && spoil(answer.body as string) !== answer.body, spoil),
    }),
  ),
  ...BROKEN.map(
    ([name, shows, spoil]): Fault => ({
      name: `completion-${name}`,
      breaks: ['completion-media-type', ...NO_COMPLETION],
      shows: `a JSON completion ${shows}`,
      apply: replaceBody(onCompletion, spoil),
    }),
  ),
  ...WRAPPED.map(
    ([name, shows, wrap]): Fault => ({
      name: `completion-${name}`,
      breaks: [...NO_COMPLETION],
      shows: `a JSON completion ${shows}`,
      apply: replaceBody(onCompletion, wrap),
    }),
  ),
  ...WRAPPED.map(
    ([name, shows, wrap]): Fault => ({
      name: `list-${name}`,
      breaks: ['list-object', 'list-data', ...NO_LIST],
      shows: `the model list ${shows}`,
      apply: replaceBody(onList, wrap),
    }),
  ),
  {
    name: 'error-of-a-stream-as-event-stream',
    breaks: ['error-media-type', 'stream-invalid-request'],
    shows: 'the refusal of an invalid streaming request is sent as text/event-stream',
    apply: replaceHeader(
      (answer, call) => onReason('invalid')(answer, call) && call.body?.stream === true,
      'content-type',
      'text/event-stream',
    ),
  },
]
