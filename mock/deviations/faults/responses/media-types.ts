import { breaking, type Worded, worded } from '../../deviation.ts'
import { editResponse, replaceBody, replaceHeader, withMore } from '../../edits/responses.ts'
import { both, onCompletion, onList, onReason, onStatus, onStream, preferring, type When } from '../../edits/when.ts'
import { NO_COMPLETION, NO_LIST } from '../breaks.ts'

/** A kind of response, and its name. */
type Place = readonly [words: string, when: When]
const LIST: Place = ['the model list', onList]
const LIST_TO_BROWSERS: Place = ['the model list for a browser', both(onList, preferring('text/html'))]
const COMPLETION: Place = ['a JSON completion', onCompletion]
const TO_XML: Place = ['a completion for a client that prefers XML', both(onCompletion, preferring('application/xml'))]
const TO_BROWSERS: Place = ['a completion for a browser', both(onCompletion, preferring('text/html,'))]
const LONG: Place = ['a completion of 1,000 bytes', both(onCompletion, ({ body }) => String(body).length >= 1000)]
const STREAM: Place = ['a stream', onStream]
const over10: When = (_, { head }) => head.version === '1.0'
const REFUSED_OVER_10: Place = ['a 400 over HTTP/1.0', both(onStatus(400), over10)]
const isForStream = both(onReason('invalid'), (_, { body }) => body?.stream === true)
const REFUSED_STREAM: Place = ['the refusal of an invalid streaming request', isForStream]

/** Ways to break the JSON of a body, and to make valid JSON that is not the expected document. */
const WAYS = {
  truncated: ['ends in the middle of its JSON', (json: string) => json.slice(0, -1)],
  withTail: ['has text after its JSON', (json: string) => `${json}\nOK`],
  doubled: ['is sent twice in one body', (json: string) => json + json],
  quotedWrongly: ['is written with single quotes', (json: string) => json.replaceAll('"', "'")],
  withNan: ['has NaN for a number', (json: string) => json.replace(/"created":\d+/g, '"created":NaN')],
  withComma: ['has a comma before its last brace', (json: string) => json.replace(/\}$/, ',}')],
  guarded: ['begins with a guard against script inclusion', (json: string) => `)]}',\n${json}`],
  empty: ['has no body', () => ''],
  asString: ['is a JSON string with the document in it', (json: string) => JSON.stringify(json)],
  asBareArray: ['is the array that belongs under data', (json: string) => JSON.stringify(JSON.parse(json).data)],
  inArray: ['is an array with the document in it', (json: string) => `[${json}]`],
  underData: ['stands under result', (json: string) => `{"result":${json}}`],
  null: ['is null', () => 'null'],
} as const

const sentAs = ([words, when]: Place, type: string | undefined): Worded =>
  worded(`${words} ${type ? `is sent as ${type}` : 'has no Content-Type'}`, replaceHeader(when, 'content-type', type))
const alsoAs = ([words, when]: Place, type: string): Worded => {
  const added = editResponse(when, (response) => withMore(response, 'content-type', type))
  return worded(`${words} has a second Content-Type, ${type}`, added)
}
/** Mutates bodies, if the mutation changes them: an empty list, for example, has no number to mutate. */
const mutated = ([words, when]: Place, way: keyof typeof WAYS): Worded => {
  const [what, mutate] = WAYS[way]
  const isMutable = both(when, ({ body }) => mutate(body as string) !== body)
  return worded(`${words} ${what}`, replaceBody(isMutable, mutate))
}

/** Faults in the media type of a response, or in the JSON that it announces. */
export const faults = () => [
  breaking(['models-media-type'], {
    'list-as-text-plain': sentAs(LIST, 'text/plain'),
    'list-as-text-html': sentAs(LIST, 'text/html'),
    'list-as-text-json': sentAs(LIST, 'text/json'),
    'list-as-problem-json': sentAs(LIST, 'application/problem+json'),
    'list-as-nothing': sentAs(LIST, undefined),
    'list-to-browsers-as-text-html': sentAs(LIST_TO_BROWSERS, 'text/html'),
  }),
  breaking(['completion-media-type'], {
    'completion-as-text-plain': sentAs(COMPLETION, 'text/plain'),
    'completion-as-xml-if-preferred': sentAs(TO_XML, 'application/xml'),
    'completion-to-browsers-as-text-html': sentAs(TO_BROWSERS, 'text/html'),
    'long-completion-as-octet-stream': sentAs(LONG, 'application/octet-stream'),
    'completion-as-text-event-stream': sentAs(COMPLETION, 'text/event-stream'),
    'completion-as-octet-stream': sentAs(COMPLETION, 'application/octet-stream'),
    'completion-as-x-ndjson': sentAs(COMPLETION, 'application/x-ndjson'),
    'completion-as-nothing': sentAs(COMPLETION, undefined),
    'json-content-type-twice': alsoAs(COMPLETION, 'text/plain'),
  }),
  breaking(['stream-media-type'], {
    'stream-as-text-plain': sentAs(STREAM, 'text/plain'),
    'stream-as-json': sentAs(STREAM, 'application/json'),
    'stream-as-x-ndjson': sentAs(STREAM, 'application/x-ndjson'),
    'stream-as-stream-json': sentAs(STREAM, 'application/stream+json'),
    'stream-content-type-twice': alsoAs(STREAM, 'application/json'),
    'stream-as-nothing': sentAs(STREAM, undefined),
  }),
  breaking(['models-media-type', 'list-object', 'list-data', ...NO_LIST], {
    'list-truncated': mutated(LIST, 'truncated'),
    'list-with-tail': mutated(LIST, 'withTail'),
    'list-doubled': mutated(LIST, 'doubled'),
    'list-quoted-wrongly': mutated(LIST, 'quotedWrongly'),
    'list-with-nan': mutated(LIST, 'withNan'),
    'list-with-comma': mutated(LIST, 'withComma'),
    'list-guarded': mutated(LIST, 'guarded'),
    'list-empty': mutated(LIST, 'empty'),
  }),
  breaking(['completion-media-type', 'completion-json', 'request-stream-false', ...NO_COMPLETION], {
    'completion-truncated': mutated(COMPLETION, 'truncated'),
    'completion-with-tail': mutated(COMPLETION, 'withTail'),
    'completion-doubled': mutated(COMPLETION, 'doubled'),
    'completion-quoted-wrongly': mutated(COMPLETION, 'quotedWrongly'),
    'completion-with-nan': mutated(COMPLETION, 'withNan'),
    'completion-with-comma': mutated(COMPLETION, 'withComma'),
    'completion-guarded': mutated(COMPLETION, 'guarded'),
    'completion-empty': mutated(COMPLETION, 'empty'),
  }),
  breaking(['completion-json', 'request-stream-false', ...NO_COMPLETION], {
    'completion-as-string': mutated(COMPLETION, 'asString'),
    'completion-in-array': mutated(COMPLETION, 'inArray'),
    'completion-under-data': mutated(COMPLETION, 'underData'),
    'completion-null': mutated(COMPLETION, 'null'),
  }),
  breaking(['list-object', 'list-data', ...NO_LIST], {
    'list-as-string': mutated(LIST, 'asString'),
    'list-as-bare-array': mutated(LIST, 'asBareArray'),
    'list-in-array': mutated(LIST, 'inArray'),
    'list-under-data': mutated(LIST, 'underData'),
    'list-null': mutated(LIST, 'null'),
  }),
  breaking(['error-media-type'], {
    'error-400-over-http-1-0-as-text-plain': sentAs(REFUSED_OVER_10, 'text/plain'),
  }),
  breaking(['error-media-type', 'stream-invalid-request'], {
    'error-of-a-stream-as-event-stream': sentAs(REFUSED_STREAM, 'text/event-stream'),
  }),
]
