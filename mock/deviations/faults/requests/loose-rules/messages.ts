import type { RuleName } from '../../../../core/request/rules.ts'
import { breaking } from '../../../deviation.ts'
import { ignore } from '../../../edits/decisions.ts'
import { NUMBERS } from '../../breaks.ts'
import { acceptWrong, type Exempt, is, isList, isText, loose, named } from './accept-wrong.ts'

const first: Exempt = (_, { param }) => param.startsWith('messages[0]')
const later: Exempt = (...asked) => !first(...asked)
const has = (value: unknown, name: string): boolean => typeof value === 'object' && name in (value ?? {})

/** Members of messages and of stream_options that related gateways know and this contract does not. */
const COMMON =
  /\.(?:name|tool_calls|tool_call_id|function_call|refusal|audio|include_obfuscation|continuous_usage_stats)$/
const common = named((param) => COMMON.test(param))
const invented = named((param) => !COMMON.test(param))

const ROLES = ['system', 'user', 'assistant']
const ROLE: readonly RuleName[] = ['role.enum', 'role.required', 'role.type', 'role.null']
const CONTENT: readonly RuleName[] = ['content.required', 'content.type', 'content.empty', 'content.null']

const isParts = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'object')

/** In a message of this role. */
const of =
  (role: string): Exempt =>
  (_, { param }, { body }) => {
    const at = Number(/^messages\[(\d+)\]/.exec(param)?.[1])
    return (body?.messages as { role?: unknown }[] | undefined)?.[at]?.role === role
  }

/** Rules about model and messages that accept some wrong values. */
export const faults = () => [
  breaking(['message-role', 'stream-invalid-request'], loose('role.enum'), {
    'lets-pass-role-developer: the role developer is accepted': is('developer'),
    'lets-pass-role-tool: the roles tool and function are accepted': is('tool', 'function'),
    'lets-pass-role-in-capitals: roles are accepted in any case': (role) => ROLES.includes(String(role).toLowerCase()),
    'lets-pass-role-empty: an empty role is accepted': is(''),
    'lets-pass-role-with-blanks: white space around a role is left out': (role) => ROLES.includes(String(role).trim()),
  }),
  breaking(['message-role', 'stream-invalid-request'], {
    'lets-pass-role-left-out-later: a message after the first may have no role': acceptWrong('role.required', later),
    'lets-pass-role-later: only the first message is asked for its role': [acceptWrong(ROLE, later), 'request-no-null'],
    'lets-pass-role-first: the first message is not asked for its role': [acceptWrong(ROLE, first), 'request-no-null'],
  }),
  breaking(['message-content', 'request-no-null', 'stream-invalid-request'], {
    'lets-pass-content-later: only the first message is asked for its content': acceptWrong(CONTENT, later),
    'lets-pass-content-first: the first message is not asked for its content': acceptWrong(CONTENT, first),
    'lets-pass-content-null-of-assistant: an assistant message may have content null': acceptWrong(
      'content.null',
      of('assistant'),
    ),
  }),
  breaking(['message-content', 'stream-invalid-request'], {
    'lets-pass-content-left-out-of-assistant: an assistant message may have no content': acceptWrong(
      'content.required',
      of('assistant'),
    ),
  }),
  breaking(['message-content', 'stream-invalid-request'], loose('content.empty'), {
    'lets-pass-content-empty-of-assistant: an assistant message may be empty': of('assistant'),
    'lets-pass-content-empty-of-system: a system message may be empty': of('system'),
  }),
  breaking(['message-content', 'stream-invalid-request'], loose('content.type'), {
    'lets-pass-content-of-assistant: content of an assistant message may have any type': of('assistant'),
    'lets-pass-content-of-system: content of a system message may have any type': of('system'),
    'lets-pass-content-empty-list: content may be an empty array': (value) =>
      Array.isArray(value) && value.length === 0,
    'lets-pass-content-list-of-texts: content may be an array of texts': (value) =>
      Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'),
    'lets-pass-content-parts-of-system: content of a system message is accepted as an array of parts': (...asked) =>
      isParts(asked[0]) && of('system')(...asked),
    'lets-pass-content-parts-on-streams: content is accepted as an array of parts in streaming requests': (
      value,
      _,
      { body },
    ) => isParts(value) && body?.stream === true,
    'lets-pass-content-parts: content is accepted as an array of parts': isList,
    'lets-pass-content-number: content is accepted as a number': (value) => typeof value === 'number',
  }),
  breaking(['message-object', 'stream-invalid-request'], {
    'lets-pass-message-as-text: a message may be a bare string': acceptWrong('message.type', isText),
  }),
  breaking(['request-messages', 'stream-invalid-request'], loose('messages.type'), {
    'lets-pass-messages-as-text: messages may be a bare string': isText,
    'lets-pass-messages-as-object: messages may be a single message': (value) => has(value, 'role'),
    'lets-pass-messages-by-number: messages may be an object, as PHP reads arrays': (value) => has(value, '0'),
  }),
  breaking(['request-model-pattern', 'stream-invalid-request'], loose('model.pattern'), {
    'lets-pass-model-empty: an empty model is accepted': is(''),
    'lets-pass-model-without-prefix: a model is accepted without svc/': (id) => !String(id).startsWith('svc/'),
    'lets-pass-model-in-capitals: a model is accepted in capitals': (id) =>
      /^svc\/[a-z0-9-]+$/.test(String(id).toLowerCase()),
    'lets-pass-model-with-newline: a model is accepted with a line end after it': (id) =>
      /^svc\/[a-z0-9-]+\n$/.test(String(id)),
  }),
  breaking(['message-closed-likely'], loose('message.unknown'), {
    'lets-pass-message-name: a message may have a name': named((param) => param.endsWith('.name')),
    'lets-pass-message-members-of-the-family: members that messages of related gateways have are accepted': common,
    'lets-pass-null-members-of-messages: a member of a message that the contract does not list may be null': [
      is(null),
      'message-closed',
    ],
    'lets-pass-unknown-in-later-messages: only the first message is asked for unknown members': [
      later,
      'message-closed',
    ],
  }),
  breaking(['message-closed'], loose('message.unknown'), {
    'lets-pass-invented-message-members: members of messages that no related gateway knows are accepted': invented,
  }),
  breaking(['request-stream-options-closed-likely'], loose('stream_options.unknown'), {
    'lets-pass-stream-options-of-the-family: members that stream_options of related gateways have are accepted': common,
    'lets-pass-null-members-of-stream-options: a member of stream_options that the contract does not list may be null':
      [is(null), 'request-stream-options-closed'],
  }),
  breaking(['request-stream-options-closed'], loose('stream_options.unknown'), {
    'lets-pass-invented-stream-options: members of stream_options that no related gateway knows are accepted': invented,
  }),
  // Null counts as absent, in whole groups of fields.
  breaking(['request-no-null', 'stream-invalid-request'], ignore, {
    'lets-pass-null-numbers: numbers may be null': [
      ['temperature.null', 'top_p.null', 'max_tokens.null', 'max_completion_tokens.null', 'n.null'],
      ...NUMBERS,
    ],
    'lets-pass-null-options: stream, stream_options and stop may be null': [
      ['stream.null', 'stream_options.null', 'stop.null'],
      'request-stream',
      'request-stream-options',
      'request-stop',
    ],
    'lets-pass-null-inside: what stands inside messages and options may be null': [
      ['role.null', 'content.null', 'include_usage.null', 'stop.item.null'],
      'message-role',
      'message-content',
      'request-stream-options',
      'request-stop',
    ],
  }),
]
