import { DONE } from '../../../core/answers/done.ts'
import { type Apply, breaking } from '../../deviation.ts'
import { editChunks, editEvents, finalChunk } from '../../edits/events.ts'
import { editJson, onEach, replaceBody } from '../../edits/json.ts'
import { onCompletion, onList, onOperationError, type When } from '../../edits/when.ts'

const marked = (when: When): Apply => replaceBody(when, (json) => `\ufeff${json}`)
/** Writes a member twice; the last one is right, so that most readers never see the first. */
const doubled = (when: When, name: string, first: string, written = name): Apply =>
  replaceBody(when, (json) => json.replace(`"${name}":`, `"${written}":${first},"${name}":`))

/** JSON that two readers read differently (RFC 8259). */
export const faults = () => [
  breaking(['json-read-alike'], {
    'json-list-marked: a byte order mark is before the model list': marked(onList),
    'json-completion-marked: a byte order mark is before a completion': marked(onCompletion),
    'json-error-marked: a byte order mark is before an error': marked(onOperationError),
    'json-list-member-twice: the data of a model list stands twice': doubled(onList, 'data', '[]'),
    'json-completion-member-twice: the content of a completion stands twice': doubled(
      onCompletion,
      'content',
      '"another text"',
    ),
    'json-error-member-twice: the code of an error stands twice, once with an escape in its name': doubled(
      onOperationError,
      'code',
      '""',
      '\\u0063ode',
    ),
    'json-chunk-member-twice: the finish_reason of each chunk stands twice': editEvents((events) =>
      events.map((event) =>
        event === DONE ? event : event.replace('"finish_reason":', '"finish_reason":"stop","finish_reason":'),
      ),
    ),
    'json-error-half-character: the message of an error ends in half a character': editJson(
      onOperationError,
      (document) => (document.error.message += '\ud83d'),
    ),
    'json-id-half-character: the id of a completion ends in half a character': onEach(
      (document) => (document.id += '\udc00'),
    ),
    'json-chunk-half-character: the final chunk has a member with half a character in its name': editChunks(
      finalChunk,
      (chunk) => (chunk['x-\ud800'] = true),
    ),
  }),
]
