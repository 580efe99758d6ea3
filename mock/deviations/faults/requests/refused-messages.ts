import type { Refused, Valid } from './valid-requests.ts'

interface Message {
  role: string
  content: string
}

const messages =
  (test: (all: Message[]) => boolean): Valid =>
  (body) =>
    test(body.messages as Message[])
const message = (test: (one: Message) => boolean): Valid => messages((all) => all.some(test))

/** Valid messages that are refused. */
export const refusedMessages: readonly Refused[] = [
  [
    'role-system',
    'the role system is refused',
    'messages',
    message(({ role }) => role === 'system'),
    ['message-role', 'message-role-order', 'request-messages'],
  ],
  [
    'role-assistant',
    'the role assistant is refused',
    'messages',
    message(({ role }) => role === 'assistant'),
    ['message-role', 'message-role-order', 'request-messages'],
  ],
  [
    'system-alone',
    'messages of the system alone are refused',
    'messages',
    messages((all) => all.every(({ role }) => role === 'system')),
    ['message-role-order', 'message-role'],
  ],
  [
    'assistant-last',
    'an assistant message at the end is refused',
    'messages',
    messages((all) => all.at(-1)?.role === 'assistant'),
    ['message-role-order', 'message-role'],
  ],
  [
    'two-users-in-a-row',
    'two user messages in a row are refused',
    'messages',
    messages((all) => all.some(({ role }, at) => role === 'user' && all[at - 1]?.role === 'user')),
    ['message-role-order', 'request-messages'],
  ],
  [
    'no-user',
    'messages without a user are refused',
    'messages',
    messages((all) => all.every(({ role }) => role !== 'user')),
    ['message-role-order', 'message-role'],
  ],
  [
    'content-of-one-character',
    'content of one character is refused',
    'messages',
    message(({ content }) => content.length === 1),
    ['message-content'],
  ],
  [
    'content-of-white-space',
    'content of white space is refused',
    'messages',
    message(({ content }) => content.trim() === ''),
    ['message-content'],
  ],
  [
    'content-beyond-ascii',
    'content beyond ASCII is refused',
    'messages',
    message(({ content }) => /[^\0-\x7f]/.test(content)),
    ['message-content', 'stream-text-whole'],
  ],
]
