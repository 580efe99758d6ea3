/** What a message may say. Any of it is text, of which the contract asks for one character at least. */

/** What the message of the plain request says. Every other text of the space begins with it. */
export const PLAIN_TEXT = 'Reply with one word.'

/** What is behind the plain text: characters that some part of a gateway may take for its own. */
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

const ENGLISH = [
  'The ship left the harbour at dawn, and nobody on the quay knew where she was bound.',
  'It had rained for three days; the streets were empty but for one dog and a boy with a lantern.',
  'Nobody answered. "Perhaps tomorrow," she said, and put the letter back into its drawer.',
  'Far above the roofs a bell began to ring - slowly, as if it were not sure of itself.',
] as const

const SENTENCES = {
  ASCII: ENGLISH,
  // One character of four has two bytes: few enough that the text is long in characters, enough to be longer in bytes.
  mixed: [
    ...ENGLISH,
    'Старый смотритель записал час, ветер и высоту волны, как делал это каждый вечер.',
    'Никто не знал, откуда пришёл корабль, и спрашивать об этом было не принято.',
  ],
} as const

export function prose(bytes: number, letters: keyof typeof SENTENCES): string {
  const chosen = SENTENCES[letters]
  const parts: string[] = [PLAIN_TEXT]
  let size = Buffer.byteLength(PLAIN_TEXT)
  for (let at = 0; ; at += 1) {
    const sentence = ` ${at + 1}. ${chosen[at % chosen.length]}`
    size += Buffer.byteLength(sentence)
    if (size > bytes) return parts.join('')
    parts.push(sentence)
  }
}

let long: string | undefined

/** The content of a message with a text of the space. */
export function contentOf(text: keyof typeof TEXTS | 'long'): string {
  if (text === 'long') {
    long ??= prose(LONG_TEXT_BYTES, 'ASCII')
    return long
  }
  return text === 'plain' ? PLAIN_TEXT : `${PLAIN_TEXT} ${TEXTS[text]}`
}
