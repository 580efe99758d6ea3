import { type Fault, fault } from '../../deviation.ts'
import { editChunks, everyChunk } from '../../edits/events.ts'
import { all, editJson, type Json } from '../../edits/json.ts'
import { both, everyNth, onCompletion } from '../../edits/when.ts'

const zeros = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }

/** Whether a completion says anything. */
const hasText = (document: Json): boolean => document.choices[0]?.message.content !== ''

/** Values of the right form that tell nothing: ids that identify nothing, and usage that was not counted (2.4 to 2.6). */
export const emptyClaimFaults = (): readonly Fault[] => [
  fault(
    'id-shared-by-equal-requests',
    ['completion-id-unique'],
    'completion ids are the same for all completions',
    all(
      editJson(onCompletion, (document) => (document.id = 'cmpl')),
      editChunks(everyChunk, (chunk) => (chunk.id = 'cmpl')),
    ),
  ),
  fault(
    'stream-id-constant',
    ['completion-id-unique'],
    'every stream has the same id',
    editChunks(everyChunk, (chunk) => (chunk.id = 'cmpl-0')),
  ),
  fault(
    'completion-id-repeats-now-and-then',
    ['completion-id-unique'],
    'every ninth completion has the id of an earlier one',
    editJson(both(onCompletion, everyNth(9)), (document) => (document.id = 'cmpl-9')),
  ),
  fault(
    'usage-of-zeros',
    ['usage-not-zero'],
    'usage of a JSON completion is all zeros',
    editJson(onCompletion, (document) => hasText(document) && document.usage && (document.usage = zeros)),
  ),
  fault(
    'usage-without-the-text',
    ['usage-not-zero'],
    'usage of a JSON completion counts the prompt alone',
    editJson(
      onCompletion,
      ({ usage, ...document }) =>
        hasText(document) && usage && Object.assign(usage, { completion_tokens: 0, total_tokens: usage.prompt_tokens }),
    ),
  ),
]
