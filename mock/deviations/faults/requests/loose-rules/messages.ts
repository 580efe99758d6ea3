import { breaking } from '../../../deviation.ts'
import { letsPass, letting, loose } from './accept-wrong.ts'
import { type Exempt, ifStreamed, is, isList, isNumber, isText, isTextList, named } from './values.ts'

const first: Exempt = (_, { param }) => param.startsWith('messages[0]')
const later: Exempt = (...asked) => !first(...asked)
const afterSixteen: Exempt = (_, { param }) => Number(/^messages\[(\d+)\]/.exec(param)?.[1]) >= 16
const has = (name: string) => (value: unknown) => typeof value === 'object' && name in (value ?? {})

/** Members of messages and of stream_options that related gateways support, but this contract does not. */
const COMMON =
  /\.(?:name|tool_calls|tool_call_id|function_call|refusal|audio|include_obfuscation|continuous_usage_stats)$/
const common = named((param) => COMMON.test(param))
const invented = named((param) => !COMMON.test(param))

const ROLES = ['system', 'user', 'assistant']
const wrapsRole: Exempt = (value) => ROLES.some((role) => has(role)(value))
const ROLE = ['role.enum', 'role.required', 'role.type', 'role.null'] as const
const CONTENT = ['content.required', 'content.type', 'content.empty', 'content.null'] as const

const OPTIONS = 'stream_options.unknown'
const members = letting('message.unknown')
const options = letting(OPTIONS)

const isEmptyList = (value: unknown) => isList(value) && value.length === 0
const isTexts: Exempt = (value) => isTextList(value) && !isEmptyList(value)
const isParts: Exempt = (value) => isList(value) && value.length > 0 && value.every((part) => typeof part === 'object')
const partsOfSystem: Exempt = (...asked) => isParts(...asked) && ofSystem(...asked)

const MODEL = /^svc\/[a-z0-9-]+$/

type Messages = readonly { role?: unknown }[]
/** Exempts values by the messages of a request and the index of the wrong message. */
const among = (test: (all: Messages, at: number) => boolean): Exempt => {
  return (_, { param }, { body }) =>
    Array.isArray(body?.messages) && test(body.messages as Messages, Number(/^messages\[(\d+)\]/.exec(param)?.[1]))
}
const early = among(({ length }, at) => at < length - 10)
const inARow = among((all, at) => [all[at - 1], all[at + 1]].some((one) => one?.role === all[at]?.role))
/** Exempts values in messages with this role. */
const of = (role: string): Exempt => {
  return among((all, at) => all[at]?.role === role)
}
const ofAssistant = of('assistant')
const ofSystem = of('system')
const functionOnStreams = ifStreamed(is('function'))
const silentOnStreams = ifStreamed(ofAssistant)

/** Rules about model and messages that accept some wrong values. */
export const faults = () => [
  breaking(['stream-invalid-request'], loose('role.enum'), {
    'lets-pass-role-developer: the role developer is accepted': is('developer'),
    'lets-pass-role-tool: the roles tool and function are accepted': is('tool', 'function'),
    'lets-pass-role-in-capitals: roles are accepted in any case': (role) => ROLES.includes(String(role).toLowerCase()),
    'lets-pass-role-empty: an empty role is accepted': is(''),
    'lets-pass-role-of-every-object: a role that JavaScript objects have, such as constructor': (role) =>
      String(role) in {},
    'lets-pass-role-with-blanks: white space around a role is left out': (role) => ROLES.includes(String(role).trim()),
  }),
  breaking(['stream-invalid-request'], {
    'lets-pass-role-left-out-later: a message after the first may have no role': letsPass('role.required', later),
    'lets-pass-role-in-a-list: a role may be a list of one role': letsPass('role.type', isTexts),
    'lets-pass-role-as-member: a role may be a member, as in an enum of serde': letsPass('role.type', wrapsRole),
    'lets-pass-role-by-number: a role may be a number, as for enums of Jackson': letsPass('role.type', isNumber),
    'lets-pass-role-true: a role may be true, which equals any text in PHP': letsPass('role.type', is(true)),
    'lets-pass-role-later: only the first message is asked for its role': letsPass(ROLE, later),
    'lets-pass-role-first: the first message is not asked for its role': letsPass(ROLE, first),
    'lets-pass-role-after-sixteen: the first sixteen messages are checked': letsPass(ROLE, afterSixteen),
    'lets-pass-content-later: only the first message is asked for its content': letsPass(CONTENT, later),
    'lets-pass-content-first: the first message is not asked for its content': letsPass(CONTENT, first),
    'lets-pass-content-null-of-assistant: an assistant may have content null': letsPass('content.null', ofAssistant),
    'lets-pass-content-left-out-of-assistant: an assistant may lack content': letsPass('content.required', ofAssistant),
    'lets-pass-content-empty-of-assistant: assistant messages may be empty': letsPass('content.empty', ofAssistant),
    'lets-pass-content-empty-of-system: a system message may be empty': letsPass('content.empty', ofSystem),
    'lets-pass-content-empty-early: only the last ten messages may not be empty': letsPass('content.empty', early),
    'lets-pass-content-empty-in-a-row: an empty text next to one of the same role': letsPass('content.empty', inARow),
    'lets-pass-message-as-text: a message may be a bare string': letsPass('message.type', isText),
    'lets-pass-message-as-values: a message may be an array of its values': letsPass('message.type', isTexts),
    'lets-pass-messages-as-text: messages may be a bare string': letsPass('messages.type', isText),
    'lets-pass-messages-as-object: messages may be a single message': letsPass('messages.type', has('role')),
    'lets-pass-messages-by-number: messages may be an object, as in PHP': letsPass('messages.type', has('0')),
  }),
  breaking(['stream-invalid-request'], loose('content.type'), {
    'lets-pass-content-of-assistant: content of an assistant message may have any type': ofAssistant,
    'lets-pass-content-of-system: content of a system message may have any type': ofSystem,
    'lets-pass-content-empty-list: content may be an empty array': isEmptyList,
    'lets-pass-content-object-with-text: content may be an object with a text': has('text'),
    'lets-pass-content-list-of-texts: content may be an array of texts': isTexts,
    'lets-pass-content-parts-of-system: content of a system message may be an array of parts': partsOfSystem,
    'lets-pass-content-parts-on-streams: content may be an array of parts in streaming requests': ifStreamed(isParts),
    'lets-pass-content-parts: content is accepted as an array of parts': isList,
    'lets-pass-content-number: content is accepted as a number': isNumber,
  }),
  breaking(['stream-invalid-request'], loose('model.pattern'), {
    'lets-pass-model-empty: an empty model is accepted': is(''),
    'lets-pass-model-without-prefix: a model is accepted without svc/': (id) => !String(id).startsWith('svc/'),
    'lets-pass-model-in-capitals: a model is accepted in capitals': (id) => MODEL.test(String(id).toLowerCase()),
    'lets-pass-model-with-newline: a model may end in a line end': (id) => /^svc\/[a-z0-9-]+\n$/.test(String(id)),
  }),
  breaking(['message-closed-likely'], members, {
    'lets-pass-message-name: a message may have a name': named((param) => param.endsWith('.name')),
    'lets-pass-message-members-of-the-family: messages may have members that related gateways know': common,
    'lets-pass-null-members-of-messages: unlisted members of messages may be null': [is(null), 'message-closed'],
    'lets-pass-unknown-in-later-messages: unknown members of later messages are accepted': [later, 'message-closed'],
  }),
  breaking(['request-stream-options-closed-likely'], {
    'lets-pass-stream-options-of-the-family: stream_options may have members of related gateways': options(common),
    'lets-pass-null-members-of-stream-options: unlisted stream_options may be null': letsPass(OPTIONS, is(null)),
  }),
  breaking([], {
    'lets-pass-invented-message-members: messages may have invented members': [members(invented), 'message-closed'],
    'takes-role-function-on-streams: the role function is accepted on streams': letsPass(
      'role.enum',
      functionOnStreams,
    ),
    'lets-pass-content-empty-on-streams: an assistant may be silent on streams': letsPass(
      'content.empty',
      silentOnStreams,
    ),
    'lets-pass-invented-stream-options: invented options pass': [options(invented), 'request-stream-options-closed'],
  }),
]
