import type { RequirementId } from '../../../../schemas/requirement-ids.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { editAnswer, replaceBody, replaceHeader } from '../../edits/json.ts'
import { onCompletion, onList, onReason, onStream, type When } from '../../edits/when.ts'
import { NO_LIST } from '../breaks.ts'

/** Ways to break the JSON of a body. */
const broken = {
  truncated: (json: string) => json.slice(0, -1),
  withTail: (json: string) => `${json}\nOK`,
  doubled: (json: string) => json + json,
  quotedWrongly: (json: string) => json.replaceAll('"', "'"),
  withNan: (json: string) => json.replace(/"created":\d+/g, '"created":NaN'),
  withComma: (json: string) => json.replace(/\}$/, ',}'),
  guarded: (json: string) => `)]}',\n${json}`,
  empty: () => '',
}

/** Ways to make valid JSON that is not the expected document. */
const wrapped = {
  asString: (json: string) => JSON.stringify(json),
  inArray: (json: string) => `[${json}]`,
  underData: (json: string) => `{"result":${json}}`,
  null: () => 'null',
}

const sentAs = (when: When, type: string | undefined): Apply => replaceHeader(when, 'content-type', type)
const alsoAs = (when: When, type: string): Apply =>
  editAnswer(when, (answer) => ({ ...answer, headers: [...answer.headers, 'content-type', type] }))
/** Mutates the bodies that it can change: an empty list, for example, has no number to mutate. */
const mutated = (when: When, mutate: (json: string) => string): Apply =>
  replaceBody((answer, call) => when(answer, call) && mutate(answer.body as string) !== answer.body, mutate)

// Such a body is not a completion for a request with stream false, either.
const NO_COMPLETION: readonly RequirementId[] = [
  'completion-json',
  'request-stream-false',
  'completion-id',
  'completion-object',
  'completion-created',
  'completion-model',
  'completion-choices',
]

/** What can be wrong with the media type of an answer, or with the JSON that it promises. */
export const faults = () => [
  breaking(['models-media-type'], {
    'list-as-text-plain': ['the model list is sent as text/plain', sentAs(onList, 'text/plain')],
    'list-as-text-html': ['the model list is sent as text/html', sentAs(onList, 'text/html')],
    'list-as-text-json': ['the model list is sent as text/json', sentAs(onList, 'text/json')],
    'list-as-problem-json': [
      'the model list is sent as application/problem+json',
      sentAs(onList, 'application/problem+json'),
    ],
    'list-as-nothing': ['the model list has no Content-Type', sentAs(onList, undefined)],
  }),
  breaking(['completion-media-type'], {
    'completion-as-text-plain': ['a JSON completion is sent as text/plain', sentAs(onCompletion, 'text/plain')],
    'completion-as-text-event-stream': [
      'a JSON completion is sent as text/event-stream',
      sentAs(onCompletion, 'text/event-stream'),
    ],
    'completion-as-octet-stream': [
      'a JSON completion is sent as application/octet-stream',
      sentAs(onCompletion, 'application/octet-stream'),
    ],
    'completion-as-x-ndjson': [
      'a JSON completion is sent as application/x-ndjson',
      sentAs(onCompletion, 'application/x-ndjson'),
    ],
    'completion-as-nothing': ['a JSON completion has no Content-Type', sentAs(onCompletion, undefined)],
    'json-content-type-twice': [
      'a JSON completion has a second Content-Type, text/plain',
      alsoAs(onCompletion, 'text/plain'),
    ],
  }),
  breaking(['stream-media-type'], {
    'stream-as-text-plain': ['a stream is sent as text/plain', sentAs(onStream, 'text/plain')],
    'stream-as-json': ['a stream is sent as application/json', sentAs(onStream, 'application/json')],
    'stream-as-x-ndjson': ['a stream is sent as application/x-ndjson', sentAs(onStream, 'application/x-ndjson')],
    'stream-as-stream-json': [
      'a stream is sent as application/stream+json',
      sentAs(onStream, 'application/stream+json'),
    ],
    'stream-content-type-twice': [
      'a stream has a second Content-Type, application/json',
      alsoAs(onStream, 'application/json'),
    ],
    'stream-as-nothing': ['a stream has no Content-Type', sentAs(onStream, undefined)],
  }),
  breaking(['models-media-type', 'list-object', 'list-data', ...NO_LIST], {
    'list-truncated': ['the model list ends in the middle of its JSON', mutated(onList, broken.truncated)],
    'list-with-tail': ['the model list has text after its JSON', mutated(onList, broken.withTail)],
    'list-doubled': ['the model list is sent twice in one body', mutated(onList, broken.doubled)],
    'list-quoted-wrongly': ['the model list is written with single quotes', mutated(onList, broken.quotedWrongly)],
    'list-with-nan': ['the model list has NaN for a number', mutated(onList, broken.withNan)],
    'list-with-comma': ['the model list has a comma before its last brace', mutated(onList, broken.withComma)],
    'list-guarded': ['the model list begins with a guard against script inclusion', mutated(onList, broken.guarded)],
    'list-empty': ['the model list has no body', mutated(onList, broken.empty)],
  }),
  breaking(['completion-media-type', ...NO_COMPLETION], {
    'completion-truncated': [
      'a JSON completion ends in the middle of its JSON',
      mutated(onCompletion, broken.truncated),
    ],
    'completion-with-tail': ['a JSON completion has text after its JSON', mutated(onCompletion, broken.withTail)],
    'completion-doubled': ['a JSON completion is sent twice in one body', mutated(onCompletion, broken.doubled)],
    'completion-quoted-wrongly': [
      'a JSON completion is written with single quotes',
      mutated(onCompletion, broken.quotedWrongly),
    ],
    'completion-with-nan': ['a JSON completion has NaN for a number', mutated(onCompletion, broken.withNan)],
    'completion-with-comma': [
      'a JSON completion has a comma before its last brace',
      mutated(onCompletion, broken.withComma),
    ],
    'completion-guarded': [
      'a JSON completion begins with a guard against script inclusion',
      mutated(onCompletion, broken.guarded),
    ],
    'completion-empty': ['a JSON completion has no body', mutated(onCompletion, broken.empty)],
  }),
  breaking(NO_COMPLETION, {
    'completion-as-string': [
      'a JSON completion is a JSON string with the document in it',
      mutated(onCompletion, wrapped.asString),
    ],
    'completion-in-array': [
      'a JSON completion is an array with the document in it',
      mutated(onCompletion, wrapped.inArray),
    ],
    'completion-under-data': ['a JSON completion stands under result', mutated(onCompletion, wrapped.underData)],
    'completion-null': ['a JSON completion is null', mutated(onCompletion, wrapped.null)],
  }),
  breaking(['list-object', 'list-data', ...NO_LIST], {
    'list-as-string': ['the model list is a JSON string with the document in it', mutated(onList, wrapped.asString)],
    'list-as-bare-array': [
      'the model list is the array that belongs under data',
      mutated(onList, (json) => JSON.stringify(JSON.parse(json).data)),
    ],
    'list-in-array': ['the model list is an array with the document in it', mutated(onList, wrapped.inArray)],
    'list-under-data': ['the model list stands under result', mutated(onList, wrapped.underData)],
    'list-null': ['the model list is null', mutated(onList, wrapped.null)],
  }),
  breaking(['error-media-type', 'stream-invalid-request'], {
    'error-of-a-stream-as-event-stream': [
      'the refusal of an invalid streaming request is sent as text/event-stream',
      replaceHeader(
        (answer, call) => onReason('invalid')(answer, call) && call.body?.stream === true,
        'content-type',
        'text/event-stream',
      ),
    ],
  }),
]
