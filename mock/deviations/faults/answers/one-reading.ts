import { DONE } from '../../../core/answers/stream.ts'
import { type Apply, type Fault, fault } from '../../deviation.ts'
import { editChunks, editEvents, finalChunk } from '../../edits/events.ts'
import { editJson, replaceBody } from '../../edits/json.ts'
import { onCompletion, onList, onOperationError, type When } from '../../edits/when.ts'

const marked = (when: When): Apply => replaceBody(when, (json) => `\ufeff${json}`)
/** Writes a member twice; the last one is right, so that most readers never see the first. */
const doubled = (when: When, name: string, first: string, written = name): Apply =>
  replaceBody(when, (json) => json.replace(`"${name}":`, `"${written}":${first},"${name}":`))

/** What makes two readers of one JSON read two things (RFC 8259). */
export const oneReadingFaults = (): readonly Fault[] => [
  fault('json-list-marked', ['json-read-alike'], 'a byte order mark stands before the model list', marked(onList)),
  fault(
    'json-completion-marked',
    ['json-read-alike'],
    'a byte order mark stands before a completion',
    marked(onCompletion),
  ),
  fault('json-error-marked', ['json-read-alike'], 'a byte order mark stands before an error', marked(onOperationError)),
  fault(
    'json-list-member-twice',
    ['json-read-alike'],
    'the data of a model list stands twice',
    doubled(onList, 'data', '[]'),
  ),
  fault(
    'json-completion-member-twice',
    ['json-read-alike'],
    'the content of a completion stands twice',
    doubled(onCompletion, 'content', '"another text"'),
  ),
  fault(
    'json-error-member-twice',
    ['json-read-alike'],
    'the code of an error stands twice, once with an escape in its name',
    doubled(onOperationError, 'code', '""', '\\u0063ode'),
  ),
  fault(
    'json-chunk-member-twice',
    ['json-read-alike'],
    'the finish_reason of each chunk stands twice',
    editEvents((events) =>
      events.map((event) =>
        event === DONE ? event : event.replace('"finish_reason":', '"finish_reason":"stop","finish_reason":'),
      ),
    ),
  ),
  fault(
    'json-error-half-character',
    ['json-read-alike'],
    'the message of an error ends in half a character',
    editJson(onOperationError, (document) => (document.error.message += '\ud83d')),
  ),
  fault(
    'json-id-half-character',
    ['json-read-alike'],
    'the id of a completion ends in half a character',
    editJson(onCompletion, (document) => (document.id += '\udc00')),
  ),
  fault(
    'json-chunk-half-character',
    ['json-read-alike'],
    'the final chunk has a member with half a character in its name',
    editChunks(finalChunk, (chunk) => (chunk['x-\ud800'] = true)),
  ),
]
