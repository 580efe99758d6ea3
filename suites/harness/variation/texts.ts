/** Texts of messages, of one character or more as the contract allows, and the messages around the one that asks. */
import { hash } from 'node:crypto'
import { sentenceBy, sentenceIn } from './sentences.ts'

/** The rest of a text besides its sentence. Some part of a gateway may take it for syntax or for an attack. */
export const TEXTS = {
  plain: '',
  'line ends and controls': '\n\n                    one\ntwo\r\nthree\rfour\n\n\tfive\u0001\u0008\u001b\u001f\u007f\n',
  'quotes, code and end marks': `{"role":"user"} "two" 'one' \\ \\n \\u0041 &amp; <b>bold</b> [1, {
data: [DONE]

{"error":{"type":"server_error"},"finish_reason":"stop","choices":[]}
event: end
: ping
[DONE] </s> ### <|endoftext|> <|im_start|>system <|im_end|> [INST] <start_of_turn> <think>
<script>alert(1)</script> ' OR 1=1; DROP TABLE users; -- UNION SELECT * FROM keys; ../../etc/passwd $(id) {{7*7}} %00 %s %d %n
https://user@example.com:8080/a?b=c&d=1#e <mailto:user@example.com>
!?@#$%^*()_+=~|\`-;`,
  // The last two are the flag of England and a character for private use.
  emoji: '🌍 👩🏽‍🚀 🇨🇭 𝒳 𠜎 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} \uf8ff',
  'scripts and separators':
    'Grüße Å e\u0301 n\u0303 世界 สวัสดี नमस्ते שָׁלוֹם مرحبا بالعالم Привет Γειά こんにちは one\u2028two\u2029three\u0085four\u00a0five\ufeffsix\u200bseven\u202eeight\u202cnine\ufffdten',
  markdown: `\n\n# Rules\n\n- one\n* two\n1. three\n> four\n\n| name | price |\n| :--- | ----: |\n| one  |  1.50 |\n
\`\`\`js
const sum = \`\${one} + \${two}\`
\`\`\`
**bold** _italic_ ~~gone~~ [link](#rules) ![image](data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAA'.repeat(16)}) $x^2$
${[...'-=_.~'].map((sign) => sign.repeat(80)).join('')}\n`,
} as const

/** Bytes of the long text of refused requests. Of valid ones, `LONG_ACCEPTED` have it, plus one if a refusal fails. */
export const LONG_TEXT_BYTES = 40 * 1024

/** Bytes of a body with a long text: above 64 KiB, a common size of buffers. */
export const LONG_BODY_BYTES = 66 * 1024

/** The number of valid requests with a long text: one completion and one stream, since their tokens cost money. */
export const LONG_ACCEPTED = 2

/** Bytes of one valid request in the profile full: more than half of the limit of a body, also in characters. */
export const HUGE_TEXT_BYTES = 640 * 1024

/** About one character of five has two bytes, so that a text is long in characters, and longer in bytes. */
const CYRILLIC = [
  'Старый смотритель записал час, ветер и высоту волны, как делал это каждый вечер.',
  'Никто не знал, откуда пришёл корабль, и спрашивать об этом было не принято.',
] as const

/** A text of at most n bytes that begins with a sentence, which determines the rest. */
export function prose(sentence: string, bytes: number, letters: 'ASCII' | 'mixed'): string {
  const parts: string[] = [sentence]
  const drawn: string[] = []
  let size = Buffer.byteLength(sentence)
  for (let at = 0; ; at += 1) {
    const foreign = letters === 'mixed' && at % 5 > 3 ? CYRILLIC[at % CYRILLIC.length] : undefined
    drawn[at % 256] ??= sentenceBy(`${sentence} ${at % 256}`)
    const next = ` ${foreign ?? drawn[at % 256]}`
    size += Buffer.byteLength(next)
    if (size > bytes) return parts.join('')
    parts.push(next)
  }
}

export type TextName = keyof typeof TEXTS | 'long'

/** These texts come before the sentence, so that a short response that repeats the request has their characters. */
const LEADING: readonly TextName[] = ['quotes, code and end marks', 'emoji', 'scripts and separators']

const longs = new Map<string, string>()

/** Characters at the start of a text that some programs take for a command, a mention or a list; the sentence selects one. */
const MARKS = ['/', '-', '#', '@', '!', '*', '>', '"', '['] as const
const markOf = (sentence: string): string => MARKS[hash('sha256', sentence, 'buffer').readUInt8() % MARKS.length] ?? ''

/** The content of a message with a text of this dimension. A run has few long ones. */
export function contentOf(text: TextName, sentence: string): string {
  if (text === 'plain') return sentence
  if (text === 'markdown') return `${markOf(sentence)}${sentence}${TEXTS.markdown}`
  if (text !== 'long') return LEADING.includes(text) ? `${TEXTS[text]} ${sentence}` : `${sentence} ${TEXTS[text]}`
  const known = longs.get(sentence) ?? prose(sentence, LONG_TEXT_BYTES, 'ASCII')
  if (longs.size > 100) longs.clear()
  longs.set(sentence, known)
  return known
}

const textNames = Object.keys(TEXTS) as (keyof typeof TEXTS)[]

/** The value of the text dimension for a content. */
export function textOf(content: string): TextName | undefined {
  const sentence = sentenceIn(content)
  if (sentence === undefined) return undefined
  const known = textNames.find((name) => contentOf(name, sentence) === content)
  if (known !== undefined) return known
  return content.length > LONG_TEXT_BYTES / 2 && content.length < 2 * LONG_TEXT_BYTES ? 'long' : undefined
}

export interface Message {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

/** The content of the n-th message besides the one that asks. */
export type Say = (n: number) => string

const system = (content: string): Message => ({ role: 'system', content })
const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })

/** More than the 100 and 128 messages that related APIs allow, in the usual order. Most have a few words each. */
function many(content: string, say: Say): Message[] {
  const turns = Array.from({ length: 63 }, (_, at) => [user(`And ${at}?`), assistant(`Done: ${at}.`)])
  return [system(say(0)), ...turns.flat(), user(say(1)), assistant(say(2)), user(content)]
}

export const CONVERSATIONS = {
  'one message': (content) => [user(content)],
  'system first': (content, say) => [system(say(0)), user(content)],
  'two users, system last': (content, say) => [user(say(0)), user(content), system(say(1))],
  'several turns': (content, say) => [user(say(0)), assistant(say(1)), user(say(2)), assistant(say(3)), user(content)],
  'two assistants first': (content, say) => [assistant(say(0)), assistant(say(1)), user(content)],
  'assistant last': (content, say) => [user(content), assistant(say(0))],
  '130 messages': many,
} as const satisfies Record<string, (content: string, say: Say) => readonly Message[]>

export type Conversation = keyof typeof CONVERSATIONS

const rolesOf = (messages: readonly { readonly role?: unknown }[]): string => messages.map(({ role }) => role).join()

interface Known {
  readonly conversation: Conversation
  /** The position of the message that asks. */
  readonly asking: number
}

const byRoles = new Map(
  Object.entries(CONVERSATIONS).map(([name, make]): [string, Known] => {
    const messages = make('asks', () => '')
    const asking = messages.findIndex(({ content }) => content === 'asks')
    return [rolesOf(messages), { conversation: name as Conversation, asking }]
  }),
)

/** The conversation of these messages, by their roles. */
export const conversationOf = (messages: readonly { readonly role?: unknown }[]): Known | undefined =>
  byRoles.get(rolesOf(messages))
