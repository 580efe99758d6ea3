/**
 * The token rule of this mock, instead of a real tokenizer. A token is four UTF-16 units of text, or fewer at its end.
 * Every message of a prompt costs three more for its frame. The rule depends neither on the content nor on the release,
 * and is close to common tokenizers for English.
 */
export const UNITS_PER_TOKEN = 4

const MESSAGE_FRAME = 3

/** The number of tokens of a text. */
export const countTokens = (text: string): number => Math.ceil(text.length / UNITS_PER_TOKEN)

/** The number of tokens of a prompt. Tolerates items that are not messages, because a fault may accept them. */
export function countPrompt(messages: unknown): number {
  if (!Array.isArray(messages)) return 0
  let tokens = 0
  for (const message of messages) {
    const content: unknown = message?.content
    tokens += MESSAGE_FRAME + (typeof content === 'string' ? countTokens(content) : 0)
  }
  return tokens
}

/** The first n tokens of a text, without splitting a surrogate pair. */
export function firstTokens(text: string, tokens: number): string {
  return text.slice(0, wholePair(text, tokens * UNITS_PER_TOKEN))
}

/** Splits a text into its tokens; concatenated, they are the text again. */
export function pieces(text: string, units: number = UNITS_PER_TOKEN): string[] {
  const cut: string[] = []
  for (let start = 0; start < text.length; ) {
    const whole = wholePair(text, start + units)
    const end = whole > start ? whole : start + 2
    cut.push(text.slice(start, end))
    start = end
  }
  return cut
}

/** Moves a cut back by one if it would split a surrogate pair. */
function wholePair(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return at
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  const splits = before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff
  return splits ? at - 1 : at
}
