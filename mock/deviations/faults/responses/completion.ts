import { type Apply, breaking } from '../../deviation.ts'
import { editChunks, everyChunk } from '../../edits/chunks.ts'
import { all, editJson, inChoice, type Json, type JsonEdit, message, onEach } from '../../edits/json.ts'
import { membersOf } from '../../edits/members.ts'
import { both, everyNth, ofSecondProject, onCompletion, type When, withoutLimit } from '../../edits/when.ts'

const inMessage = (edit: JsonEdit) => onEach(edit, message)
const ofCompletion = membersOf('completion', (edit) => onEach(edit))
const ofChoice = membersOf('choice', inChoice)
const ofMessage = membersOf('message', inMessage)

const everyFourth = both(onCompletion, everyNth(4))
const everyNinth = both(onCompletion, everyNth(9))
const ofSecond = both(onCompletion, ofSecondProject)
const unlimited = both(onCompletion, withoutLimit)
const warm: When = (_, { body }) => body?.temperature !== undefined
const longWithStop: When = (_, { body, bytes }) => bytes > 4096 && body?.stop !== undefined
const forJson: When = (_, { body }) => /as JSON/.test(JSON.stringify(body?.messages))
/** The second response to a request without a limit has no usage, as if from a cache. */
const cached: Apply = (behaviour, emit) => {
  const seen = new Set<string>()
  const isKnown: When = (_, { body }) => seen.size === seen.add(JSON.stringify(body?.messages)).size
  return editJson(both(unlimited, isKnown), { usage: null })(behaviour, emit)
}
const ofLong = editJson(both(onCompletion, longWithStop), { usage: null })
const twoChoices = ({ choices }: Json): unknown => choices.push(structuredClone(choices[0]))
const dated = (it: Json): unknown => (it.created = new Date(it.created * 1000).toISOString())
const wasCut = ({ finish_reason }: Json): boolean => finish_reason === 'length'
const asChunk = onEach({ object: 'chat.completion.chunk' })
const asLegacy = onEach({ object: 'text_completion' })
const ofBackend = onEach({ model: 'svc/backend-7b' })
const withOneId = all(onEach({ id: 'cmpl' }), editChunks(everyChunk, { id: 'cmpl' }))
const inChunks = (edit: JsonEdit) => editChunks(everyChunk, edit)

const eosIfCut = (one: Json): unknown => wasCut(one) && (one.finish_reason = 'max_tokens')
const nullIfCut = (one: Json): unknown => wasCut(one) && (one.message.content = null)
const nullIfEmpty = (one: Json): unknown => one.content === '' && (one.content = null)
const asObject = editJson(both(onCompletion, forJson), ({ choices }) => (choices[0].message.content = { value: 1 }))
const warmEndless = editJson(both(unlimited, warm), ({ choices }) => (choices[0].finish_reason = null))
const asNumberIfDigits = (one: Json): unknown => /^\d+$/.test(one.content) && (one.content = Number(one.content))
const inParts = (one: Json): unknown => (one.content = [{ type: 'text', text: one.content }])
const withHalfCharacter = (one: Json): unknown => one.content !== '' && (one.content += '\ud83d')

function brokenCharacters(message: Json): unknown {
  if (!/[^\0-\x7f]/.test(message.content)) return false
  return (message.content = message.content.replace(/[^\0-\x7f]/g, '\ufffd'))
}

/** Faults in a JSON completion: in the form of its members, and in their values (2.4). */
export const faults = () => [
  breaking(['completion-created'], {
    'completion-created-missing': ofCompletion('created', 'missing'),
    'completion-created-string': ofCompletion('created', 'string'),
    'completion-created-negative': ofCompletion('created', 'negative'),
    'completion-created-fraction': ofCompletion('created', 'fraction'),
    'completion-created-beyond': ofCompletion('created', 'beyond'),
    'completion-created-as-date: created is a date in words': onEach(dated),
  }),
  breaking(['completion-choices'], {
    'completion-choices-missing': ofCompletion('choices', 'missing'),
    'completion-choices-null': ofCompletion('choices', 'null'),
    'completion-choices-object': ofCompletion('choices', 'object'),
    'completion-without-choices: choices is empty': onEach({ choices: [] }),
    'completion-with-two-choices: there are two choices': onEach(twoChoices),
    'completion-two-choices-when-asked-for-one: every fourth time, two choices': editJson(everyFourth, twoChoices),
  }),
  breaking(['completion-usage'], {
    'completion-usage-null: usage of a JSON completion is null': onEach({ usage: null }),
    'completion-usage-array: usage of a JSON completion is an array': onEach((it) => (it.usage = [it.usage])),
    'completion-usage-number: usage of a completion is a number': onEach((it) => (it.usage = it.usage.total_tokens)),
    'completion-usage-null-the-second-time: usage is null if a request comes again': cached,
    'completion-usage-null-for-long-prompts: usage is null for a long prompt with stop': ofLong,
    'completion-usage-null-second-project: usage is null for the second project': editJson(ofSecond, { usage: null }),
  }),
  breaking(['choice-finish-reason'], {
    'choice-finish-reason-missing': ofChoice('finish_reason', 'missing'),
    'choice-finish-reason-null': ofChoice('finish_reason', 'null'),
    'choice-finish-reason-other': ofChoice('finish_reason', 'other'),
    'choice-finish-reason-of-tools: finish_reason is tool_calls': inChoice({ finish_reason: 'tool_calls' }),
    'choice-finish-reason-null-without-limit: it is null for a temperature without a limit': warmEndless,
    'choice-finish-reason-empty: finish_reason is an empty string': inChoice({ finish_reason: '' }),
    'choice-finish-reason-eos-when-cut: finish_reason is max_tokens when the response was cut': inChoice(eosIfCut),
  }),
  breaking(['choice-message-content'], {
    'message-content-missing': ofMessage('content', 'missing'),
    'message-content-null': ofMessage('content', 'null'),
    'message-content-number': ofMessage('content', 'number'),
    'message-content-of-digits-as-number: a text of digits is sent as a number': inMessage(asNumberIfDigits),
    'message-content-in-parts: content is an array of parts': inMessage(inParts),
    'message-content-object-as-json: content is an object if the prompt asks for JSON': asObject,
    'message-content-null-when-empty: content is null when it is empty': inMessage(nullIfEmpty),
    'message-content-null-when-cut: content is null when the response was cut': inChoice(nullIfCut),
  }),
  breaking([], {
    'completion-id-missing': [ofCompletion('id', 'missing'), 'completion-id'],
    'completion-id-number': [ofCompletion('id', 'number'), 'completion-id'],
    'completion-id-empty: the id of a completion is an empty string': [onEach({ id: '' }), 'completion-id-filled'],
    'completion-object-missing': [ofCompletion('object', 'missing'), 'completion-object'],
    'completion-object-other': [ofCompletion('object', 'other'), 'completion-object'],
    'completion-object-of-chunk: a JSON completion calls itself a chunk': [asChunk, 'completion-object'],
    'completion-object-of-legacy: a JSON completion calls itself text_completion': [asLegacy, 'completion-object'],
    'completion-model-missing': [ofCompletion('model', 'missing'), 'completion-model', 'completion-model-echo'],
    'completion-model-number': [ofCompletion('model', 'number'), 'completion-model', 'completion-model-echo'],
    'completion-model-of-backend: a completion names a backend': [ofBackend, 'completion-model-echo'],
    'choice-index-missing': [ofChoice('index', 'missing'), 'choice-index'],
    'choice-index-string': [ofChoice('index', 'string'), 'choice-index'],
    'choice-index-one': [ofChoice('index', 'one'), 'choice-index'],
    'choice-message-missing': [ofChoice('message', 'missing'), 'choice-message'],
    'choice-message-null': [ofChoice('message', 'null'), 'choice-message'],
    'choice-message-array': [ofChoice('message', 'array'), 'choice-message'],
    'choice-extra-member: the choice has an unlisted member': [inChoice({ text: '' }), 'choice-closed'],
    'choice-delta-beside-message: a choice has delta and message': [inChoice({ delta: {} }), 'choice-closed'],
    'message-role-missing': [ofMessage('role', 'missing'), 'choice-message-role'],
    'message-role-other': [ofMessage('role', 'other'), 'choice-message-role'],
    'message-role-of-user: the response has the role user': [inMessage({ role: 'user' }), 'choice-message-role'],
  }),
  breaking(['completion-text-whole'], inMessage, {
    'completion-broken-characters: a character beyond ASCII is sent as U+FFFD': brokenCharacters,
    'completion-lone-surrogate: the text of a completion ends in half a character': withHalfCharacter,
  }),
  breaking(['completion-id-unique'], {
    'id-shared-by-equal-requests: all completions have the same id': withOneId,
    'stream-id-constant: every stream has the same id': inChunks({ id: 'cmpl-0' }),
    'completion-id-repeats-now-and-then: every ninth completion has an old id': editJson(everyNinth, { id: 'cmpl-9' }),
  }),
]
