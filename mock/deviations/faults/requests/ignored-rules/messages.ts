import { type Fault, fault } from '../../../deviation.ts'
import { ignore } from '../../../edits/decisions.ts'

/** The rules about model and messages are not applied, one fault for each (4.2, 2.3). */
export const ignoredMessageRules = (): readonly Fault[] => [
  fault(
    'accepts-model-required',
    ['request-model', 'stream-invalid-request'],
    'model may be missing',
    ignore(['model.required']),
  ),
  fault(
    'accepts-model-type',
    ['request-model', 'stream-invalid-request'],
    'model may be of another type',
    ignore(['model.type']),
  ),
  fault(
    'accepts-model-null',
    ['request-model', 'request-no-null', 'stream-invalid-request'],
    'model may be null',
    ignore(['model.null']),
  ),
  fault(
    'accepts-model-pattern',
    ['request-model-pattern', 'stream-invalid-request'],
    'model may have any form',
    ignore(['model.pattern']),
  ),
  fault(
    'accepts-messages-required',
    ['request-messages', 'stream-invalid-request'],
    'messages may be missing',
    ignore(['messages.required']),
  ),
  fault(
    'accepts-messages-type',
    ['request-messages', 'stream-invalid-request'],
    'messages may be of another type',
    ignore(['messages.type']),
  ),
  fault(
    'accepts-messages-few',
    ['request-messages', 'stream-invalid-request'],
    'messages may be empty',
    ignore(['messages.few']),
  ),
  fault(
    'accepts-messages-null',
    ['request-messages', 'request-no-null', 'stream-invalid-request'],
    'messages may be null',
    ignore(['messages.null']),
  ),
  fault(
    'accepts-message-type',
    ['message-object', 'stream-invalid-request'],
    'message may be of another type',
    ignore(['message.type']),
  ),
  fault(
    'accepts-message-null',
    ['message-object', 'request-no-null', 'stream-invalid-request'],
    'message may be null',
    ignore(['message.null']),
  ),
  fault(
    'accepts-message-unknown',
    ['message-closed', 'message-closed-likely', 'stream-invalid-request'],
    'message may have members that the contract does not list',
    ignore(['message.unknown']),
  ),
  fault(
    'accepts-role-required',
    ['message-role', 'stream-invalid-request'],
    'role may be missing',
    ignore(['role.required']),
  ),
  fault(
    'accepts-role-type',
    ['message-role', 'stream-invalid-request'],
    'role may be of another type',
    ignore(['role.type']),
  ),
  fault('accepts-role-enum', ['message-role', 'stream-invalid-request'], 'role may be any word', ignore(['role.enum'])),
  fault(
    'accepts-role-null',
    ['message-role', 'request-no-null', 'stream-invalid-request'],
    'role may be null',
    ignore(['role.null']),
  ),
  fault(
    'accepts-content-required',
    ['message-content', 'stream-invalid-request'],
    'content may be missing',
    ignore(['content.required']),
  ),
  fault(
    'accepts-content-type',
    ['message-content', 'stream-invalid-request'],
    'content may be of another type',
    ignore(['content.type']),
  ),
  fault(
    'accepts-content-empty',
    ['message-content', 'stream-invalid-request'],
    'content may be empty',
    ignore(['content.empty']),
  ),
  fault(
    'accepts-content-null',
    ['message-content', 'request-no-null', 'stream-invalid-request'],
    'content may be null',
    ignore(['content.null']),
  ),
]
