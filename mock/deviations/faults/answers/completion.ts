import { breaking } from '../../deviation.ts'
import { choice, editJson, message, onEach } from '../../edits/json.ts'
import { both, everyNth, ofSecondProject, onCompletion } from '../../edits/when.ts'

/** Faults of a JSON completion besides the form of its members (2.4). */
export const faults = () => [
  breaking(['completion-object'], {
    'completion-object-of-chunk: a JSON completion calls itself a chunk': onEach({ object: 'chat.completion.chunk' }),
    'completion-object-of-legacy: a completion calls itself text_completion': onEach({ object: 'text_completion' }),
  }),
  breaking(['completion-id-filled'], {
    'completion-id-empty: the id of a completion is an empty string': onEach({ id: '' }),
  }),
  breaking(['completion-text-whole'], onEach, {
    'completion-broken-characters: a character beyond ASCII comes as U+FFFD': (document) => {
      const { content } = message(document)
      if (!/[^\0-\x7f]/.test(content)) return false
      return (message(document).content = content.replace(/[^\0-\x7f]/g, '\ufffd'))
    },
    'completion-lone-surrogate: the text of a completion ends in half a character': (document) =>
      message(document).content !== '' && (message(document).content += '\ud83d'),
  }),
  breaking(['completion-created'], onEach, {
    'completion-created-as-date: created is a date in words': (document) =>
      (document.created = new Date(document.created * 1000).toISOString()),
  }),
  breaking(['completion-model-echo'], {
    'completion-model-of-backend: a completion names the model behind the gateway': onEach({ model: 'svc/backend-7b' }),
  }),
  breaking(['completion-choices'], {
    'completion-without-choices: choices is empty': onEach({ choices: [] }),
    'completion-with-two-choices: there are two choices': onEach((document) =>
      document.choices.push(structuredClone(document.choices[0])),
    ),
    'completion-two-choices-when-asked-for-one: there are two choices every fourth time': editJson(
      both(onCompletion, everyNth(4)),
      (document) => document.choices.push(structuredClone(document.choices[0])),
    ),
  }),
  breaking(['completion-usage'], {
    'completion-usage-null: usage of a JSON completion is null': onEach({ usage: null }),
    'completion-usage-array: usage of a JSON completion is an array': onEach(
      (document) => (document.usage = [document.usage]),
    ),
    'completion-usage-number: usage of a JSON completion is a number': onEach(
      (document) => (document.usage = document.usage.total_tokens),
    ),
    'completion-usage-null-second-project: usage is null in the answers of the second project': editJson(
      both(onCompletion, ofSecondProject),
      { usage: null },
    ),
  }),
  breaking(['choice-closed'], {
    'choice-extra-member: the choice has a member that the contract does not name': onEach({ text: '' }, choice),
    'choice-delta-beside-message: the choice has a delta next to its message': onEach({ delta: {} }, choice),
  }),
  breaking(['choice-finish-reason'], {
    'choice-finish-reason-of-tools: finish_reason is tool_calls': onEach({ finish_reason: 'tool_calls' }, choice),
    'choice-finish-reason-empty: finish_reason is an empty string': onEach({ finish_reason: '' }, choice),
    'choice-finish-reason-eos-when-cut: finish_reason is max_tokens when the answer was cut': onEach(
      (document) => choice(document).finish_reason === 'length' && (choice(document).finish_reason = 'max_tokens'),
    ),
  }),
  breaking(['choice-message-role'], {
    'message-role-of-user: the answer comes in the role user': onEach({ role: 'user' }, message),
  }),
  breaking(['choice-message-content'], onEach, {
    'message-content-in-parts: content is an array of parts': (document) =>
      (message(document).content = [{ type: 'text', text: message(document).content }]),
    'message-content-null-when-empty: content is null when the text is empty': (document) =>
      message(document).content === '' && (message(document).content = null),
    'message-content-null-when-cut: content is null when the answer was cut': (document) =>
      choice(document).finish_reason === 'length' && (message(document).content = null),
  }),
]
