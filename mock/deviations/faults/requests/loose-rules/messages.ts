import type { Call } from '../../../../core/types.ts'
import { breaking } from '../../../deviation.ts'
import { ignore } from '../../../edits/decisions.ts'
import { type Exempt, is, letPass } from './let-pass.ts'

const later: Exempt = (_, { param }) => !param.startsWith('messages[0]')
/** Members of messages and of stream_options that related gateways know and this contract does not. */
const COMMON =
  /\.(?:name|tool_calls|tool_call_id|function_call|refusal|audio|include_obfuscation|continuous_usage_stats)$/
const invented: Exempt = (_, { param }) => !COMMON.test(param)
const common: Exempt = (_, { param }) => COMMON.test(param)
const first: Exempt = (_, { param }) => param.startsWith('messages[0]')

const isParts = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'object')

/** Rules about model and messages that let some wrong values pass. */
export const faults = () => [
  breaking(['message-role', 'stream-invalid-request'], {
    'lets-pass-role-developer': ['the role developer is accepted', letPass('role.enum', is('developer'))],
    'lets-pass-role-tool': ['the roles tool and function are accepted', letPass('role.enum', is('tool', 'function'))],
    'lets-pass-role-in-capitals': [
      'roles are accepted in any case',
      letPass('role.enum', (value) => ['system', 'user', 'assistant'].includes(String(value).toLowerCase())),
    ],
    'lets-pass-role-empty': ['an empty role is accepted', letPass('role.enum', is(''))],
    'lets-pass-role-with-blanks': [
      'white space around a role is left out',
      letPass('role.enum', (value) => ['system', 'user', 'assistant'].includes(String(value).trim())),
    ],
    'lets-pass-role-left-out-later': ['a message after the first may have no role', letPass('role.required', later)],
    'lets-pass-role-later': [
      'only the first message is asked for its role',
      letPass(['role.enum', 'role.required', 'role.type', 'role.null'], later),
      'request-no-null',
    ],
    'lets-pass-role-first': [
      'the first message is not asked for its role',
      letPass(['role.enum', 'role.required', 'role.type', 'role.null'], first),
      'request-no-null',
    ],
  }),
  breaking(['message-content', 'request-no-null', 'stream-invalid-request'], {
    'lets-pass-content-later': [
      'only the first message is asked for its content',
      letPass(['content.required', 'content.type', 'content.empty', 'content.null'], later),
    ],
    'lets-pass-content-first': [
      'the first message is not asked for its content',
      letPass(['content.required', 'content.type', 'content.empty', 'content.null'], first),
    ],
    'lets-pass-content-null-of-assistant': [
      'an assistant message may have content null',
      letPass('content.null', (_, { param }, { body }) => messageAt(body, param)?.role === 'assistant'),
    ],
  }),
  breaking(['message-content', 'stream-invalid-request'], {
    'lets-pass-content-left-out-of-assistant': [
      'an assistant message may have no content',
      letPass('content.required', (_, { param }, { body }) => messageAt(body, param)?.role === 'assistant'),
    ],
    'lets-pass-content-empty-list': [
      'content may be an empty array',
      letPass('content.type', (value) => Array.isArray(value) && value.length === 0),
    ],
    'lets-pass-content-list-of-texts': [
      'content may be an array of texts',
      letPass(
        ['content.type'],
        (value) => Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'),
      ),
    ],
    'lets-pass-content-parts-of-system': [
      'content of a system message is accepted as an array of parts',
      letPass(
        ['content.type'],
        (value, { param }, { body }) => isParts(value) && messageAt(body, param)?.role === 'system',
      ),
    ],
    'lets-pass-content-parts-on-streams': [
      'content is accepted as an array of parts in streaming requests',
      letPass('content.type', (value, _, { body }) => isParts(value) && body?.stream === true),
    ],
    'lets-pass-content-parts': [
      'content is accepted as an array of parts',
      letPass('content.type', (value) => Array.isArray(value)),
    ],
    'lets-pass-content-number': [
      'content is accepted as a number',
      letPass('content.type', (value) => typeof value === 'number'),
    ],
    'lets-pass-content-empty-of-assistant': [
      'an assistant message may be empty',
      letPass('content.empty', (_, { param }, { body }) => messageAt(body, param)?.role === 'assistant'),
    ],
    'lets-pass-content-empty-of-system': [
      'a system message may be empty',
      letPass('content.empty', (_, { param }, { body }) => messageAt(body, param)?.role === 'system'),
    ],
  }),
  breaking(['message-object', 'stream-invalid-request'], {
    'lets-pass-message-as-text': [
      'a message may be a bare string',
      letPass('message.type', (value) => typeof value === 'string'),
    ],
  }),
  breaking(['request-messages', 'stream-invalid-request'], {
    'lets-pass-messages-as-text': [
      'messages may be a bare string',
      letPass('messages.type', (value) => typeof value === 'string'),
    ],
    'lets-pass-messages-as-object': [
      'messages may be a single message',
      letPass('messages.type', (value) => typeof value === 'object'),
    ],
  }),
  breaking(['request-model-pattern', 'stream-invalid-request'], {
    'lets-pass-model-empty': ['an empty model is accepted', letPass('model.pattern', is(''))],
    'lets-pass-model-without-prefix': [
      'a model is accepted without svc/',
      letPass('model.pattern', (value) => !String(value).startsWith('svc/')),
    ],
    'lets-pass-model-in-capitals': [
      'a model is accepted in capitals',
      letPass('model.pattern', (value) => /^svc\/[a-z0-9-]+$/.test(String(value).toLowerCase())),
    ],
    'lets-pass-model-with-newline': [
      'a model is accepted with a line end after it',
      letPass('model.pattern', (value) => /^svc\/[a-z0-9-]+\n$/.test(String(value))),
    ],
  }),
  breaking(['message-closed-likely'], {
    'lets-pass-message-name': [
      'a message may have a name',
      letPass('message.unknown', (_, { param }) => param.endsWith('.name')),
    ],
    'lets-pass-message-members-of-the-family': [
      'members that messages of related gateways have are accepted',
      letPass('message.unknown', common),
    ],
    'lets-pass-null-members-of-messages': [
      'a member of a message that the contract does not list may be null',
      letPass('message.unknown', (value) => value === null),
      'message-closed',
    ],
    'lets-pass-unknown-in-later-messages': [
      'only the first message is asked for unknown members',
      letPass('message.unknown', later),
      'message-closed',
    ],
  }),
  breaking(['message-closed'], {
    'lets-pass-invented-message-members': [
      'members of messages that no related gateway knows are accepted',
      letPass('message.unknown', invented),
    ],
  }),
  breaking(['request-stream-options-closed-likely'], {
    'lets-pass-stream-options-of-the-family': [
      'members that stream_options of related gateways have are accepted',
      letPass('stream_options.unknown', common),
    ],
    'lets-pass-null-members-of-stream-options': [
      'a member of stream_options that the contract does not list may be null',
      letPass('stream_options.unknown', (value) => value === null),
      'request-stream-options-closed',
    ],
  }),
  breaking(['request-stream-options-closed'], {
    'lets-pass-invented-stream-options': [
      'members of stream_options that no related gateway knows are accepted',
      letPass('stream_options.unknown', invented),
    ],
  }),
  // Null passes as if the field were left out, in whole groups of fields.
  breaking(
    [
      'request-temperature',
      'request-no-null',
      'request-top-p',
      'request-max-tokens',
      'request-max-completion-tokens',
      'request-n',
      'stream-invalid-request',
    ],
    {
      'lets-pass-null-numbers': [
        'numbers may be null',
        ignore(['temperature.null', 'top_p.null', 'max_tokens.null', 'max_completion_tokens.null', 'n.null']),
      ],
    },
  ),
  breaking(['request-stream', 'request-no-null', 'request-stream-options', 'request-stop', 'stream-invalid-request'], {
    'lets-pass-null-options': [
      'stream, stream_options and stop may be null',
      ignore(['stream.null', 'stream_options.null', 'stop.null']),
    ],
  }),
  breaking(
    [
      'message-role',
      'request-no-null',
      'message-content',
      'request-stream-options',
      'request-stop',
      'stream-invalid-request',
    ],
    {
      'lets-pass-null-inside': [
        'what stands inside messages and options may be null',
        ignore(['role.null', 'content.null', 'include_usage.null', 'stop.item.null']),
      ],
    },
  ),
]

function messageAt(body: Call['body'], param: string): { role?: unknown } | undefined {
  const at = Number(/^messages\[(\d+)\]/.exec(param)?.[1])
  return (body?.messages as { role?: unknown }[] | undefined)?.[at]
}
