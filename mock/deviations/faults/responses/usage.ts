import { breaking } from '../../deviation.ts'
import { editChunks, inEvery, usageChunk } from '../../edits/chunks.ts'
import { type At, type Json, type JsonEdit, onEach, within } from '../../edits/json.ts'
import { membersOf } from '../../edits/members.ts'

const usage: At = (document) => document.usage
const promptDetails: At = (document) => usage(document)?.prompt_tokens_details
const completionDetails: At = (document) => usage(document)?.completion_tokens_details
const inJson = (edit: JsonEdit, at = usage) => onEach(edit, at)
const inChunk = (edit: JsonEdit, at = usage) => editChunks(usageChunk, within(edit, at))
const inUsage = membersOf('usage', (edit) => inJson(edit))
const inStream = membersOf('stream usage', (edit) => inChunk(edit))
const inPrompt = membersOf('usage', (edit) => inJson(edit, promptDetails))
const inStreamPrompt = membersOf('stream usage', (edit) => inChunk(edit, promptDetails))
const inCompletion = membersOf('usage', (edit) => inJson(edit, completionDetails))
const inStreamCompletion = membersOf('stream usage', (edit) => inChunk(edit, completionDetails))

const zeros = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
const withoutPrompt = (usage: Json): unknown => (usage.total_tokens = usage.completion_tokens)
const ofPrompt = ({ usage }: Json): unknown =>
  Object.assign(usage, { completion_tokens: 0, total_tokens: usage.prompt_tokens })
/** Edits completions with text; without text, there is only a prompt to count. */
const ifText = (edit: (document: Json) => unknown) =>
  onEach((document) => document.choices[0]?.message.content !== '' && document.usage && edit(document))

/** Faults in usage, in JSON completions and in streams (2.5). A wrong count also makes the sum wrong. */
export const faults = () => [
  breaking(['usage-prompt-tokens', 'usage-total-sum'], {
    'usage-prompt-tokens-missing': inUsage('prompt_tokens', 'missing'),
    'usage-prompt-tokens-string': inUsage('prompt_tokens', 'string'),
    'usage-prompt-tokens-negative': inUsage('prompt_tokens', 'negative'),
    'usage-prompt-tokens-fraction': inUsage('prompt_tokens', 'fraction'),
    'usage-prompt-tokens-beyond': inUsage('prompt_tokens', 'beyond'),
    'stream-usage-prompt-tokens-null': inStream('prompt_tokens', 'null'),
    'stream-usage-prompt-tokens-negative': inStream('prompt_tokens', 'negative'),
  }),
  breaking(['usage-completion-tokens', 'usage-total-sum'], {
    'usage-completion-tokens-missing': inUsage('completion_tokens', 'missing'),
    'usage-completion-tokens-string': inUsage('completion_tokens', 'string'),
    'usage-completion-tokens-negative': inUsage('completion_tokens', 'negative'),
    'usage-completion-tokens-fraction': inUsage('completion_tokens', 'fraction'),
    'usage-completion-tokens-beyond': inUsage('completion_tokens', 'beyond'),
    'stream-usage-completion-tokens-null': inStream('completion_tokens', 'null'),
    'stream-usage-completion-tokens-negative': inStream('completion_tokens', 'negative'),
  }),
  breaking(['usage-total-tokens', 'usage-total-sum'], {
    'usage-total-tokens-missing': inUsage('total_tokens', 'missing'),
    'usage-total-tokens-string': inUsage('total_tokens', 'string'),
    'usage-total-tokens-negative': inUsage('total_tokens', 'negative'),
    'usage-total-tokens-fraction': inUsage('total_tokens', 'fraction'),
    'usage-total-tokens-beyond': inUsage('total_tokens', 'beyond'),
    'stream-usage-total-tokens-null': inStream('total_tokens', 'null'),
    'stream-usage-total-tokens-negative': inStream('total_tokens', 'negative'),
  }),
  breaking(['usage-prompt-details'], {
    'usage-prompt-tokens-details-null': inUsage('prompt_tokens_details', 'null'),
    'usage-prompt-tokens-details-array': inUsage('prompt_tokens_details', 'array'),
    'usage-cached-tokens-missing': inPrompt('cached_tokens', 'missing'),
    'usage-cached-tokens-string': inPrompt('cached_tokens', 'string'),
    'usage-cached-tokens-negative': inPrompt('cached_tokens', 'negative'),
    'usage-cached-tokens-fraction': inPrompt('cached_tokens', 'fraction'),
    'usage-cached-tokens-beyond': inPrompt('cached_tokens', 'beyond'),
    'stream-usage-cached-tokens-missing': inStreamPrompt('cached_tokens', 'missing'),
    'stream-usage-cached-tokens-beyond': inStreamPrompt('cached_tokens', 'beyond'),
  }),
  breaking(['usage-completion-details'], {
    'usage-completion-tokens-details-null': inUsage('completion_tokens_details', 'null'),
    'usage-completion-tokens-details-array': inUsage('completion_tokens_details', 'array'),
    'usage-reasoning-tokens-missing': inCompletion('reasoning_tokens', 'missing'),
    'usage-reasoning-tokens-string': inCompletion('reasoning_tokens', 'string'),
    'usage-reasoning-tokens-negative': inCompletion('reasoning_tokens', 'negative'),
    'usage-reasoning-tokens-fraction': inCompletion('reasoning_tokens', 'fraction'),
    'usage-reasoning-tokens-beyond': inCompletion('reasoning_tokens', 'beyond'),
    'stream-usage-reasoning-tokens-missing': inStreamCompletion('reasoning_tokens', 'missing'),
    'stream-usage-reasoning-tokens-beyond': inStreamCompletion('reasoning_tokens', 'beyond'),
  }),
  breaking(['usage-total-sum'], {
    'usage-total-is-no-sum: total_tokens is one more than the sum': inJson((usage) => (usage.total_tokens += 1)),
    'usage-total-counts-completion-only: total_tokens leaves the prompt out': inJson(withoutPrompt),
    'stream-usage-total-is-no-sum: the total of a stream is one less': inChunk((usage) => (usage.total_tokens -= 1)),
  }),
  breaking(['usage-not-zero'], {
    'usage-of-zeros: usage of a JSON completion is all zeros': ifText((it) => (it.usage = zeros)),
    'usage-without-the-text: usage of a JSON completion counts the prompt alone': ifText(ofPrompt),
    'usage-of-zeros-in-streams: usage of every chunk is all zeros': inEvery({ usage: zeros }),
  }),
]
