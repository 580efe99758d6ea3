import { type Apply, breaking } from '../../deviation.ts'
import {
  choiceChunk,
  delta,
  editChunks,
  inContent,
  inEvery,
  inFinal,
  roleChunk,
  usageChunk,
} from '../../edits/events.ts'
import { choice, type JsonEdit, within } from '../../edits/json.ts'

const inFinalChoice = (edit: JsonEdit): Apply => inFinal(edit, choice)
const inContentChoice = (edit: JsonEdit): Apply => inContent(edit, choice)
const inUsage = (edit: JsonEdit): Apply => editChunks(usageChunk, edit)
const inRole = (edit: JsonEdit): Apply => editChunks(roleChunk, within(edit, delta))

/** Faults of single chunks of a stream, besides the form of their members (2.6). */
export const faults = () => [
  breaking(['chunk-delta-role'], {
    'delta-role-number: the role of the first delta is a number': inRole({ role: 1 }),
    'delta-role-of-user: the role of the first delta is user': inRole({ role: 'user' }),
    'delta-role-null-in-content-chunks: the content chunks carry a role that is null': inContent({ role: null }, delta),
    'delta-role-empty-in-content-chunks: the content chunks carry a role that is empty': inContent({ role: '' }, delta),
  }),
  breaking(['chunk-delta-content'], {
    'delta-content-null-beside-role: the first delta has content null next to its role': inRole({ content: null }),
    'delta-content-in-parts: the content of a delta is an array of parts': inContent(
      (chunk) => (delta(chunk).content = [{ type: 'text', text: delta(chunk).content }]),
    ),
  }),
  breaking(['chunk-delta-content', 'stream-final-delta-bare'], {
    'final-delta-content-null: the final delta has content null': inFinal({ content: null }, delta),
  }),
  breaking(['completion-id-filled'], {
    'chunk-id-empty: the id of the chunks is an empty string': inEvery({ id: '' }),
  }),
  breaking(['chunk-object'], {
    'chunk-object-of-completion: the chunks call themselves completions': inEvery({ object: 'chat.completion' }),
  }),
  breaking(['completion-model-echo'], {
    'chunk-model-of-backend: the chunks name the model behind the gateway': inEvery({ model: 'svc/backend-7b' }),
  }),
  breaking(['chunk-choices'], {
    'chunk-with-two-choices: a content chunk has two choices': inContent((chunk) =>
      chunk.choices.push(structuredClone(choice(chunk))),
    ),
    'chunk-choices-null-in-usage-chunk: choices is null in the chunk that carries usage': inUsage({ choices: null }),
    'chunk-choices-missing-in-usage-chunk: the chunk that carries usage has no choices': inUsage(
      (chunk) => delete chunk.choices,
    ),
    'chunk-second-choice-index: a content chunk has a second choice with the index 1': [
      inContent((chunk) => chunk.choices.push({ ...choice(chunk), index: 1 })),
      'chunk-choice-index',
    ],
  }),
  breaking(['chunk-usage'], {
    'chunk-usage-array: usage of a chunk is an array': inUsage((chunk) => (chunk.usage = [chunk.usage])),
    'chunk-usage-false: chunks without usage carry false in its place': editChunks(choiceChunk, { usage: false }),
  }),
  breaking(['chunk-usage', 'usage-prompt-tokens', 'usage-completion-tokens', 'usage-total-tokens', 'usage-total-sum'], {
    'chunk-usage-empty-object: chunks without usage carry an empty object in its place': editChunks(choiceChunk, {
      usage: {},
    }),
  }),
  breaking(['chunk-choice-closed'], {
    'chunk-choice-extra-member: the choice of a chunk has a member that the contract does not name': inContentChoice({
      text: '',
    }),
    'chunk-choice-message-beside-delta: the final chunk has the whole message next to its delta': inFinalChoice({
      message: { role: 'assistant', content: '' },
    }),
    'final-chunk-extra-member: the choice of the final chunk has one member too many': inFinalChoice({
      stop_reason: null,
    }),
  }),
  breaking(['chunk-choice-finish-reason', 'stream-content', 'stream-final-chunk', 'stream-after-final'], {
    'content-chunk-finish-reason-empty: finish_reason of content chunks is an empty string': inContentChoice({
      finish_reason: '',
    }),
  }),
  breaking(['chunk-choice-finish-reason'], {
    'final-chunk-finish-reason-of-tools: the final finish_reason is tool_calls': inFinalChoice({
      finish_reason: 'tool_calls',
    }),
  }),
]
