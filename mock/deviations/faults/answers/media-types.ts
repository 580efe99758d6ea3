import type { RequirementId } from '../../../../schemas/requirement-ids.ts'
import { type Apply, type Fault, fault } from '../../deviation.ts'
import { replaceBody, replaceHeader } from '../../edits/json.ts'
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
/** Spoils the bodies that it changes at all: an empty list, for one, has no number to spoil. */
const spoiled = (when: When, spoil: (json: string) => string): Apply =>
  replaceBody((answer, call) => when(answer, call) && spoil(answer.body as string) !== answer.body, spoil)

// Such a body is no completion for a request with stream false, either.
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
export const mediaTypeFaults = (): readonly Fault[] => [
  fault(
    'list-as-text-plain',
    ['models-media-type'],
    'the model list is sent as text/plain',
    sentAs(onList, 'text/plain'),
  ),
  fault('list-as-text-html', ['models-media-type'], 'the model list is sent as text/html', sentAs(onList, 'text/html')),
  fault('list-as-text-json', ['models-media-type'], 'the model list is sent as text/json', sentAs(onList, 'text/json')),
  fault(
    'list-as-problem-json',
    ['models-media-type'],
    'the model list is sent as application/problem+json',
    sentAs(onList, 'application/problem+json'),
  ),
  fault('list-as-nothing', ['models-media-type'], 'the model list has no Content-Type', sentAs(onList, undefined)),
  fault(
    'completion-as-text-plain',
    ['completion-media-type'],
    'a JSON completion is sent as text/plain',
    sentAs(onCompletion, 'text/plain'),
  ),
  fault(
    'completion-as-text-event-stream',
    ['completion-media-type'],
    'a JSON completion is sent as text/event-stream',
    sentAs(onCompletion, 'text/event-stream'),
  ),
  fault(
    'completion-as-octet-stream',
    ['completion-media-type'],
    'a JSON completion is sent as application/octet-stream',
    sentAs(onCompletion, 'application/octet-stream'),
  ),
  fault(
    'completion-as-x-ndjson',
    ['completion-media-type'],
    'a JSON completion is sent as application/x-ndjson',
    sentAs(onCompletion, 'application/x-ndjson'),
  ),
  fault(
    'completion-as-nothing',
    ['completion-media-type'],
    'a JSON completion has no Content-Type',
    sentAs(onCompletion, undefined),
  ),
  fault(
    'stream-as-text-plain',
    ['stream-media-type'],
    'a stream is sent as text/plain',
    sentAs(onStream, 'text/plain'),
  ),
  fault(
    'stream-as-json',
    ['stream-media-type'],
    'a stream is sent as application/json',
    sentAs(onStream, 'application/json'),
  ),
  fault(
    'stream-as-x-ndjson',
    ['stream-media-type'],
    'a stream is sent as application/x-ndjson',
    sentAs(onStream, 'application/x-ndjson'),
  ),
  fault(
    'stream-as-stream-json',
    ['stream-media-type'],
    'a stream is sent as application/stream+json',
    sentAs(onStream, 'application/stream+json'),
  ),
  fault('stream-as-nothing', ['stream-media-type'], 'a stream has no Content-Type', sentAs(onStream, undefined)),
  fault(
    'list-truncated',
    ['models-media-type', 'list-object', 'list-data', ...NO_LIST],
    'the model list ends in the middle of its JSON',
    spoiled(onList, broken.truncated),
  ),
  fault(
    'list-with-tail',
    ['models-media-type', 'list-object', 'list-data', ...NO_LIST],
    'the model list has text after its JSON',
    spoiled(onList, broken.withTail),
  ),
  fault(
    'list-doubled',
    ['models-media-type', 'list-object', 'list-data', ...NO_LIST],
    'the model list is sent twice in one body',
    spoiled(onList, broken.doubled),
  ),
  fault(
    'list-quoted-wrongly',
    ['models-media-type', 'list-object', 'list-data', ...NO_LIST],
    'the model list is written with single quotes',
    spoiled(onList, broken.quotedWrongly),
  ),
  fault(
    'list-with-nan',
    ['models-media-type', 'list-object', 'list-data', ...NO_LIST],
    'the model list has NaN for a number',
    spoiled(onList, broken.withNan),
  ),
  fault(
    'list-with-comma',
    ['models-media-type', 'list-object', 'list-data', ...NO_LIST],
    'the model list has a comma before its last brace',
    spoiled(onList, broken.withComma),
  ),
  fault(
    'list-guarded',
    ['models-media-type', 'list-object', 'list-data', ...NO_LIST],
    'the model list begins with a guard against script inclusion',
    spoiled(onList, broken.guarded),
  ),
  fault(
    'list-empty',
    ['models-media-type', 'list-object', 'list-data', ...NO_LIST],
    'the model list has no body',
    spoiled(onList, broken.empty),
  ),
  fault(
    'completion-truncated',
    ['completion-media-type', ...NO_COMPLETION],
    'a JSON completion ends in the middle of its JSON',
    spoiled(onCompletion, broken.truncated),
  ),
  fault(
    'completion-with-tail',
    ['completion-media-type', ...NO_COMPLETION],
    'a JSON completion has text after its JSON',
    spoiled(onCompletion, broken.withTail),
  ),
  fault(
    'completion-doubled',
    ['completion-media-type', ...NO_COMPLETION],
    'a JSON completion is sent twice in one body',
    spoiled(onCompletion, broken.doubled),
  ),
  fault(
    'completion-quoted-wrongly',
    ['completion-media-type', ...NO_COMPLETION],
    'a JSON completion is written with single quotes',
    spoiled(onCompletion, broken.quotedWrongly),
  ),
  fault(
    'completion-with-nan',
    ['completion-media-type', ...NO_COMPLETION],
    'a JSON completion has NaN for a number',
    spoiled(onCompletion, broken.withNan),
  ),
  fault(
    'completion-with-comma',
    ['completion-media-type', ...NO_COMPLETION],
    'a JSON completion has a comma before its last brace',
    spoiled(onCompletion, broken.withComma),
  ),
  fault(
    'completion-guarded',
    ['completion-media-type', ...NO_COMPLETION],
    'a JSON completion begins with a guard against script inclusion',
    spoiled(onCompletion, broken.guarded),
  ),
  fault(
    'completion-empty',
    ['completion-media-type', ...NO_COMPLETION],
    'a JSON completion has no body',
    spoiled(onCompletion, broken.empty),
  ),
  fault(
    'completion-as-string',
    NO_COMPLETION,
    'a JSON completion is a JSON string with the document in it',
    spoiled(onCompletion, wrapped.asString),
  ),
  fault(
    'completion-in-array',
    NO_COMPLETION,
    'a JSON completion is an array with the document in it',
    spoiled(onCompletion, wrapped.inArray),
  ),
  fault(
    'completion-under-data',
    NO_COMPLETION,
    'a JSON completion stands under result',
    spoiled(onCompletion, wrapped.underData),
  ),
  fault('completion-null', NO_COMPLETION, 'a JSON completion is null', spoiled(onCompletion, wrapped.null)),
  fault(
    'list-as-string',
    ['list-object', 'list-data', ...NO_LIST],
    'the model list is a JSON string with the document in it',
    spoiled(onList, wrapped.asString),
  ),
  fault(
    'list-in-array',
    ['list-object', 'list-data', ...NO_LIST],
    'the model list is an array with the document in it',
    spoiled(onList, wrapped.inArray),
  ),
  fault(
    'list-under-data',
    ['list-object', 'list-data', ...NO_LIST],
    'the model list stands under result',
    spoiled(onList, wrapped.underData),
  ),
  fault('list-null', ['list-object', 'list-data', ...NO_LIST], 'the model list is null', spoiled(onList, wrapped.null)),
  fault(
    'error-of-a-stream-as-event-stream',
    ['error-media-type', 'stream-invalid-request'],
    'the refusal of an invalid streaming request is sent as text/event-stream',
    replaceHeader(
      (answer, call) => onReason('invalid')(answer, call) && call.body?.stream === true,
      'content-type',
      'text/event-stream',
    ),
  ),
]
