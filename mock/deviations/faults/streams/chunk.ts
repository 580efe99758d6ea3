import { breaking } from '../../deviation.ts'
import {
  choiceChunk,
  delta,
  editChunks,
  inContent,
  inEvery,
  inFinal,
  roleChunk,
  usageChunk,
} from '../../edits/chunks.ts'
import { choice, type Json, type JsonEdit, within } from '../../edits/json.ts'
import { membersOf } from '../../edits/members.ts'

const ofChunk = membersOf('chunk', (edit) => inEvery(edit))
const ofFinal = membersOf('final chunk', (edit) => inFinal(edit))
const ofChoice = membersOf('chunk choice', (edit) => inEvery(edit, choice))
const ofContent = membersOf('content chunk', (edit) => inContent(edit, choice))
const ofFinalChoice = membersOf('final chunk', (edit) => inFinal(edit, choice))
const ofDelta = membersOf('delta', (edit) => inEvery(edit, delta))

const inFinalChoice = (edit: JsonEdit) => inFinal(edit, choice)
const inContentChoice = (edit: JsonEdit) => inContent(edit, choice)
const inContentDelta = (edit: JsonEdit) => inContent(edit, delta)
const inUsage = (edit: JsonEdit) => editChunks(usageChunk, edit)
const inOthers = (usage: unknown) => editChunks(choiceChunk, { usage })
const inRole = (edit: JsonEdit) => editChunks(roleChunk, within(edit, delta))
const twice = (chunk: Json): unknown => chunk.choices.push(structuredClone(choice(chunk)))
const withSecond = (chunk: Json): unknown => chunk.choices.push({ ...choice(chunk), index: 1 })
const inParts = (delta: Json): unknown => (delta.content = [{ type: 'text', text: delta.content }])
const withoutChoices = inUsage((chunk) => delete chunk.choices)
const ofTools = inFinalChoice({ finish_reason: 'tool_calls' })
const nullInFinal = inFinal({ content: null }, delta)
const asCompletion = inEvery({ object: 'chat.completion' })
const WHOLE_MESSAGE = { message: { role: 'assistant', content: '' } }
const COUNTS = ['usage-prompt-tokens', 'usage-completion-tokens', 'usage-total-tokens', 'usage-total-sum'] as const
const NO_FINISH = ['stream-content', 'stream-final-chunk', 'stream-after-final'] as const

/** Faults in single chunks of a stream: in the form of their members, and in their values (2.6). */
export const faults = () => [
  breaking(['chunk-created'], {
    'chunk-created-missing': ofChunk('created', 'missing'),
    'chunk-created-string': ofChunk('created', 'string'),
    'chunk-created-negative': ofChunk('created', 'negative'),
    'chunk-created-fraction': ofChunk('created', 'fraction'),
    'chunk-created-beyond': ofChunk('created', 'beyond'),
    'final-chunk-created-string': ofFinal('created', 'string'),
  }),
  breaking(['chunk-choices'], {
    // Without choices, a stream has neither text nor a final chunk.
    'chunk-choices-missing': [ofChunk('choices', 'missing'), 'stream-final-chunk'],
    'chunk-choices-null': [ofChunk('choices', 'null'), 'stream-final-chunk'],
    'chunk-choices-object': [ofChunk('choices', 'object'), 'stream-final-chunk'],
    'chunk-with-two-choices: a content chunk has two choices': inContent(twice),
    'chunk-second-choice-index: a chunk has a second choice': [inContent(withSecond), 'chunk-choice-index'],
    'chunk-choices-null-in-usage-chunk: choices is null in the chunk that carries usage': inUsage({ choices: null }),
    'chunk-choices-missing-in-usage-chunk: the chunk with usage has no choices': withoutChoices,
  }),
  breaking(['chunk-choice-delta'], {
    'chunk-choice-delta-missing': ofChoice('delta', 'missing'),
    'chunk-choice-delta-null': ofChoice('delta', 'null'),
    'chunk-choice-delta-array': ofChoice('delta', 'array'),
    'final-chunk-delta-missing': [ofFinalChoice('delta', 'missing'), 'stream-final-delta-bare'],
    'final-chunk-delta-null': [ofFinalChoice('delta', 'null'), 'stream-final-delta-bare'],
    'final-chunk-delta-array': [ofFinalChoice('delta', 'array'), 'stream-final-delta-bare'],
  }),
  breaking(['chunk-choice-finish-reason'], {
    'content-chunk-finish-reason-missing': ofContent('finish_reason', 'missing'),
    'content-chunk-finish-reason-empty: finish_reason is empty': [inContentChoice({ finish_reason: '' }), ...NO_FINISH],
    'final-chunk-finish-reason-other': ofFinalChoice('finish_reason', 'other'),
    'final-chunk-finish-reason-capital': ofFinalChoice('finish_reason', 'capital'),
    'final-chunk-finish-reason-missing': [ofFinalChoice('finish_reason', 'missing'), 'stream-final-chunk'],
    'final-chunk-finish-reason-of-tools: finish_reason of the final chunk is tool_calls': ofTools,
  }),
  breaking(['chunk-delta-role'], {
    'delta-role-null': ofDelta('role', 'null'),
    'delta-role-other': ofDelta('role', 'other'),
    'delta-role-capital': ofDelta('role', 'capital'),
    'delta-role-number: the role of the first delta is a number': inRole({ role: 1 }),
    'delta-role-of-user: the role of the first delta is user': inRole({ role: 'user' }),
    'delta-role-null-in-content-chunks: the content chunks carry a role that is null': inContentDelta({ role: null }),
    'delta-role-empty-in-content-chunks: the content chunks carry a role that is empty': inContentDelta({ role: '' }),
  }),
  breaking(['chunk-delta-content'], {
    'delta-content-null': ofDelta('content', 'null'),
    'delta-content-number': ofDelta('content', 'number'),
    'delta-content-null-beside-role: the first delta has content null next to its role': inRole({ content: null }),
    'delta-content-in-parts: the content of a delta is an array of parts': inContentDelta(inParts),
    'final-delta-content-null: the final delta has content null': [nullInFinal, 'stream-final-delta-bare'],
  }),
  breaking(['chunk-usage'], {
    'chunk-usage-array: usage of a chunk is an array': inUsage((chunk) => (chunk.usage = [chunk.usage])),
    'chunk-usage-false: chunks without usage carry false instead': inOthers(false),
    'chunk-usage-empty-object: chunks without usage carry an empty object instead': [inOthers({}), ...COUNTS],
  }),
  breaking(['chunk-choice-closed'], {
    'chunk-choice-extra-member: the choice of a chunk has an unlisted member': inContentChoice({ text: '' }),
    'chunk-choice-message-beside-delta: the final chunk has the whole message, too': inFinalChoice(WHOLE_MESSAGE),
    'final-chunk-extra-member: the final choice has one member too many': inFinalChoice({ stop_reason: null }),
  }),
  breaking([], {
    'chunk-id-missing': [ofChunk('id', 'missing'), 'chunk-id'],
    'chunk-id-number': [ofChunk('id', 'number'), 'chunk-id'],
    'chunk-id-empty: the id of the chunks is an empty string': [inEvery({ id: '' }), 'completion-id-filled'],
    'chunk-object-missing': [ofChunk('object', 'missing'), 'chunk-object'],
    'chunk-object-other': [ofChunk('object', 'other'), 'chunk-object'],
    'chunk-object-of-completion: chunks call themselves completions': [asCompletion, 'chunk-object'],
    'final-chunk-object-other': [ofFinal('object', 'other'), 'chunk-object'],
    'chunk-model-missing': [ofChunk('model', 'missing'), 'chunk-model', 'completion-model-echo'],
    'chunk-model-number': [ofChunk('model', 'number'), 'chunk-model', 'completion-model-echo'],
    'chunk-model-of-backend: chunks name a backend': [inEvery({ model: 'svc/backend-7b' }), 'completion-model-echo'],
    'chunk-choice-index-missing': [ofChoice('index', 'missing'), 'chunk-choice-index'],
    'chunk-choice-index-string': [ofChoice('index', 'string'), 'chunk-choice-index'],
    'chunk-choice-index-one': [ofChoice('index', 'one'), 'chunk-choice-index'],
  }),
]
