import { type Apply, type Fault, fault } from '../../deviation.ts'
import { editJson, type Json, type JsonEdit } from '../../edits/json.ts'
import { both, everyNth, ofSecondProject, onCompletion } from '../../edits/when.ts'

const choice = (document: Json): Json => document.choices?.[0]
const message = (document: Json): Json => choice(document)?.message
const onEach = (edit: JsonEdit): Apply => editJson(onCompletion, edit)

/** What can be wrong with a JSON completion beside the form of its members (2.4). */
export const completionFaults = (): readonly Fault[] => [
  fault(
    'completion-object-of-chunk',
    ['completion-object'],
    'a JSON completion calls itself a chunk',
    onEach((document) => (document.object = 'chat.completion.chunk')),
  ),
  fault(
    'completion-object-of-legacy',
    ['completion-object'],
    'a completion calls itself text_completion',
    onEach((document) => (document.object = 'text_completion')),
  ),
  fault(
    'completion-id-empty',
    ['completion-id-filled'],
    'the id of a completion is an empty string',
    onEach((document) => (document.id = '')),
  ),
  fault(
    'completion-broken-characters',
    ['completion-text-whole'],
    'a character beyond ASCII comes as U+FFFD',
    onEach((document) => {
      const { content } = message(document)
      if (!/[^\0-\x7f]/.test(content)) return false
      return (message(document).content = content.replace(/[^\0-\x7f]/g, '\ufffd'))
    }),
  ),
  fault(
    'completion-lone-surrogate',
    ['completion-text-whole'],
    'the text of a completion ends in half a character',
    onEach((document) => (message(document).content += '\ud83d')),
  ),
  fault(
    'completion-created-as-date',
    ['completion-created'],
    'created is a date in words',
    onEach((document) => (document.created = new Date(document.created * 1000).toISOString())),
  ),
  fault(
    'completion-model-of-backend',
    ['completion-model-echo'],
    'a completion names the model behind the gateway',
    onEach((document) => (document.model = 'svc/backend-7b')),
  ),
  fault(
    'completion-without-choices',
    ['completion-choices'],
    'choices is empty',
    onEach((document) => (document.choices = [])),
  ),
  fault(
    'completion-with-two-choices',
    ['completion-choices'],
    'there are two choices',
    onEach((document) => document.choices.push(structuredClone(document.choices[0]))),
  ),
  fault(
    'completion-two-choices-when-asked-for-one',
    ['completion-choices'],
    'there are two choices every fourth time',
    editJson(both(onCompletion, everyNth(4)), (document) =>
      document.choices.push(structuredClone(document.choices[0])),
    ),
  ),
  fault(
    'completion-usage-null',
    ['completion-usage'],
    'usage of a JSON completion is null',
    onEach((document) => (document.usage = null)),
  ),
  fault(
    'completion-usage-array',
    ['completion-usage'],
    'usage of a JSON completion is an array',
    onEach((document) => (document.usage = [document.usage])),
  ),
  fault(
    'completion-usage-number',
    ['completion-usage'],
    'usage of a JSON completion is a number',
    onEach((document) => (document.usage = document.usage.total_tokens)),
  ),
  fault(
    'completion-usage-null-second-project',
    ['completion-usage'],
    'usage is null in the answers of the second project',
    editJson(both(onCompletion, ofSecondProject), (document) => (document.usage = null)),
  ),
  fault(
    'choice-extra-member',
    ['choice-closed'],
    'the choice has a member that the contract does not name',
    onEach((document) => (choice(document).text = '')),
  ),
  fault(
    'choice-delta-beside-message',
    ['choice-closed'],
    'the choice has a delta beside its message',
    onEach((document) => (choice(document).delta = {})),
  ),
  fault(
    'choice-finish-reason-of-tools',
    ['choice-finish-reason'],
    'finish_reason is tool_calls',
    onEach((document) => (choice(document).finish_reason = 'tool_calls')),
  ),
  fault(
    'choice-finish-reason-empty',
    ['choice-finish-reason'],
    'finish_reason is an empty string',
    onEach((document) => (choice(document).finish_reason = '')),
  ),
  fault(
    'choice-finish-reason-eos-when-cut',
    ['choice-finish-reason'],
    'finish_reason is max_tokens when the answer was cut',
    onEach(
      (document) => choice(document).finish_reason === 'length' && (choice(document).finish_reason = 'max_tokens'),
    ),
  ),
  fault(
    'message-role-of-user',
    ['choice-message-role'],
    'the answer comes in the role user',
    onEach((document) => (message(document).role = 'user')),
  ),
  fault(
    'message-content-in-parts',
    ['choice-message-content'],
    'content is an array of parts',
    onEach((document) => (message(document).content = [{ type: 'text', text: message(document).content }])),
  ),
  fault(
    'message-content-null-when-cut',
    ['choice-message-content'],
    'content is null when the answer was cut',
    onEach((document) => choice(document).finish_reason === 'length' && (message(document).content = null)),
  ),
]
