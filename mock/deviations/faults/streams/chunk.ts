import { type Apply, type Fault, fault } from '../../deviation.ts'
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

const choice = (chunk: Json): Json => chunk.choices?.[0]
const delta = (chunk: Json): Json => choice(chunk)?.delta
const inEvery = (edit: JsonEdit): Apply => editChunks(everyChunk, edit)
const inFinal = (edit: JsonEdit): Apply => editChunks(finalChunk, edit)
const inContent = (edit: JsonEdit): Apply => editChunks(contentChunk, edit)

/** What can be wrong with single chunks of a stream, beside the form of their members (2.6). */
export const chunkFaults = (): readonly Fault[] => [
  fault(
    'delta-role-number',
    ['chunk-delta-role'],
    'the role of the first delta is a number',
    editChunks(roleChunk, (chunk) => (delta(chunk).role = 1)),
  ),
  fault(
    'delta-role-of-user',
    ['chunk-delta-role'],
    'the role of the first delta is user',
    editChunks(roleChunk, (chunk) => (delta(chunk).role = 'user')),
  ),
  fault(
    'delta-role-null-in-content-chunks',
    ['chunk-delta-role'],
    'the content chunks carry a role that is null',
    inContent((chunk) => (delta(chunk).role = null)),
  ),
  fault(
    'delta-role-empty-in-content-chunks',
    ['chunk-delta-role'],
    'the content chunks carry a role that is empty',
    inContent((chunk) => (delta(chunk).role = '')),
  ),
  fault(
    'delta-content-null-beside-role',
    ['chunk-delta-content'],
    'the first delta has content null beside its role',
    editChunks(roleChunk, (chunk) => (delta(chunk).content = null)),
  ),
  fault(
    'delta-content-in-parts',
    ['chunk-delta-content'],
    'the content of a delta is an array of parts',
    inContent((chunk) => (delta(chunk).content = [{ type: 'text', text: delta(chunk).content }])),
  ),
  fault(
    'final-delta-content-null',
    ['chunk-delta-content', 'stream-final-delta-bare'],
    'the final delta has content null',
    inFinal((chunk) => (delta(chunk).content = null)),
  ),
  fault(
    'chunk-id-empty',
    ['completion-id-filled'],
    'the id of the chunks is an empty string',
    inEvery((chunk) => (chunk.id = '')),
  ),
  fault(
    'chunk-object-of-completion',
    ['chunk-object'],
    'the chunks call themselves completions',
    inEvery((chunk) => (chunk.object = 'chat.completion')),
  ),
  fault(
    'chunk-model-of-backend',
    ['completion-model-echo'],
    'the chunks name the model behind the gateway',
    inEvery((chunk) => (chunk.model = 'svc/backend-7b')),
  ),
  fault(
    'chunk-with-two-choices',
    ['chunk-choices'],
    'a content chunk has two choices',
    inContent((chunk) => chunk.choices.push(structuredClone(choice(chunk)))),
  ),
  fault(
    'chunk-second-choice-index',
    ['chunk-choices', 'chunk-choice-index'],
    'a content chunk has a second choice with the index 1',
    inContent((chunk) => chunk.choices.push({ ...choice(chunk), index: 1 })),
  ),
  fault(
    'chunk-choices-null-in-usage-chunk',
    ['chunk-choices'],
    'choices is null in the chunk that carries usage',
    editChunks(usageChunk, (chunk) => (chunk.choices = null)),
  ),
  fault(
    'chunk-choices-missing-in-usage-chunk',
    ['chunk-choices'],
    'the chunk that carries usage has no choices',
    editChunks(usageChunk, (chunk) => delete chunk.choices),
  ),
  fault(
    'chunk-usage-array',
    ['chunk-usage'],
    'usage of a chunk is an array',
    editChunks(usageChunk, (chunk) => (chunk.usage = [chunk.usage])),
  ),
  fault(
    'chunk-usage-false',
    ['chunk-usage'],
    'chunks without usage carry false in its place',
    editChunks(choiceChunk, (chunk) => Object.assign(chunk, { usage: false })),
  ),
  fault(
    'chunk-usage-empty-object',
    ['chunk-usage', 'usage-prompt-tokens', 'usage-completion-tokens', 'usage-total-tokens', 'usage-total-sum'],
    'chunks without usage carry an empty object in its place',
    editChunks(choiceChunk, (chunk) => (chunk.usage = {})),
  ),
  fault(
    'chunk-choice-extra-member',
    ['chunk-choice-closed'],
    'the choice of a chunk has a member that the contract does not name',
    inContent((chunk) => (choice(chunk).text = '')),
  ),
  fault(
    'chunk-choice-message-beside-delta',
    ['chunk-choice-closed'],
    'the final chunk has the whole message beside its delta',
    inFinal((chunk) => (choice(chunk).message = { role: 'assistant', content: '' })),
  ),
  fault(
    'final-chunk-extra-member',
    ['chunk-choice-closed'],
    'the choice of the final chunk has one member too many',
    inFinal((chunk) => (choice(chunk).stop_reason = null)),
  ),
  fault(
    'content-chunk-finish-reason-empty',
    ['chunk-choice-finish-reason', 'stream-content', 'stream-final-chunk', 'stream-after-final'],
    'finish_reason of content chunks is an empty string',
    inContent((chunk) => (choice(chunk).finish_reason = '')),
  ),
  fault(
    'final-chunk-finish-reason-of-tools',
    ['chunk-choice-finish-reason'],
    'the final finish_reason is tool_calls',
    inFinal((chunk) => (choice(chunk).finish_reason = 'tool_calls')),
  ),
]
