import type { Call } from '../../../../core/types.ts'
import { type Fault, fault } from '../../../deviation.ts'
import { ignore } from '../../../edits/decisions.ts'
import { type Exempt, is, letPass } from './let-pass.ts'

const later: Exempt = (_, { param }) => !param.startsWith('messages[0]')
/** Members of messages and of stream_options that related gateways know and this contract does not. */
const COMMON =
  /\.(?:name|tool_calls|tool_call_id|function_call|refusal|audio|include_obfuscation|continuous_usage_stats)$/
const invented: Exempt = (_, { param }) => !COMMON.test(param)
const common: Exempt = (_, { param }) => COMMON.test(param)
const first: Exempt = (_, { param }) => param.startsWith('messages[0]')

/** Rules about model and messages that let some wrong values pass. */
export const looseMessageFaults = (): readonly Fault[] => [
  fault(
    'lets-pass-role-developer',
    ['message-role', 'stream-invalid-request'],
    'the role developer is accepted',
    letPass(['role.enum'], is('developer')),
  ),
  fault(
    'lets-pass-role-tool',
    ['message-role', 'stream-invalid-request'],
    'the roles tool and function are accepted',
    letPass(['role.enum'], is('tool', 'function')),
  ),
  fault(
    'lets-pass-role-in-capitals',
    ['message-role', 'stream-invalid-request'],
    'roles are accepted in any case',
    letPass(['role.enum'], (value) => ['system', 'user', 'assistant'].includes(String(value).toLowerCase())),
  ),
  fault(
    'lets-pass-role-empty',
    ['message-role', 'stream-invalid-request'],
    'an empty role is accepted',
    letPass(['role.enum'], is('')),
  ),
  fault(
    'lets-pass-role-later',
    ['message-role', 'request-no-null', 'stream-invalid-request'],
    'only the first message is asked for its role',
    letPass(['role.enum', 'role.required', 'role.type', 'role.null'], later),
  ),
  fault(
    'lets-pass-role-first',
    ['message-role', 'request-no-null', 'stream-invalid-request'],
    'the first message is not asked for its role',
    letPass(['role.enum', 'role.required', 'role.type', 'role.null'], first),
  ),
  fault(
    'lets-pass-content-later',
    ['message-content', 'request-no-null', 'stream-invalid-request'],
    'only the first message is asked for its content',
    letPass(['content.required', 'content.type', 'content.empty', 'content.null'], later),
  ),
  fault(
    'lets-pass-content-first',
    ['message-content', 'request-no-null', 'stream-invalid-request'],
    'the first message is not asked for its content',
    letPass(['content.required', 'content.type', 'content.empty', 'content.null'], first),
  ),
  fault(
    'lets-pass-content-parts',
    ['message-content', 'stream-invalid-request'],
    'content is accepted as an array of parts',
    letPass(['content.type'], (value) => Array.isArray(value)),
  ),
  fault(
    'lets-pass-content-number',
    ['message-content', 'stream-invalid-request'],
    'content is accepted as a number',
    letPass(['content.type'], (value) => typeof value === 'number'),
  ),
  fault(
    'lets-pass-content-null-of-assistant',
    ['message-content', 'request-no-null', 'stream-invalid-request'],
    'an assistant message may have content null',
    letPass(['content.null'], (_, { param }, { body }) => messageAt(body, param)?.role === 'assistant'),
  ),
  fault(
    'lets-pass-content-empty-of-assistant',
    ['message-content', 'stream-invalid-request'],
    'an assistant message may be empty',
    letPass(['content.empty'], (_, { param }, { body }) => messageAt(body, param)?.role === 'assistant'),
  ),
  fault(
    'lets-pass-content-empty-of-system',
    ['message-content', 'stream-invalid-request'],
    'a system message may be empty',
    letPass(['content.empty'], (_, { param }, { body }) => messageAt(body, param)?.role === 'system'),
  ),
  fault(
    'lets-pass-message-as-text',
    ['message-object', 'stream-invalid-request'],
    'a message may be a bare string',
    letPass(['message.type'], (value) => typeof value === 'string'),
  ),
  fault(
    'lets-pass-messages-as-text',
    ['request-messages', 'stream-invalid-request'],
    'messages may be a bare string',
    letPass(['messages.type'], (value) => typeof value === 'string'),
  ),
  fault(
    'lets-pass-messages-as-object',
    ['request-messages', 'stream-invalid-request'],
    'messages may be a single message',
    letPass(['messages.type'], (value) => typeof value === 'object'),
  ),
  fault(
    'lets-pass-model-empty',
    ['request-model-pattern', 'stream-invalid-request'],
    'an empty model is accepted',
    letPass(['model.pattern'], is('')),
  ),
  fault(
    'lets-pass-model-without-prefix',
    ['request-model-pattern', 'stream-invalid-request'],
    'a model is accepted without svc/',
    letPass(['model.pattern'], (value) => !String(value).startsWith('svc/')),
  ),
  fault(
    'lets-pass-model-in-capitals',
    ['request-model-pattern', 'stream-invalid-request'],
    'a model is accepted in capitals',
    letPass(['model.pattern'], (value) => /^svc\/[a-z0-9-]+$/.test(String(value).toLowerCase())),
  ),
  fault(
    'lets-pass-model-with-newline',
    ['request-model-pattern', 'stream-invalid-request'],
    'a model is accepted with a line end after it',
    letPass(['model.pattern'], (value) => /^svc\/[a-z0-9-]+\n$/.test(String(value))),
  ),
  fault(
    'lets-pass-message-name',
    ['message-closed-likely', 'stream-invalid-request'],
    'a message may have a name',
    letPass(['message.unknown'], (_, { param }) => param.endsWith('.name')),
  ),
  fault(
    'lets-pass-message-members-of-the-family',
    ['message-closed-likely', 'stream-invalid-request'],
    'members that messages of related gateways have are accepted',
    letPass(['message.unknown'], common),
  ),
  fault(
    'lets-pass-invented-message-members',
    ['message-closed', 'stream-invalid-request'],
    'members of messages that no related gateway knows are accepted',
    letPass(['message.unknown'], invented),
  ),
  fault(
    'lets-pass-stream-options-of-the-family',
    ['request-stream-options-closed-likely', 'stream-invalid-request'],
    'members that stream_options of related gateways have are accepted',
    letPass(['stream_options.unknown'], common),
  ),
  fault(
    'lets-pass-invented-stream-options',
    ['request-stream-options-closed', 'stream-invalid-request'],
    'members of stream_options that no related gateway knows are accepted',
    letPass(['stream_options.unknown'], invented),
  ),
  fault(
    'lets-pass-unknown-in-later-messages',
    ['message-closed', 'message-closed-likely', 'stream-invalid-request'],
    'only the first message is asked for unknown members',
    letPass(['message.unknown'], later),
  ),
]

/** Null passes as if the field were left out, in whole groups of fields. */
export const looseNullFaults = (): readonly Fault[] => [
  fault(
    'lets-pass-null-numbers',
    [
      'request-temperature',
      'request-no-null',
      'request-top-p',
      'request-max-tokens',
      'request-max-completion-tokens',
      'request-n',
      'stream-invalid-request',
    ],
    'numbers may be null',
    ignore(['temperature.null', 'top_p.null', 'max_tokens.null', 'max_completion_tokens.null', 'n.null']),
  ),
  fault(
    'lets-pass-null-options',
    ['request-stream', 'request-no-null', 'request-stream-options', 'request-stop', 'stream-invalid-request'],
    'stream, stream_options and stop may be null',
    ignore(['stream.null', 'stream_options.null', 'stop.null']),
  ),
  fault(
    'lets-pass-null-inside',
    [
      'message-role',
      'request-no-null',
      'message-content',
      'request-stream-options',
      'request-stop',
      'stream-invalid-request',
    ],
    'what stands inside messages and options may be null',
    ignore(['role.null', 'content.null', 'include_usage.null', 'stop.item.null']),
  ),
]

function messageAt(body: Call['body'], param: string): { role?: unknown } | undefined {
  const at = Number(/^messages\[(\d+)\]/.exec(param)?.[1])
  return (body?.messages as { role?: unknown }[] | undefined)?.[at]
}
