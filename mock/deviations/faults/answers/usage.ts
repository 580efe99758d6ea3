import { type Apply, type Fault, fault } from '../../deviation.ts'
import { editChunks, usageChunk } from '../../edits/events.ts'
import { editJson, type Json, type JsonEdit } from '../../edits/json.ts'
import { member } from '../../edits/members.ts'
import { onCompletion } from '../../edits/when.ts'

const usage = (document: Json): Json => document.usage
const promptDetails = (document: Json): Json => usage(document)?.prompt_tokens_details
const completionDetails = (document: Json): Json => usage(document)?.completion_tokens_details
const inJson = (edit: JsonEdit): Apply => editJson(onCompletion, edit)
const inChunk = (edit: JsonEdit): Apply => editChunks(usageChunk, edit)

/** What can be wrong with usage, in a JSON completion and in a stream (2.5). A wrong count makes the sum wrong, too. */
export const usageFaults = (): readonly Fault[] => [
  fault(
    'usage-prompt-tokens-missing',
    ['usage-prompt-tokens', 'usage-total-sum'],
    'prompt_tokens of usage is left out',
    inJson(member.missing('prompt_tokens', usage)),
  ),
  fault(
    'usage-prompt-tokens-string',
    ['usage-prompt-tokens', 'usage-total-sum'],
    'prompt_tokens of usage is written as a string',
    inJson(member.string('prompt_tokens', usage)),
  ),
  fault(
    'usage-prompt-tokens-negative',
    ['usage-prompt-tokens', 'usage-total-sum'],
    'prompt_tokens of usage is -1',
    inJson(member.negative('prompt_tokens', usage)),
  ),
  fault(
    'usage-prompt-tokens-fraction',
    ['usage-prompt-tokens', 'usage-total-sum'],
    'prompt_tokens of usage has a fraction',
    inJson(member.fraction('prompt_tokens', usage)),
  ),
  fault(
    'usage-prompt-tokens-beyond',
    ['usage-prompt-tokens', 'usage-total-sum'],
    'prompt_tokens of usage is 9223372036854775808',
    inJson(member.beyond('prompt_tokens', usage)),
  ),
  fault(
    'usage-completion-tokens-missing',
    ['usage-completion-tokens', 'usage-total-sum'],
    'completion_tokens of usage is left out',
    inJson(member.missing('completion_tokens', usage)),
  ),
  fault(
    'usage-completion-tokens-string',
    ['usage-completion-tokens', 'usage-total-sum'],
    'completion_tokens of usage is written as a string',
    inJson(member.string('completion_tokens', usage)),
  ),
  fault(
    'usage-completion-tokens-negative',
    ['usage-completion-tokens', 'usage-total-sum'],
    'completion_tokens of usage is -1',
    inJson(member.negative('completion_tokens', usage)),
  ),
  fault(
    'usage-completion-tokens-fraction',
    ['usage-completion-tokens', 'usage-total-sum'],
    'completion_tokens of usage has a fraction',
    inJson(member.fraction('completion_tokens', usage)),
  ),
  fault(
    'usage-completion-tokens-beyond',
    ['usage-completion-tokens', 'usage-total-sum'],
    'completion_tokens of usage is 9223372036854775808',
    inJson(member.beyond('completion_tokens', usage)),
  ),
  fault(
    'usage-total-tokens-missing',
    ['usage-total-tokens', 'usage-total-sum'],
    'total_tokens of usage is left out',
    inJson(member.missing('total_tokens', usage)),
  ),
  fault(
    'usage-total-tokens-string',
    ['usage-total-tokens', 'usage-total-sum'],
    'total_tokens of usage is written as a string',
    inJson(member.string('total_tokens', usage)),
  ),
  fault(
    'usage-total-tokens-negative',
    ['usage-total-tokens', 'usage-total-sum'],
    'total_tokens of usage is -1',
    inJson(member.negative('total_tokens', usage)),
  ),
  fault(
    'usage-total-tokens-fraction',
    ['usage-total-tokens', 'usage-total-sum'],
    'total_tokens of usage has a fraction',
    inJson(member.fraction('total_tokens', usage)),
  ),
  fault(
    'usage-total-tokens-beyond',
    ['usage-total-tokens', 'usage-total-sum'],
    'total_tokens of usage is 9223372036854775808',
    inJson(member.beyond('total_tokens', usage)),
  ),
  fault(
    'usage-prompt-tokens-details-null',
    ['usage-prompt-details'],
    'prompt_tokens_details of usage is null',
    inJson(member.null('prompt_tokens_details', usage)),
  ),
  fault(
    'usage-prompt-tokens-details-array',
    ['usage-prompt-details'],
    'prompt_tokens_details of usage is wrapped in an array',
    inJson(member.array('prompt_tokens_details', usage)),
  ),
  fault(
    'usage-completion-tokens-details-null',
    ['usage-completion-details'],
    'completion_tokens_details of usage is null',
    inJson(member.null('completion_tokens_details', usage)),
  ),
  fault(
    'usage-completion-tokens-details-array',
    ['usage-completion-details'],
    'completion_tokens_details of usage is wrapped in an array',
    inJson(member.array('completion_tokens_details', usage)),
  ),
  fault(
    'usage-cached-tokens-missing',
    ['usage-prompt-details'],
    'cached_tokens of usage is left out',
    inJson(member.missing('cached_tokens', promptDetails)),
  ),
  fault(
    'usage-cached-tokens-string',
    ['usage-prompt-details'],
    'cached_tokens of usage is written as a string',
    inJson(member.string('cached_tokens', promptDetails)),
  ),
  fault(
    'usage-cached-tokens-negative',
    ['usage-prompt-details'],
    'cached_tokens of usage is -1',
    inJson(member.negative('cached_tokens', promptDetails)),
  ),
  fault(
    'usage-cached-tokens-fraction',
    ['usage-prompt-details'],
    'cached_tokens of usage has a fraction',
    inJson(member.fraction('cached_tokens', promptDetails)),
  ),
  fault(
    'usage-cached-tokens-beyond',
    ['usage-prompt-details'],
    'cached_tokens of usage is 9223372036854775808',
    inJson(member.beyond('cached_tokens', promptDetails)),
  ),
  fault(
    'usage-reasoning-tokens-missing',
    ['usage-completion-details'],
    'reasoning_tokens of usage is left out',
    inJson(member.missing('reasoning_tokens', completionDetails)),
  ),
  fault(
    'usage-reasoning-tokens-string',
    ['usage-completion-details'],
    'reasoning_tokens of usage is written as a string',
    inJson(member.string('reasoning_tokens', completionDetails)),
  ),
  fault(
    'usage-reasoning-tokens-negative',
    ['usage-completion-details'],
    'reasoning_tokens of usage is -1',
    inJson(member.negative('reasoning_tokens', completionDetails)),
  ),
  fault(
    'usage-reasoning-tokens-fraction',
    ['usage-completion-details'],
    'reasoning_tokens of usage has a fraction',
    inJson(member.fraction('reasoning_tokens', completionDetails)),
  ),
  fault(
    'usage-reasoning-tokens-beyond',
    ['usage-completion-details'],
    'reasoning_tokens of usage is 9223372036854775808',
    inJson(member.beyond('reasoning_tokens', completionDetails)),
  ),
  fault(
    'stream-usage-prompt-tokens-null',
    ['usage-prompt-tokens', 'usage-total-sum'],
    'prompt_tokens of stream usage is null',
    inChunk(member.null('prompt_tokens', usage)),
  ),
  fault(
    'stream-usage-prompt-tokens-negative',
    ['usage-prompt-tokens', 'usage-total-sum'],
    'prompt_tokens of stream usage is -1',
    inChunk(member.negative('prompt_tokens', usage)),
  ),
  fault(
    'stream-usage-completion-tokens-null',
    ['usage-completion-tokens', 'usage-total-sum'],
    'completion_tokens of stream usage is null',
    inChunk(member.null('completion_tokens', usage)),
  ),
  fault(
    'stream-usage-completion-tokens-negative',
    ['usage-completion-tokens', 'usage-total-sum'],
    'completion_tokens of stream usage is -1',
    inChunk(member.negative('completion_tokens', usage)),
  ),
  fault(
    'stream-usage-total-tokens-null',
    ['usage-total-tokens', 'usage-total-sum'],
    'total_tokens of stream usage is null',
    inChunk(member.null('total_tokens', usage)),
  ),
  fault(
    'stream-usage-total-tokens-negative',
    ['usage-total-tokens', 'usage-total-sum'],
    'total_tokens of stream usage is -1',
    inChunk(member.negative('total_tokens', usage)),
  ),
  fault(
    'stream-usage-cached-tokens-missing',
    ['usage-prompt-details'],
    'cached_tokens of stream usage is left out',
    inChunk(member.missing('cached_tokens', promptDetails)),
  ),
  fault(
    'stream-usage-cached-tokens-beyond',
    ['usage-prompt-details'],
    'cached_tokens of stream usage is 9223372036854775808',
    inChunk(member.beyond('cached_tokens', promptDetails)),
  ),
  fault(
    'stream-usage-reasoning-tokens-missing',
    ['usage-completion-details'],
    'reasoning_tokens of stream usage is left out',
    inChunk(member.missing('reasoning_tokens', completionDetails)),
  ),
  fault(
    'stream-usage-reasoning-tokens-beyond',
    ['usage-completion-details'],
    'reasoning_tokens of stream usage is 9223372036854775808',
    inChunk(member.beyond('reasoning_tokens', completionDetails)),
  ),
  fault(
    'usage-total-is-no-sum',
    ['usage-total-sum'],
    'total_tokens is one more than the sum',
    inJson((document) => (usage(document).total_tokens += 1)),
  ),
  fault(
    'usage-total-counts-completion-only',
    ['usage-total-sum'],
    'total_tokens leaves the prompt out',
    inJson((document) => (usage(document).total_tokens = usage(document).completion_tokens)),
  ),
  fault(
    'stream-usage-total-is-no-sum',
    ['usage-total-sum'],
    'total_tokens of a stream is one less than the sum',
    inChunk((document) => (usage(document).total_tokens -= 1)),
  ),
]
