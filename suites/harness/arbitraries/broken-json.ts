/**
 * Edits that make valid JSON invalid. Parsers of other formats, such as JSON5, and parsers with a lenient mode accept
 * some of them. They usually accept a whole family, so a run sends one edit of each.
 */
import { toJson } from '../http/request.ts'
import { seedFor } from './draws.ts'

type Body = Readonly<Record<string, unknown>>

/** Replaces one match of the pattern. */
type Edit = readonly [pattern: RegExp, replacement: string]

/** After an opening bracket, a comma or a colon. */
const GAP = /(?<=[{[,:])/g
const COMMA = /,(?=")/g
const COLON = /(?<="):/g
const START = /^/g
const END = /$/g
const IN_TEXT = /(?<=Hello)/g

/** With `max_tokens` and `stream`, these members of a valid request have a match for every pattern. */
export const validMembers = {
  messages: [{ role: 'user', content: 'Hello there.' }],
  temperature: 0.5,
  top_p: 1,
  n: 1,
} as const

/** A valid body, streamed or not, with `stream` at either end. */
export const bodiesToBreak = (body: Body): readonly Body[] => [
  { ...body, stream: false },
  { stream: true, ...body },
  { stream: false, ...body },
  { ...body, stream: true },
]

const ONE = /(?<=":)1(?=[,}])/g
const HALF = /(?<=":)0(?=\.5)/g
const FALSE = /(?<=":)false/g
const TRUE = /(?<=":)true/g

const CONTROLS = Array.from({ length: 31 }, (_, at) => String.fromCharCode(at + 1)).filter((sign) => sign !== '\t')

const edits = (pattern: RegExp, ...replacements: readonly string[]): Edit[] =>
  replacements.map((replacement) => [pattern, replacement])

export const FAMILIES: Readonly<Record<string, readonly Edit[]>> = {
  'other white space': edits(GAP, '\f', '\v', '\u00a0', '\u2028'),
  'a comment after a hash': edits(GAP, '# hi\n'),
  'a missing comma': edits(COMMA, ' '),
  'two commas': [...edits(COMMA, ',,'), ...edits(/(?<=[{[])/g, ',')],
  'a trailing comma in an array': edits(/(?=\])/g, ','),
  'a trailing comma in a message': edits(/(?=\}\])/g, ','),
  'a bracket closed with the other kind': [...edits(/\]/g, '}'), ...edits(/\}/g, ']')],
  'another character for a comma': edits(COMMA, ';'),
  'another character for a colon': edits(COLON, '=', '=>'),
  'other quotes around a name': edits(/"top_p"(?=:)/g, '`top_p`', '“top_p”'),
  'one bracket more at the end': edits(END, '}', ']'),
  'text before it': edits(START, ")]}',\n", 'data: ', 'json '),
  'a zero byte after it': edits(END, '\0'),
  'a separator after it': edits(END, ';', ','),
  'another line after it': edits(END, '\n{}', '\r\n{"model":"svc/a"}', '\n[]', '\n0', '\n"end"', '\nend'),
  'a leading zero': edits(ONE, '01'),
  'a plus sign before a number': edits(ONE, '+1'),
  'no digit before a decimal point': edits(HALF, ''),
  'no digit after a decimal point': edits(ONE, '1.'),
  'two signs before a number': edits(ONE, '--1', '+-1'),
  'an underscore in a number': [...edits(/(?<="max_tokens":\d)/g, '_'), ...edits(/(?<=":0\.5)/g, '_0')],
  'an exponent without digits': edits(/(?<=":(?:0\.5|1))(?=,)/g, 'e', 'E+', 'e-'),
  'a letter after a number': edits(ONE, '1n', '1f', '1L'),
  'a constant of Python': [...edits(FALSE, 'False'), ...edits(TRUE, 'True')],
  'a word instead of a constant': [...edits(FALSE, 'FALSE', 'undefined', 'off'), ...edits(TRUE, 'TRUE', 'on')],
  'a raw tab in a string': edits(IN_TEXT, '\t'),
  'a raw control character in a string': edits(IN_TEXT, ...CONTROLS),
  'an escaped letter that JSON does not have': edits(
    IN_TEXT,
    ...[...'acdeghijklmopqsvwyzU017'].map((letter) => `\\${letter}`),
  ),
  'an escaped sign that JSON does not have': edits(IN_TEXT, ...[..."'`$&-.#{( \n"].map((sign) => `\\${sign}`)),
  'an escape of a byte': edits(IN_TEXT, '\\x20', '\\x41'),
  'an incomplete escape': edits(IN_TEXT, '\\u20', '\\u{20}'),
  'an escape with other signs than hexadecimal digits': edits(
    IN_TEXT,
    '\\u +1F',
    '\\u00g0',
    '\\u0x41',
    '\\u-041',
    '\\u 041',
  ),
}

export interface BrokenJson {
  readonly family: string
  /** Counts the edits of a family. */
  readonly number: number
  /** The valid body. */
  readonly body: Body
  readonly text: string
}

/** A family with this many edits gets one more of them, and so on. */
const MANY = 16

/**
 * One edit of each family that the JSON has a match for, at a place drawn by the seed, and more of large families.
 *
 * @param bodies families take turns with these, so that about half of the edits are in requests for streams
 */
export function brokenJson(bodies: readonly Body[], seed: number): BrokenJson[] {
  const valid = bodies.map((body) => ({ body, text: toJson(body) }))
  return Object.entries(FAMILIES).flatMap(([family, all], turn) => {
    const edits = all.filter(([pattern]) => valid.some(({ text }) => text.search(pattern) >= 0))
    if (edits.length === 0) return []
    const draw = seedFor(seed, `JSON with ${family}`) >>> 0
    const count = 1 + Math.floor(edits.length / MANY)
    return Array.from({ length: count }, (_, at) => {
      const [pattern, replacement] = edits[(draw + Math.floor((at * edits.length) / count)) % edits.length] as Edit
      const fitting = valid.filter(({ text }) => text.search(pattern) >= 0)
      const { body, text } = fitting[(seed + turn + at) % fitting.length] as (typeof valid)[number]
      const places = [...text.matchAll(pattern)]
      const { index, 0: found } = places[Math.floor(draw / edits.length) % places.length] as RegExpExecArray
      const broken = text.slice(0, index) + replacement + text.slice(index + found.length)
      return { family, number: at + 1, body, text: broken }
    })
  })
}
