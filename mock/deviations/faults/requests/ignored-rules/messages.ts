import { breaking } from '../../../deviation.ts'
import { ignore } from '../../../edits/decisions.ts'

/** The rules about model and messages are not applied, one fault for each (4.2, 2.3). */
export const faults = () => [
  breaking(['request-model', 'stream-invalid-request'], {
    'accepts-model-required': ['model may be missing', ignore('model.required')],
    'accepts-model-type': ['model may be of another type', ignore('model.type')],
    'accepts-model-null': ['model may be null', ignore('model.null'), 'request-no-null'],
  }),
  breaking(['request-model-pattern', 'stream-invalid-request'], {
    'accepts-model-pattern': ['model may have any form', ignore('model.pattern')],
  }),
  breaking(['request-messages', 'stream-invalid-request'], {
    'accepts-messages-required': ['messages may be missing', ignore('messages.required')],
    'accepts-messages-type': ['messages may be of another type', ignore('messages.type')],
    'accepts-messages-few': ['messages may be empty', ignore('messages.few')],
    'accepts-messages-null': ['messages may be null', ignore('messages.null'), 'request-no-null'],
  }),
  breaking(['message-object', 'stream-invalid-request'], {
    'accepts-message-type': ['message may be of another type', ignore('message.type')],
    'accepts-message-null': ['message may be null', ignore('message.null'), 'request-no-null'],
  }),
  breaking(['message-closed', 'message-closed-likely'], {
    'accepts-message-unknown': ['message may have members that the contract does not list', ignore('message.unknown')],
  }),
  breaking(['message-role', 'stream-invalid-request'], {
    'accepts-role-required': ['role may be missing', ignore('role.required')],
    'accepts-role-type': ['role may be of another type', ignore('role.type')],
    'accepts-role-enum': ['role may be any word', ignore('role.enum')],
    'accepts-role-null': ['role may be null', ignore('role.null'), 'request-no-null'],
  }),
  breaking(['message-content', 'stream-invalid-request'], {
    'accepts-content-required': ['content may be missing', ignore('content.required')],
    'accepts-content-type': ['content may be of another type', ignore('content.type')],
    'accepts-content-empty': ['content may be empty', ignore('content.empty')],
    'accepts-content-null': ['content may be null', ignore('content.null'), 'request-no-null'],
  }),
]
