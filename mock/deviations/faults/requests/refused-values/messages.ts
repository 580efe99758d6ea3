import { breaking } from '../../../deviation.ts'
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
export const faults = () => [
  // Any valid request may be sent as a conversation, and is then refused whatever its texts are.
  breaking(['message-role', 'message-role-order', 'message-content', 'request-messages', ...VALID], {
    'refuses-role-system': [
      'the role system is refused',
      refuseValid(
        'messages',
        message(({ role }) => role === 'system'),
      ),
    ],
    'refuses-role-assistant': [
      'the role assistant is refused',
      refuseValid(
        'messages',
        message(({ role }) => role === 'assistant'),
      ),
    ],
  }),
  breaking(['message-role-order'], {
    'refuses-system-alone': [
      'messages of the system alone are refused',
      refuseValid(
        'messages',
        messages((all) => all.every(({ role }) => role === 'system')),
      ),
    ],
    'refuses-assistant-last': [
      'an assistant message at the end is refused',
      refuseValid(
        'messages',
        messages((all) => all.at(-1)?.role === 'assistant'),
      ),
    ],
    'refuses-two-users-in-a-row': [
      'two user messages in a row are refused',
      refuseValid(
        'messages',
        messages((all) => all.some(({ role }, at) => role === 'user' && all[at - 1]?.role === 'user')),
      ),
    ],
    'refuses-no-user': [
      'messages without a user are refused',
      refuseValid(
        'messages',
        messages((all) => all.every(({ role }) => role !== 'user')),
      ),
    ],
    'refuses-two-assistants-in-a-row': [
      'two assistant messages in a row are refused',
      refuseValid(
        'messages',
        messages((all) => all.some(({ role }, at) => role === 'assistant' && all[at - 1]?.role === 'assistant')),
      ),
    ],
  }),
  breaking(['message-content', ...VALID], {
    'refuses-content-of-one-character': [
      'content of one character is refused',
      refuseValid(
        'messages',
        message(({ content }) => content.length === 1),
      ),
    ],
    'refuses-content-of-white-space': [
      'content of white space is refused',
      refuseValid(
        'messages',
        message(({ content }) => content.trim() === ''),
      ),
    ],
    'refuses-line-feeds-alone': [
      'content of line feeds alone is refused',
      refuseValid(
        'messages',
        message(({ content }) => /^\n+$/.test(content)),
      ),
    ],
  }),
  breaking(['message-content-nul'], {
    'refuses-text-with-zero': [
      'content with U+0000 is refused',
      refuseValid(
        'messages',
        message(({ content }) => content.includes('\0')),
      ),
    ],
  }),
  breaking(['message-content-long'], {
    'refuses-long-text': [
      'content of more than 32 KiB is refused',
      refuseValid(
        'messages',
        message(({ content }) => content.length > 32_768),
      ),
    ],
  }),
  breaking(['request-messages'], {
    'refuses-a-hundred-messages': [
      'a hundred messages are too many',
      refuseValid(
        'messages',
        messages((all) => all.length >= 100),
      ),
    ],
    'refuses-more-than-128-messages': [
      'more than 128 messages are refused',
      refuseValid(
        'messages',
        messages((all) => all.length > 128),
      ),
    ],
  }),
  breaking(['message-content', 'stream-text-whole', ...VALID], {
    'refuses-greek-letters': [
      'texts with Greek letters are refused',
      refuseValid(
        'messages',
        message(({ content }) => /\p{Script=Greek}/u.test(content)),
      ),
    ],
    'refuses-content-beyond-ascii': [
      'content beyond ASCII is refused',
      refuseValid(
        'messages',
        message(({ content }) => /[^\0-\x7f]/.test(content)),
      ),
    ],
  }),
]
