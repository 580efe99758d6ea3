import type { Apply, Fault } from '../../deviation.ts'
import {
  choiceChunk,
  contentChunk,
  editChunks,
  everyChunk,
  finalChunk,
  roleChunk,
  usageChunk,
} from '../../edits/events.ts'
import type { Json, JsonEdit } from '../../edits/json.ts'
import { memberFaults } from '../families.ts'

const itself = (chunk: Json): Json => chunk
const choice = (chunk: Json): Json => chunk.choices?.[0]
const delta = (chunk: Json): Json => choice(chunk)?.delta
const inEvery = (edit: JsonEdit): Apply => editChunks(everyChunk, edit)
const inFinal = (edit: JsonEdit): Apply => editChunks(finalChunk, edit)
const inContent = (edit: JsonEdit): Apply => editChunks(contentChunk, edit)

/** What the chunks of a stream can get wrong, one by one (2.6). */
export const chunkFaults = (): readonly Fault[] => [
  ...memberFaults(
    'chunk',
    [
      { name: 'id', kind: 'string', breaks: ['chunk-id'], owner: itself },
      { name: 'object', kind: 'constant', breaks: ['chunk-object'], owner: itself },
      { name: 'created', kind: 'integer', breaks: ['chunk-created'], owner: itself },
      { name: 'model', kind: 'string', breaks: ['chunk-model', 'completion-model-echo'], owner: itself },
      // Without choices there is neither text nor an end to be found.
      { name: 'choices', kind: 'array', breaks: ['chunk-choices', 'stream-final-chunk'], owner: itself },
    ],
    inEvery,
  ),
  ...memberFaults(
    'chunk-choice',
    [
      { name: 'index', kind: 'zero', breaks: ['chunk-choice-index'], owner: choice },
      { name: 'delta', kind: 'object', breaks: ['chunk-choice-delta'], owner: choice },
    ],
    inEvery,
  ),
  ...memberFaults(
    'content-chunk',
    [{ name: 'finish_reason', kind: 'enum', breaks: ['chunk-choice-finish-reason'], owner: choice, only: ['missing'] }],
    inContent,
  ),
  ...memberFaults(
    'final-chunk',
    [
      { name: 'object', kind: 'constant', breaks: ['chunk-object'], owner: itself, only: ['other'] },
      { name: 'created', kind: 'integer', breaks: ['chunk-created'], owner: itself, only: ['string'] },
      { name: 'delta', kind: 'object', breaks: ['chunk-choice-delta', 'stream-final-delta-bare'], owner: choice },
      {
        name: 'finish_reason',
        kind: 'enum',
        breaks: ['chunk-choice-finish-reason'],
        owner: choice,
        only: ['other', 'capital'],
      },
      {
        name: 'finish_reason',
        kind: 'enum',
        breaks: ['chunk-choice-finish-reason', 'stream-final-chunk'],
        owner: choice,
        only: ['missing'],
      },
    ],
    inFinal,
  ),
  ...memberFaults(
    'delta',
    [
      {
        name: 'role',
        kind: 'constant',
        breaks: ['chunk-delta-role'],
        owner: delta,
        only: ['null', 'other', 'capital'],
      },
    ],
    inEvery,
  ),
  ...memberFaults(
    'delta',
    [{ name: 'content', kind: 'string', breaks: ['chunk-delta-content'], owner: delta, only: ['null', 'number'] }],
    inEvery,
  ),
  {
    name: 'delta-role-number',
    breaks: ['chunk-delta-role'],
    shows: 'the role of the first delta is a number',
    apply: editChunks(roleChunk, (chunk) => (delta(chunk).role = 1)),
  },
  {
    name: 'delta-role-of-user',
    breaks: ['chunk-delta-role'],
    shows: 'the role of the first delta is user',
    apply: editChunks(roleChunk, (chunk) => (delta(chunk).role = 'user')),
  },
  {
    name: 'delta-role-null-in-content-chunks',
    breaks: ['chunk-delta-role'],
    shows: 'the content chunks carry a role that is null',
    apply: inContent((chunk) => (delta(chunk).role = null)),
  },
  {
    name: 'delta-role-empty-in-content-chunks',
    breaks: ['chunk-delta-role'],
    shows: 'the content chunks carry a role that is empty',
    apply: inContent((chunk) => (delta(chunk).role = '')),
  },
  {
    name: 'delta-content-null-beside-role',
    breaks: ['chunk-delta-content'],
    shows: 'the first delta has content null beside its role',
    apply: editChunks(roleChunk, (chunk) => (delta(chunk).content = null)),
  },
  {
    name: 'delta-content-in-parts',
    breaks: ['chunk-delta-content'],
    shows: 'the content of a delta is an array of parts',
    apply: inContent((chunk) => (delta(chunk).content = [{ type: 'text', text: delta(chunk).content }])),
  },
  {
    name: 'final-delta-content-null',
    breaks: ['chunk-delta-content', 'stream-final-delta-bare'],
    shows: 'the final delta has content null',
    apply: inFinal((chunk) => (delta(chunk).content = null)),
  },
  {
    name: 'chunk-id-empty',
    breaks: ['completion-id-filled'],
    shows: 'the id of the chunks is an empty string',
    apply: inEvery((chunk) => (chunk.id = '')),
  },
  {
    name: 'chunk-object-of-completion',
    breaks: ['chunk-object'],
    shows: 'the chunks call themselves completions',
    apply: inEvery((chunk) => (chunk.object = 'chat.completion')),
  },
  {
    name: 'chunk-model-of-backend',
    breaks: ['completion-model-echo'],
    shows: 'the chunks name the model behind the gateway',
    apply: inEvery((chunk) => (chunk.model = 'svc/backend-7b')),
  },
  {
    name: 'chunk-with-two-choices',
    breaks: ['chunk-choices'],
    shows: 'a content chunk has two choices',
    apply: inContent((chunk) => chunk.choices.push(structuredClone(choice(chunk)))),
  },
  {
    name: 'chunk-second-choice-index',
    breaks: ['chunk-choices', 'chunk-choice-index'],
    shows: 'a content chunk has a second choice with the index 1',
    apply: inContent((chunk) => chunk.choices.push({ ...choice(chunk), index: 1 })),
  },
  {
    name: 'chunk-choices-null-in-usage-chunk',
    breaks: ['chunk-choices'],
    shows: 'choices is null in the chunk that carries usage',
    apply: editChunks(usageChunk, (chunk) => (chunk.choices = null)),
  },
  {
    name: 'chunk-choices-missing-in-usage-chunk',
    breaks: ['chunk-choices'],
    shows: 'the chunk that carries usage has no choices',
    apply: editChunks(usageChunk, (chunk) => delete chunk.choices),
  },
  {
    name: 'chunk-usage-array',
    breaks: ['chunk-usage'],
    shows: 'usage of a chunk is an array',
    apply: editChunks(usageChunk, (chunk) => (chunk.usage = [chunk.usage])),
  },
  {
    name: 'chunk-usage-false',
    breaks: ['chunk-usage'],
    shows: 'chunks without usage carry false in its place',
    apply: editChunks(choiceChunk, (chunk) => Object.assign(chunk, { usage: false })),
  },
  {
    name: 'chunk-usage-empty-object',
    breaks: ['chunk-usage', 'usage-prompt-tokens', 'usage-completion-tokens', 'usage-total-tokens', 'usage-total-sum'],
    shows: 'chunks without usage carry an empty object in its place',
    apply: editChunks(choiceChunk, (chunk) => (chunk.usage = {})),
  },
  {
    name: 'chunk-choice-extra-member',
    breaks: ['chunk-choice-closed'],
    shows: 'the choice of a chunk has a member that the contract does not name',
    apply: inContent((chunk) => (choice(chunk).text = '')),
  },
  {
    name: 'chunk-choice-message-beside-delta',
    breaks: ['chunk-choice-closed'],
    shows: 'the final chunk has the whole message beside its delta',
    apply: inFinal((chunk) => (choice(chunk).message = { role: 'assistant', content: '' })),
  },
  {
    name: 'final-chunk-extra-member',
    breaks: ['chunk-choice-closed'],
    shows: 'the choice of the final chunk has one member too many',
    apply: inFinal((chunk) => (choice(chunk).stop_reason = null)),
  },
  {
    name: 'content-chunk-finish-reason-empty',
    breaks: ['chunk-choice-finish-reason', 'stream-content', 'stream-final-chunk', 'stream-after-final'],
    shows: 'finish_reason of content chunks is an empty string',
    apply: inContent((chunk) => (choice(chunk).finish_reason = '')),
  },
  {
    name: 'final-chunk-finish-reason-of-tools',
    breaks: ['chunk-choice-finish-reason'],
    shows: 'the final finish_reason is tool_calls',
    apply: inFinal((chunk) => (choice(chunk).finish_reason = 'tool_calls')),
  },
]
