import type { Call } from '../../../core/types.ts'
import { is, type Loose, type Slips } from './slips.ts'

const later: Slips = (_, { param }) => !param.startsWith('messages[0]')
const first: Slips = (_, { param }) => param.startsWith('messages[0]')

/** Rules about model and messages that let something through. */
export const looseMessages: readonly Loose[] = [
  ['role-developer', 'the role developer is accepted', ['role.enum'], is('developer')],
  ['role-tool', 'the roles tool and function are accepted', ['role.enum'], is('tool', 'function')],
  [
    'role-in-capitals',
    'roles are accepted in any case',
    ['role.enum'],
    (value) => ['system', 'user', 'assistant'].includes(String(value).toLowerCase()),
  ],
  ['role-empty', 'an empty role is accepted', ['role.enum'], is('')],
  [
    'role-later',
    'only the first message is asked for its role',
    ['role.enum', 'role.required', 'role.type', 'role.null'],
    later,
  ],
  [
    'role-first',
    'the first message is not asked for its role',
    ['role.enum', 'role.required', 'role.type', 'role.null'],
    first,
  ],
  [
    'content-later',
    'only the first message is asked for its content',
    ['content.required', 'content.type', 'content.empty', 'content.null'],
    later,
  ],
  [
    'content-first',
    'the first message is not asked for its content',
    ['content.required', 'content.type', 'content.empty', 'content.null'],
    first,
  ],
  ['content-parts', 'content is accepted as an array of parts', ['content.type'], (value) => Array.isArray(value)],
  ['content-number', 'content is accepted as a number', ['content.type'], (value) => typeof value === 'number'],
  [
    'content-null-of-assistant',
    'an assistant message may have content null',
    ['content.null'],
    (_, { param }, { body }) => messageAt(body, param)?.role === 'assistant',
  ],
  [
    'content-empty-of-assistant',
    'an assistant message may be empty',
    ['content.empty'],
    (_, { param }, { body }) => messageAt(body, param)?.role === 'assistant',
  ],
  [
    'content-empty-of-system',
    'a system message may be empty',
    ['content.empty'],
    (_, { param }, { body }) => messageAt(body, param)?.role === 'system',
  ],
  ['message-as-text', 'a message may be a bare string', ['message.type'], (value) => typeof value === 'string'],
  ['messages-as-text', 'messages may be a bare string', ['messages.type'], (value) => typeof value === 'string'],
  ['messages-as-object', 'messages may be a single message', ['messages.type'], (value) => typeof value === 'object'],
  ['model-empty', 'an empty model is accepted', ['model.pattern'], is('')],
  [
    'model-without-prefix',
    'a model is accepted without svc/',
    ['model.pattern'],
    (value) => !String(value).startsWith('svc/'),
  ],
  [
    'model-in-capitals',
    'a model is accepted in capitals',
    ['model.pattern'],
    (value) => /^svc\/[a-z0-9-]+$/.test(String(value).toLowerCase()),
  ],
  [
    'model-with-newline',
    'a model is accepted with a line end after it',
    ['model.pattern'],
    (value) => /^svc\/[a-z0-9-]+\n$/.test(String(value)),
  ],
  ['message-name', 'a message may have a name', ['message.unknown'], (_, { param }) => param.endsWith('.name')],
  ['unknown-in-later-messages', 'only the first message is asked for unknown members', ['message.unknown'], later],
]

function messageAt(body: Call['body'], param: string): { role?: unknown } | undefined {
  const at = Number(/^messages\[(\d+)\]/.exec(param)?.[1])
  return (body?.messages as { role?: unknown }[] | undefined)?.[at]
}
