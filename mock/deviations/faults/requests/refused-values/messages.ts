import { breaking } from '../../../deviation.ts'
import { refuseValid } from '../../../edits/decisions.ts'
import { VALID } from '../../breaks.ts'

type Message = { role: string; content: string }

/** Refuses requests if the list of messages, or one of them, matches. */
const all = (test: (all: Message[]) => boolean) =>
  refuseValid('messages', ({ messages }) => test(messages as Message[]))
const any = (test: (one: Message) => boolean) => all((messages) => messages.some(test))
const texts = (text: RegExp) => any(({ content }) => text.test(content))

const twoOf = (role: string) => (all: Message[]) =>
  all.some((message, at) => message.role === role && all[at - 1]?.role === role)
const isSystem = ({ role }: Message): boolean => role === 'system'
const isEmoji = ({ content }: Message): boolean => content.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '') === ''
const isMarkup = ({ content }: Message): boolean => /^(?:<[^<>]*>)+$/.test(content)
/** Whether the message of one role has a text. */
const of = (role: string, text: RegExp) => (one: Message) => one.role === role && text.test(one.content)
const hasNul = ({ content }: Message): boolean => content.includes('\0')
const isScalar = ({ content }: Message): boolean => /^(?:-?[\d.]+|true|false|null)$/.test(content)
const isPage = ({ role, content }: Message): boolean => role !== 'user' && content.length > 5000
const isBeyondContext = (messages: Message[]): boolean => JSON.stringify(messages).length > 8000
const isLong = ({ content }: Message): boolean => content.length > 32_768

/** Refuses valid messages. */
export const faults = () => [
  // Any check may send its request as a conversation, and these faults then refuse it, whatever its texts are.
  breaking(['message-role', 'message-role-order', 'message-content', 'request-messages', ...VALID], any, {
    'refuses-role-system: the role system is refused': ({ role }) => role === 'system',
    'refuses-role-assistant: the role assistant is refused': ({ role }) => role === 'assistant',
  }),
  breaking(['message-role-order'], all, {
    'refuses-system-alone: system messages alone are refused': (all) => all.every(isSystem),
    'refuses-assistant-last: an assistant message at the end is refused': (all) => all.at(-1)?.role === 'assistant',
    'refuses-two-users-in-a-row: two user messages in a row are refused': twoOf('user'),
    'refuses-no-user: messages without a user are refused': (all) => all.every(({ role }) => role !== 'user'),
    'refuses-two-systems: a second system message is refused': (all) => all.filter(isSystem).length > 1,
    'refuses-two-assistants-in-a-row: two assistant messages in a row are refused': twoOf('assistant'),
  }),
  breaking(['message-content', ...VALID], any, {
    'refuses-content-of-one-character: content of one character is refused': ({ content }) => content.length === 1,
    'refuses-content-of-one-word: content of one word is refused': ({ content }) => /^[a-z]+$/i.test(content),
    'refuses-content-of-white-space: content of white space is refused': ({ content }) => content.trim() === '',
    'refuses-zero-alone: content 0 is refused, because empty() of PHP holds': ({ content }) => content === '0',
    'refuses-line-feeds-alone: content of line feeds alone is refused': ({ content }) => /^\n+$/.test(content),
    'refuses-emoji-alone: content of characters of two code units alone is refused': isEmoji,
  }),
  breaking([], any, {
    'refuses-text-with-zero: content with U+0000 is refused': [hasNul, 'message-content-nul'],
    'refuses-scalars-alone: content that is a number, true, false or null is refused': [isScalar, 'message-content'],
    'refuses-markup-alone: content of tags alone is refused': [isMarkup, 'message-content'],
    'refuses-pages-of-others: more than 5000 characters are refused unless they are of a user': [
      isPage,
      'message-content-long',
    ],
    'refuses-long-text: content of more than 32 KiB is refused': [isLong, 'message-content-long'],
  }),
  breaking(['message-content-long'], all, {
    'refuses-beyond-2048-tokens: messages are refused that a small context cannot hold': isBeyondContext,
  }),
  breaking(['request-messages'], all, {
    'refuses-a-hundred-messages: a hundred messages are too many': (all) => all.length >= 100,
    'refuses-more-than-128-messages: more than 128 messages are refused': (all) => all.length > 128,
  }),
  breaking(['message-content', 'stream-text-whole', ...VALID], texts, {
    'refuses-greek-letters: texts with Greek letters are refused': /\p{Script=Greek}/u,
    'refuses-armenian-letters: texts with Armenian letters are refused': /\p{Script=Armenian}/u,
    'refuses-typographic-signs: texts with typographic quotes or dashes are refused': /[‘’“”–—…]/,
    'refuses-phone-numbers: texts with a phone number are refused': /\+\d[\d -]{7}/,
    'refuses-markup: texts with a script are refused, as by a firewall': /<script>/,
    'refuses-special-tokens: special tokens of a tokenizer are refused': /<\|\w+\|>/,
    'refuses-urls: texts with a URL are refused, as by a filter of links': /https?:/,
    'refuses-replacement-characters: texts with U+FFFD are refused': /\ufffd/,
    'refuses-private-use: texts with a character for private use are refused': /\p{Co}/u,
    'refuses-noncharacters: texts with U+FFFE or U+FFFF are refused': /[\ufffe\uffff]/,
    'refuses-format-directives: texts with %n are refused': /%n/,
    'refuses-leading-slashes: texts that begin with a slash are refused': [/^\//, 'message-role-order'],
    'refuses-leading-byte-order-marks: texts that begin with a BOM are refused': /^\ufeff/,
    'refuses-trailing-backslashes: texts that end with a backslash are refused': /\\$/,
    'refuses-spaces-beyond-ascii: texts of white space beyond ASCII are refused': /^[\u00a0\u3000]+$/,
    'refuses-event-handlers: texts with an event handler are refused, as by a firewall': /onerror=/,
    'refuses-stacked-sql: texts with two SQL statements are refused, as by a firewall': /DROP TABLE[^;]*;\s*DELETE/,
    'refuses-quoted-commands: texts with a command in backticks are refused, as by a firewall': /`wget /,
    'refuses-long-words: texts with a word of 200 characters are refused': /\S{200}/,
    'refuses-repetitions: texts that repeat a character 64 times are refused': /(.)\1{63}/,
    'refuses-content-without-width: zero-width texts are refused': /^\p{Cf}+$/u,
    'refuses-content-beyond-ascii: content beyond ASCII is refused': [/[^\0-\x7f]/, 'request-size-accepted'],
  }),
  breaking(['message-content', 'message-role-order', ...VALID], any, {
    'refuses-line-feeds-of-assistants: an assistant message with a line feed is refused': of('assistant', /\n/),
    'refuses-quotes-in-system-messages: a system message with a quote is refused': of('system', /"/),
    'refuses-long-system-messages: system messages of more than 1000 characters are refused': [
      of('system', /.{1001}/s),
      'message-content-long',
    ],
  }),
]
