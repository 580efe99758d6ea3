/** The characters that one place of a pattern takes. */
export interface Characters {
  /** Pairs of a first and a last code point. */
  readonly ranges: readonly (readonly [number, number])[]
  /** All others instead. */
  readonly others: boolean
}

const code = (character: string): number => character.codePointAt(0) as number
const between = (first: string, last: string): readonly [number, number] => [code(first), code(last)]
const single = (character: string): readonly [number, number] => between(character, character)

const DIGITS = [between('0', '9')]
const WORD = [...DIGITS, between('A', 'Z'), single('_'), between('a', 'z')]
const SPACE = [
  ...[between('\t', '\r'), single(' '), single('\u00a0'), single('\u1680'), between('\u2000', '\u200a')],
  ...[between('\u2028', '\u2029'), single('\u202f'), single('\u205f'), single('\u3000'), single('\ufeff')],
]

/** What a letter behind a backslash stands for; its capital stands for all others. */
export const CLASSES: Readonly<Record<string, Characters>> = {
  d: { ranges: DIGITS, others: false },
  D: { ranges: DIGITS, others: true },
  w: { ranges: WORD, others: false },
  W: { ranges: WORD, others: true },
  s: { ranges: SPACE, others: false },
  S: { ranges: SPACE, others: true },
}

/** What a dot stands for. */
export const IN_LINE: Characters = {
  ranges: [single('\n'), single('\r'), between('\u2028', '\u2029')],
  others: true,
}

/** All that `ranges` leave out. */
export function othersOf(ranges: Characters['ranges']): [number, number][] {
  const gaps: [number, number][] = []
  let from = 0
  for (const [first, last] of [...ranges].sort(([a], [b]) => a - b)) {
    if (first > from) gaps.push([from, first - 1])
    from = Math.max(from, last + 1)
  }
  return from > 0x10ffff ? gaps : [...gaps, [from, 0x10ffff]]
}

const within = (ranges: Characters['ranges'], point: number): boolean =>
  ranges.some(([first, last]) => point >= first && point <= last)

export function isWord(point: number | undefined): boolean {
  return point !== undefined && within(WORD, point)
}

export function has({ ranges, others }: Characters, point: number, ignoreCase: boolean): boolean {
  if (!ignoreCase) return within(ranges, point) !== others
  const character = String.fromCodePoint(point)
  const forms = [character, character.toLowerCase(), character.toUpperCase()]
  return forms.some((form) => within(ranges, code(form))) !== others
}
