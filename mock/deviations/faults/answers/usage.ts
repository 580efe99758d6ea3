import { type Apply, breaking } from '../../deviation.ts'
import { editChunks, usageChunk } from '../../edits/events.ts'
import { type At, editJson, type JsonEdit, within } from '../../edits/json.ts'
import { member } from '../../edits/members.ts'
import { onCompletion } from '../../edits/when.ts'

const usage: At = (document) => document.usage
const promptDetails: At = (document) => usage(document)?.prompt_tokens_details
const completionDetails: At = (document) => usage(document)?.completion_tokens_details
const inJson = (edit: JsonEdit, at = usage): Apply => editJson(onCompletion, within(edit, at))
const inChunk = (edit: JsonEdit, at = usage): Apply => editChunks(usageChunk, within(edit, at))

/** What can be wrong with usage, in a JSON completion and in a stream (2.5). A wrong count makes the sum wrong, too. */
export const faults = () => [
  breaking(['usage-prompt-tokens', 'usage-total-sum'], {
    'usage-prompt-tokens-missing': ['prompt_tokens of usage is left out', inJson(member.missing('prompt_tokens'))],
    'usage-prompt-tokens-string': [
      'prompt_tokens of usage is written as a string',
      inJson(member.string('prompt_tokens')),
    ],
    'usage-prompt-tokens-negative': ['prompt_tokens of usage is -1', inJson(member.negative('prompt_tokens'))],
    'usage-prompt-tokens-fraction': ['prompt_tokens of usage has a fraction', inJson(member.fraction('prompt_tokens'))],
    'usage-prompt-tokens-beyond': [
      'prompt_tokens of usage is 9223372036854775808',
      inJson(member.beyond('prompt_tokens')),
    ],
    'stream-usage-prompt-tokens-null': ['prompt_tokens of stream usage is null', inChunk(member.null('prompt_tokens'))],
    'stream-usage-prompt-tokens-negative': [
      'prompt_tokens of stream usage is -1',
      inChunk(member.negative('prompt_tokens')),
    ],
  }),
  breaking(['usage-completion-tokens', 'usage-total-sum'], {
    'usage-completion-tokens-missing': [
      'completion_tokens of usage is left out',
      inJson(member.missing('completion_tokens')),
    ],
    'usage-completion-tokens-string': [
      'completion_tokens of usage is written as a string',
      inJson(member.string('completion_tokens')),
    ],
    'usage-completion-tokens-negative': [
      'completion_tokens of usage is -1',
      inJson(member.negative('completion_tokens')),
    ],
    'usage-completion-tokens-fraction': [
      'completion_tokens of usage has a fraction',
      inJson(member.fraction('completion_tokens')),
    ],
    'usage-completion-tokens-beyond': [
      'completion_tokens of usage is 9223372036854775808',
      inJson(member.beyond('completion_tokens')),
    ],
    'stream-usage-completion-tokens-null': [
      'completion_tokens of stream usage is null',
      inChunk(member.null('completion_tokens')),
    ],
    'stream-usage-completion-tokens-negative': [
      'completion_tokens of stream usage is -1',
      inChunk(member.negative('completion_tokens')),
    ],
  }),
  breaking(['usage-total-tokens', 'usage-total-sum'], {
    'usage-total-tokens-missing': ['total_tokens of usage is left out', inJson(member.missing('total_tokens'))],
    'usage-total-tokens-string': [
      'total_tokens of usage is written as a string',
      inJson(member.string('total_tokens')),
    ],
    'usage-total-tokens-negative': ['total_tokens of usage is -1', inJson(member.negative('total_tokens'))],
    'usage-total-tokens-fraction': ['total_tokens of usage has a fraction', inJson(member.fraction('total_tokens'))],
    'usage-total-tokens-beyond': [
      'total_tokens of usage is 9223372036854775808',
      inJson(member.beyond('total_tokens')),
    ],
    'stream-usage-total-tokens-null': ['total_tokens of stream usage is null', inChunk(member.null('total_tokens'))],
    'stream-usage-total-tokens-negative': [
      'total_tokens of stream usage is -1',
      inChunk(member.negative('total_tokens')),
    ],
  }),
  breaking(['usage-prompt-details'], {
    'usage-prompt-tokens-details-null': [
      'prompt_tokens_details of usage is null',
      inJson(member.null('prompt_tokens_details')),
    ],
    'usage-prompt-tokens-details-array': [
      'prompt_tokens_details of usage is wrapped in an array',
      inJson(member.array('prompt_tokens_details')),
    ],
    'usage-cached-tokens-missing': [
      'cached_tokens of usage is left out',
      inJson(member.missing('cached_tokens'), promptDetails),
    ],
    'usage-cached-tokens-string': [
      'cached_tokens of usage is written as a string',
      inJson(member.string('cached_tokens'), promptDetails),
    ],
    'usage-cached-tokens-negative': [
      'cached_tokens of usage is -1',
      inJson(member.negative('cached_tokens'), promptDetails),
    ],
    'usage-cached-tokens-fraction': [
      'cached_tokens of usage has a fraction',
      inJson(member.fraction('cached_tokens'), promptDetails),
    ],
    'usage-cached-tokens-beyond': [
      'cached_tokens of usage is 9223372036854775808',
      inJson(member.beyond('cached_tokens'), promptDetails),
    ],
    'stream-usage-cached-tokens-missing': [
      'cached_tokens of stream usage is left out',
      inChunk(member.missing('cached_tokens'), promptDetails),
    ],
    'stream-usage-cached-tokens-beyond': [
      'cached_tokens of stream usage is 9223372036854775808',
      inChunk(member.beyond('cached_tokens'), promptDetails),
    ],
  }),
  breaking(['usage-completion-details'], {
    'usage-completion-tokens-details-null': [
      'completion_tokens_details of usage is null',
      inJson(member.null('completion_tokens_details')),
    ],
    'usage-completion-tokens-details-array': [
      'completion_tokens_details of usage is wrapped in an array',
      inJson(member.array('completion_tokens_details')),
    ],
    'usage-reasoning-tokens-missing': [
      'reasoning_tokens of usage is left out',
      inJson(member.missing('reasoning_tokens'), completionDetails),
    ],
    'usage-reasoning-tokens-string': [
      'reasoning_tokens of usage is written as a string',
      inJson(member.string('reasoning_tokens'), completionDetails),
    ],
    'usage-reasoning-tokens-negative': [
      'reasoning_tokens of usage is -1',
      inJson(member.negative('reasoning_tokens'), completionDetails),
    ],
    'usage-reasoning-tokens-fraction': [
      'reasoning_tokens of usage has a fraction',
      inJson(member.fraction('reasoning_tokens'), completionDetails),
    ],
    'usage-reasoning-tokens-beyond': [
      'reasoning_tokens of usage is 9223372036854775808',
      inJson(member.beyond('reasoning_tokens'), completionDetails),
    ],
    'stream-usage-reasoning-tokens-missing': [
      'reasoning_tokens of stream usage is left out',
      inChunk(member.missing('reasoning_tokens'), completionDetails),
    ],
    'stream-usage-reasoning-tokens-beyond': [
      'reasoning_tokens of stream usage is 9223372036854775808',
      inChunk(member.beyond('reasoning_tokens'), completionDetails),
    ],
  }),
  breaking(['usage-total-sum'], {
    'usage-total-is-no-sum': ['total_tokens is one more than the sum', inJson((usage) => (usage.total_tokens += 1))],
    'usage-total-counts-completion-only': [
      'total_tokens leaves the prompt out',
      inJson((usage) => (usage.total_tokens = usage.completion_tokens)),
    ],
    'stream-usage-total-is-no-sum': [
      'total_tokens of a stream is one less than the sum',
      inChunk((usage) => (usage.total_tokens -= 1)),
    ],
  }),
]
