import type { Apply, Fault } from '../../deviation.ts'
import { editChunks, usageChunk } from '../../edits/events.ts'
import { editJson, type Json, type JsonEdit } from '../../edits/json.ts'
import { onCompletion } from '../../edits/when.ts'
import { type Member, memberFaults } from '../families.ts'

const usage = (document: Json): Json => document.usage
const inJson = (edit: JsonEdit): Apply => editJson(onCompletion, edit)
const inChunk = (edit: JsonEdit): Apply => editChunks(usageChunk, edit)

// A count that is wrong makes the sum wrong, too.
const COUNTS: Member[] = ['prompt', 'completion', 'total'].map((count) => ({
  name: `${count}_tokens`,
  kind: 'integer',
  breaks: [`usage-${count}-tokens`, 'usage-total-sum'],
  owner: usage,
}))

const DETAILS: Member[] = [
  {
    name: 'prompt_tokens_details',
    kind: 'object',
    breaks: ['usage-prompt-details'],
    owner: usage,
    only: ['null', 'array'],
  },
  {
    name: 'completion_tokens_details',
    kind: 'object',
    breaks: ['usage-completion-details'],
    owner: usage,
    only: ['null', 'array'],
  },
  {
    name: 'cached_tokens',
    kind: 'integer',
    breaks: ['usage-prompt-details'],
    owner: (document) => usage(document)?.prompt_tokens_details,
  },
  {
    name: 'reasoning_tokens',
    kind: 'integer',
    breaks: ['usage-completion-details'],
    owner: (document) => usage(document)?.completion_tokens_details,
  },
]

/** What usage can get wrong, in a JSON completion and in a stream (2.5). */
export const usageFaults = (): readonly Fault[] => [
  ...memberFaults('usage', [...COUNTS, ...DETAILS], inJson),
  ...memberFaults(
    'stream-usage',
    COUNTS.map((count) => ({ ...count, only: ['null', 'negative'] })),
    inChunk,
  ),
  ...memberFaults(
    'stream-usage',
    DETAILS.slice(2).map((count) => ({ ...count, only: ['missing', 'beyond'] })),
    inChunk,
  ),
  {
    name: 'usage-total-is-no-sum',
    breaks: ['usage-total-sum'],
    shows: 'total_tokens is one more than the sum',
    apply: inJson((document) => (usage(document).total_tokens += 1)),
  },
  {
    name: 'usage-total-counts-completion-only',
    breaks: ['usage-total-sum'],
    shows: 'total_tokens leaves the prompt out',
    apply: inJson((document) => (usage(document).total_tokens = usage(document).completion_tokens)),
  },
  {
    name: 'stream-usage-total-is-no-sum',
    breaks: ['usage-total-sum'],
    shows: 'total_tokens of a stream is one less than the sum',
    apply: inChunk((document) => (usage(document).total_tokens -= 1)),
  },
]
