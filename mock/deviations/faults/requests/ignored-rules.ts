import { breaking } from '../../deviation.ts'
import { ignore } from '../../edits/decisions.ts'

/** Rules that are not applied, one fault for each (4.2, 2.3). */
export const faults = () => [
  breaking(['request-model', 'stream-invalid-request'], ignore, {
    'accepts-model-required: model may be missing': 'model.required',
    'accepts-model-type: model may be of another type': 'model.type',
    'accepts-model-null: model may be null': ['model.null', 'request-no-null'],
  }),
  breaking(['request-model-pattern', 'stream-invalid-request'], {
    'accepts-model-pattern: model may have any form': ignore('model.pattern'),
  }),
  breaking(['request-messages', 'stream-invalid-request'], ignore, {
    'accepts-messages-required: messages may be missing': 'messages.required',
    'accepts-messages-type: messages may be of another type': 'messages.type',
    'accepts-messages-few: messages may be empty': 'messages.few',
    'accepts-messages-null: messages may be null': ['messages.null', 'request-no-null'],
  }),
  breaking(['message-object', 'stream-invalid-request'], {
    'accepts-message-type: message may be of another type': ignore('message.type'),
    'accepts-message-null: message may be null': [ignore('message.null'), 'request-no-null'],
  }),
  breaking(['message-closed', 'message-closed-likely'], {
    'accepts-message-unknown: message may have members that the contract does not list': ignore('message.unknown'),
  }),
  breaking(['message-role', 'stream-invalid-request'], ignore, {
    'accepts-role-required: role may be missing': 'role.required',
    'accepts-role-type: role may be of another type': 'role.type',
    'accepts-role-enum: role may be any word': 'role.enum',
    'accepts-role-null: role may be null': ['role.null', 'request-no-null'],
  }),
  breaking(['message-content', 'stream-invalid-request'], ignore, {
    'accepts-content-required: content may be missing': 'content.required',
    'accepts-content-type: content may be of another type': 'content.type',
    'accepts-content-empty: content may be empty': 'content.empty',
    'accepts-content-null: content may be null': ['content.null', 'request-no-null'],
  }),
  breaking(['request-temperature', 'stream-invalid-request'], ignore, {
    'accepts-temperature-type: temperature may be of another type': 'temperature.type',
    'accepts-temperature-min: temperature has no lower bound': 'temperature.min',
    'accepts-temperature-max: temperature has no upper bound': 'temperature.max',
    'accepts-temperature-null: temperature may be null': ['temperature.null', 'request-no-null'],
  }),
  breaking(['request-top-p', 'stream-invalid-request'], ignore, {
    'accepts-top-p-type: top_p may be of another type': 'top_p.type',
    'accepts-top-p-min: top_p has no lower bound': 'top_p.min',
    'accepts-top-p-max: top_p has no upper bound': 'top_p.max',
    'accepts-top-p-null: top_p may be null': ['top_p.null', 'request-no-null'],
  }),
  breaking(['request-max-tokens', 'stream-invalid-request'], ignore, {
    'accepts-max-tokens-type: max_tokens may be of another type': 'max_tokens.type',
    'accepts-max-tokens-integer: max_tokens may have a fraction': 'max_tokens.integer',
    'accepts-max-tokens-min: max_tokens has no lower bound': 'max_tokens.min',
    'accepts-max-tokens-max: max_tokens has no upper bound': 'max_tokens.max',
    'accepts-max-tokens-null: max_tokens may be null': ['max_tokens.null', 'request-no-null'],
  }),
  breaking(['request-max-completion-tokens', 'stream-invalid-request'], ignore, {
    'accepts-max-completion-tokens-type: max_completion_tokens may be of another type': 'max_completion_tokens.type',
    'accepts-max-completion-tokens-integer: max_completion_tokens may have a fraction': 'max_completion_tokens.integer',
    'accepts-max-completion-tokens-min: max_completion_tokens has no lower bound': 'max_completion_tokens.min',
    'accepts-max-completion-tokens-max: max_completion_tokens has no upper bound': 'max_completion_tokens.max',
  }),
  breaking(['request-max-completion-tokens', 'request-no-null', 'stream-invalid-request'], {
    'accepts-max-completion-tokens-null: max_completion_tokens may be null': ignore('max_completion_tokens.null'),
  }),
  breaking(['request-max-exclusive', 'stream-invalid-request'], {
    'accepts-exclusive: max_tokens and max_completion_tokens may stand together': ignore('exclusive'),
  }),
  breaking(['request-stream', 'stream-invalid-request'], {
    'accepts-stream-type: stream may be of another type': ignore('stream.type'),
    'accepts-stream-null: stream may be null': [ignore('stream.null'), 'request-no-null'],
  }),
  breaking(['request-stream-options', 'stream-invalid-request'], ignore, {
    'accepts-stream-options-type: stream_options may be of another type': 'stream_options.type',
    'accepts-include-usage-required: include_usage may be missing': 'include_usage.required',
    'accepts-include-usage-type: include_usage may be of another type': 'include_usage.type',
    'accepts-stream-options-null: stream_options may be null': ['stream_options.null', 'request-no-null'],
    'accepts-include-usage-null: include_usage may be null': ['include_usage.null', 'request-no-null'],
  }),
  breaking(['request-stream-options-need-stream', 'stream-invalid-request'], {
    'accepts-stream-options-alone: stream_options may stand without stream': ignore('stream_options.alone'),
  }),
  breaking(['request-stream-options-closed', 'request-stream-options-closed-likely'], ignore, {
    'accepts-stream-options-unknown: stream_options may have members that the contract does not list':
      'stream_options.unknown',
  }),
  breaking(['request-n', 'stream-invalid-request'], ignore, {
    'accepts-n-type: n may be of another type': 'n.type',
    'accepts-n-integer: n may have a fraction': 'n.integer',
    'accepts-n-min: n has no lower bound': 'n.min',
    'accepts-n-max: n has no upper bound': 'n.max',
    'accepts-n-null: n may be null': ['n.null', 'request-no-null'],
  }),
  breaking(['request-stop', 'stream-invalid-request'], ignore, {
    'accepts-stop-type: stop may be of another type': 'stop.type',
    'accepts-stop-empty: stop may be empty': 'stop.empty',
    'accepts-stop-few: stop may be empty': 'stop.few',
    'accepts-stop-many: stop may have any number of items': 'stop.many',
    'accepts-stop-item-type: stop.item may be of another type': 'stop.item.type',
    'accepts-stop-item-empty: stop.item may be empty': 'stop.item.empty',
    'accepts-stop-null: stop may be null': ['stop.null', 'request-no-null'],
    'accepts-stop-item-null: stop.item may be null': ['stop.item.null', 'request-no-null'],
  }),
  breaking(['request-closed', 'request-closed-likely', 'stream-invalid-request'], {
    'accepts-unknown: a request may have members that the contract does not list': ignore('unknown'),
  }),
]
