import { type Fault, fault } from '../../../deviation.ts'
import { VALID } from '../../breaks.ts'
import { refuseValid, type Valid } from './valid-requests.ts'

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
export const refusedMessageFaults = (): readonly Fault[] => [
  fault(
    'refuses-role-system',
    ['message-role', 'message-role-order', 'request-messages', ...VALID],
    'the role system is refused',
    refuseValid(
      'messages',
      message(({ role }) => role === 'system'),
    ),
  ),
  fault(
    'refuses-role-assistant',
    ['message-role', 'message-role-order', 'request-messages', ...VALID],
    'the role assistant is refused',
    refuseValid(
      'messages',
      message(({ role }) => role === 'assistant'),
    ),
  ),
  fault(
    'refuses-system-alone',
    ['message-role-order', 'message-role', ...VALID],
    'messages of the system alone are refused',
    refuseValid(
      'messages',
      messages((all) => all.every(({ role }) => role === 'system')),
    ),
  ),
  fault(
    'refuses-assistant-last',
    ['message-role-order', 'message-role', ...VALID],
    'an assistant message at the end is refused',
    refuseValid(
      'messages',
      messages((all) => all.at(-1)?.role === 'assistant'),
    ),
  ),
  fault(
    'refuses-two-users-in-a-row',
    ['message-role-order', 'request-messages', ...VALID],
    'two user messages in a row are refused',
    refuseValid(
      'messages',
      messages((all) => all.some(({ role }, at) => role === 'user' && all[at - 1]?.role === 'user')),
    ),
  ),
  fault(
    'refuses-no-user',
    ['message-role-order', 'message-role', ...VALID],
    'messages without a user are refused',
    refuseValid(
      'messages',
      messages((all) => all.every(({ role }) => role !== 'user')),
    ),
  ),
  fault(
    'refuses-content-of-one-character',
    ['message-content', ...VALID],
    'content of one character is refused',
    refuseValid(
      'messages',
      message(({ content }) => content.length === 1),
    ),
  ),
  fault(
    'refuses-content-of-white-space',
    ['message-content', ...VALID],
    'content of white space is refused',
    refuseValid(
      'messages',
      message(({ content }) => content.trim() === ''),
    ),
  ),
  fault(
    'refuses-text-with-zero',
    ['message-content'],
    'content with U+0000 is refused',
    refuseValid(
      'messages',
      message(({ content }) => content.includes('\0')),
    ),
  ),
  fault(
    'refuses-long-text',
    ['message-content-long', 'message-content'],
    'content of more than 32 KiB is refused',
    refuseValid(
      'messages',
      message(({ content }) => content.length > 32_768),
    ),
  ),
  fault(
    'refuses-a-hundred-messages',
    ['request-messages'],
    'a hundred messages are too many',
    refuseValid(
      'messages',
      messages((all) => all.length >= 100),
    ),
  ),
  fault(
    'refuses-two-assistants-in-a-row',
    ['message-role-order'],
    'two assistant messages in a row are refused',
    refuseValid(
      'messages',
      messages((all) => all.some(({ role }, at) => role === 'assistant' && all[at - 1]?.role === 'assistant')),
    ),
  ),
  fault(
    'refuses-content-beyond-ascii',
    ['message-content', 'stream-text-whole', ...VALID],
    'content beyond ASCII is refused',
    refuseValid(
      'messages',
      message(({ content }) => /[^\0-\x7f]/.test(content)),
    ),
  ),
]
