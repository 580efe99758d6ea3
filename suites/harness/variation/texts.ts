import { sentenceBy, sentenceIn } from './sentences.ts'

/** What a message may say. Any of it is text, of which the contract asks for one character at least. */

/** What is behind the sentence of a text: characters that some part of a gateway may take for its own. */
export const TEXTS = {
  plain: '',
  'line ends and controls': 'one\ntwo\r\nthree\rfour\n\n\tfive\u0001\u0008\u001b\u001f\u007f\n',
  'quotes and end marks': `"two" 'one' \\ \\n \\u0041 &amp; <b>bold</b> {"role":"user"} [1, {
data: [DONE]

event: end
: ping
[DONE] </s> ###
!?@#$%^*()_+=~|\`-;`,
  emoji: '🌍 👩🏽‍🚀 🇨🇭 𝒳 𠜎',
  scripts: 'e\u0301 n\u0303 Å Grüße 世界 สวัสดี नमस्ते שָׁלוֹם مرحبا بالعالم Привет Γειά こんにちは',
  separators: 'one\u2028two\u2029three\u0085four\u00a0five\ufeffsix\u200bseven\u202eeight\u202c',
} as const

/** A text of n bytes for requests that have to be refused; of valid ones only `LONG_ACCEPTED` have it. */
export const LONG_TEXT_BYTES = 40 * 1024

/** Valid requests of a run with a long text: one for a completion, one for a stream. What they hold is paid for. */
export const LONG_ACCEPTED = 2

/** One valid request of the profile full holds so much: more than half of what a body may have, in characters too. */
export const HUGE_TEXT_BYTES = 640 * 1024

/** About one character of five has two bytes: few enough that a text is long in characters, enough to be longer in bytes. */
const CYRILLIC = [
  'Старый смотритель записал час, ветер и высоту волны, как делал это каждый вечер.',
  'Никто не знал, откуда пришёл корабль, и спрашивать об этом было не принято.',
] as const

/** A text of n bytes at most that begins with a sentence; the others follow from it. */
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

const longs = new Map<string, string>()

/** The content of a message with a text of the space. A run has few long ones. */
export function contentOf(text: TextName, sentence: string): string {
  if (text !== 'long') return text === 'plain' ? sentence : `${sentence} ${TEXTS[text]}`
  const known = longs.get(sentence) ?? prose(sentence, LONG_TEXT_BYTES, 'ASCII')
  if (longs.size > 100) longs.clear()
  longs.set(sentence, known)
  return known
}

const byRest = new Map(Object.entries(TEXTS).map(([name, rest]) => [rest === '' ? '' : ` ${rest}`, name as TextName]))

/** The text of the space that a content is. */
export function textOf(content: string): TextName | undefined {
  const sentence = sentenceIn(content)
  if (sentence === undefined) return undefined
  const known = byRest.get(content.slice(sentence.length))
  if (known !== undefined) return known
  return content.length > LONG_TEXT_BYTES / 2 && content.length < 2 * LONG_TEXT_BYTES ? 'long' : undefined
}
