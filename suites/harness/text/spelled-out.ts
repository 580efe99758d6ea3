/** Texts written as character codes: pairs of hexadecimal digits with a separator, or a list of decimals. */

/** A text as one reader sees it, without invisible characters. Each character keeps its position in the received text. */
export interface Reading {
  readonly text: string
  /** Where each character begins and ends in the received text; absent if that is the text itself. */
  readonly places?: { readonly starts: Uint32Array; readonly ends: Uint32Array }
}

/** At least eight in a row: no part of a secret that counts is shorter. Every part has a limit, so that time stays linear. */
const RUNS = [
  [
    /(?<![\da-z])(?:(?:0x|\\x|%)?[\da-f]{2}[^\da-z]{1,3}){7,4096}(?:0x|\\x|%)?[\da-f]{2}(?![\da-z])/gi,
    /(?<!\d)[\da-f]{2}(?![\da-z])/gi,
    16,
  ],
  [/(?<!\d)(?:\d{2,3}[^\da-z]{1,3}){7,4096}\d{2,3}(?!\d)/gi, /\d{2,3}/g, 10],
] as const

/** The text that the numbers in a text spell, with a line feed after each run. */
export function* spelledOut({ text, places }: Reading): Generator<Reading> {
  for (const [runs, numbers, base] of RUNS) {
    const found: { readonly code: number; readonly start: number; readonly end: number }[] = []
    for (const { 0: run, index } of text.matchAll(runs)) {
      for (const { 0: digits, index: inside } of run.matchAll(numbers)) {
        const start = index + inside
        found.push({ code: Number.parseInt(digits, base), start, end: start + digits.length })
      }
      found.push({ code: 0x0a, start: index, end: index })
    }
    if (found.length === 0) continue
    const starts = Uint32Array.from(found, ({ start }) => places?.starts[start] ?? start)
    const ends = Uint32Array.from(found, ({ end }) => (end === 0 ? 0 : (places?.ends[end - 1] ?? end)))
    yield { text: found.map(({ code }) => String.fromCharCode(code)).join(''), places: { starts, ends } }
  }
}
