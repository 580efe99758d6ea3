import type { Apply, Fault } from '../../deviation.ts'
import { editJson, type Json, type JsonEdit } from '../../edits/json.ts'
import { both, everyNth, ofSecondProject, onCompletion } from '../../edits/when.ts'
import { memberFaults } from '../families.ts'

const itself = (document: Json): Json => document
const choice = (document: Json): Json => document.choices?.[0]
const message = (document: Json): Json => choice(document)?.message
const onEach = (edit: JsonEdit): Apply => editJson(onCompletion, edit)

/** What a JSON completion can get wrong (2.4). */
export const completionFaults = (): readonly Fault[] => [
  ...memberFaults(
    'completion',
    [
      { name: 'id', kind: 'string', breaks: ['completion-id'], owner: itself },
      { name: 'object', kind: 'constant', breaks: ['completion-object'], owner: itself },
      { name: 'created', kind: 'integer', breaks: ['completion-created'], owner: itself },
      { name: 'model', kind: 'string', breaks: ['completion-model', 'completion-model-echo'], owner: itself },
      { name: 'choices', kind: 'array', breaks: ['completion-choices'], owner: itself },
    ],
    onEach,
  ),
  ...memberFaults(
    'choice',
    [
      { name: 'index', kind: 'zero', breaks: ['choice-index'], owner: choice },
      { name: 'message', kind: 'object', breaks: ['choice-message'], owner: choice },
      { name: 'finish_reason', kind: 'enum', breaks: ['choice-finish-reason'], owner: choice },
    ],
    onEach,
  ),
  ...memberFaults(
    'message',
    [
      { name: 'role', kind: 'constant', breaks: ['choice-message-role'], owner: message },
      { name: 'content', kind: 'string', breaks: ['choice-message-content'], owner: message },
    ],
    onEach,
  ),
  {
    name: 'completion-object-of-chunk',
    breaks: ['completion-object'],
    shows: 'a JSON completion calls itself a chunk',
    apply: onEach((document) => (document.object = 'chat.completion.chunk')),
  },
  {
    name: 'completion-object-of-legacy',
    breaks: ['completion-object'],
    shows: 'a completion calls itself text_completion',
    apply: onEach((document) => (document.object = 'text_completion')),
  },
  {
    name: 'completion-id-empty',
    breaks: ['completion-id-filled'],
    shows: 'the id of a completion is an empty string',
    apply: onEach((document) => (document.id = '')),
  },
  {
    name: 'completion-created-as-date',
    breaks: ['completion-created'],
    shows: 'created is a date in words',
    apply: onEach((document) => (document.created = new Date(document.created * 1000).toISOString())),
  },
  {
    name: 'completion-model-of-backend',
    breaks: ['completion-model-echo'],
    shows: 'a completion names the model behind the gateway',
    apply: onEach((document) => (document.model = 'svc/backend-7b')),
  },
  {
    name: 'completion-without-choices',
    breaks: ['completion-choices'],
    shows: 'choices is empty',
    apply: onEach((document) => (document.choices = [])),
  },
  {
    name: 'completion-with-two-choices',
    breaks: ['completion-choices'],
    shows: 'there are two choices',
    apply: onEach((document) => document.choices.push(structuredClone(document.choices[0]))),
  },
  {
    name: 'completion-two-choices-when-asked-for-one',
    breaks: ['completion-choices'],
    shows: 'there are two choices every fourth time',
    apply: editJson(both(onCompletion, everyNth(4)), (document) =>
      document.choices.push(structuredClone(document.choices[0])),
    ),
  },
  {
    name: 'completion-usage-null',
    breaks: ['completion-usage'],
    shows: 'usage of a JSON completion is null',
    apply: onEach((document) => (document.usage = null)),
  },
  {
    name: 'completion-usage-array',
    breaks: ['completion-usage'],
    shows: 'usage of a JSON completion is an array',
    apply: onEach((document) => (document.usage = [document.usage])),
  },
  {
    name: 'completion-usage-number',
    breaks: ['completion-usage'],
    shows: 'usage of a JSON completion is a number',
    apply: onEach((document) => (document.usage = document.usage.total_tokens)),
  },
  {
    name: 'completion-usage-null-second-project',
    breaks: ['completion-usage'],
    shows: 'usage is null in the answers of the second project',
    apply: editJson(both(onCompletion, ofSecondProject), (document) => (document.usage = null)),
  },
  {
    name: 'choice-extra-member',
    breaks: ['choice-closed'],
    shows: 'the choice has a member that the contract does not name',
    apply: onEach((document) => (choice(document).text = '')),
  },
  {
    name: 'choice-delta-beside-message',
    breaks: ['choice-closed'],
    shows: 'the choice has a delta beside its message',
    apply: onEach((document) => (choice(document).delta = {})),
  },
  {
    name: 'choice-finish-reason-of-tools',
    breaks: ['choice-finish-reason'],
    shows: 'finish_reason is tool_calls',
    apply: onEach((document) => (choice(document).finish_reason = 'tool_calls')),
  },
  {
    name: 'choice-finish-reason-empty',
    breaks: ['choice-finish-reason'],
    shows: 'finish_reason is an empty string',
    apply: onEach((document) => (choice(document).finish_reason = '')),
  },
  {
    name: 'choice-finish-reason-eos-when-cut',
    breaks: ['choice-finish-reason'],
    shows: 'finish_reason is max_tokens when the answer was cut',
    apply: onEach(
      (document) => choice(document).finish_reason === 'length' && (choice(document).finish_reason = 'max_tokens'),
    ),
  },
  {
    name: 'message-role-of-user',
    breaks: ['choice-message-role'],
    shows: 'the answer comes in the role user',
    apply: onEach((document) => (message(document).role = 'user')),
  },
  {
    name: 'message-content-in-parts',
    breaks: ['choice-message-content'],
    shows: 'content is an array of parts',
    apply: onEach((document) => (message(document).content = [{ type: 'text', text: message(document).content }])),
  },
  {
    name: 'message-content-null-when-cut',
    breaks: ['choice-message-content'],
    shows: 'content is null when the answer was cut',
    apply: onEach((document) => choice(document).finish_reason === 'length' && (message(document).content = null)),
  },
]
