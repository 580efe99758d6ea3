import { breaking } from '../../deviation.ts'
import { editChunks, everyChunk, usageChunk } from '../../edits/events.ts'
import { all, editJson, type Json, onEach } from '../../edits/json.ts'
import { both, everyNth, onCompletion } from '../../edits/when.ts'

const zeros = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }

/** Whether a completion has a text. */
const hasText = (document: Json): boolean => document.choices[0]?.message.content !== ''

/** Values of the right form without meaning: ids that identify nothing, and usage that nothing counted (2.4 to 2.6). */
export const faults = () => [
  breaking(['completion-id-unique'], {
    'id-shared-by-equal-requests: completion ids are the same for all completions': all(
      onEach({ id: 'cmpl' }),
      editChunks(everyChunk, { id: 'cmpl' }),
    ),
    'stream-id-constant: every stream has the same id': editChunks(everyChunk, { id: 'cmpl-0' }),
    'completion-id-repeats-now-and-then: every ninth completion has the id of an earlier one': editJson(
      both(onCompletion, everyNth(9)),
      { id: 'cmpl-9' },
    ),
  }),
  breaking(['usage-not-zero'], {
    'usage-of-zeros: usage of a JSON completion is all zeros': onEach(
      (document) => hasText(document) && document.usage && (document.usage = zeros),
    ),
    'usage-without-the-text: usage of a JSON completion counts the prompt alone': onEach(
      ({ usage, ...document }) =>
        hasText(document) && usage && Object.assign(usage, { completion_tokens: 0, total_tokens: usage.prompt_tokens }),
    ),
    'usage-without-the-prompt: usage of a JSON completion counts the text alone': onEach(
      ({ usage }) => usage && Object.assign(usage, { prompt_tokens: 0, total_tokens: usage.completion_tokens }),
    ),
    'usage-of-zeros-in-streams: usage of every chunk is all zeros': editChunks(everyChunk, { usage: zeros }),
    'usage-of-streams-without-the-prompt: usage of a stream counts the text alone': editChunks(
      usageChunk,
      ({ usage }) => Object.assign(usage, { prompt_tokens: 0, total_tokens: usage.completion_tokens }),
    ),
  }),
]
