/** Writes a JSON object in other ways. It works on the text, so that no number is rounded and no member is lost. */
import { unicodeEscape } from '../text/json-string.ts'
import type { Row } from './dimensions.ts'

/** Strings, signs and everything between them. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^"{}[\]:,]+/g

export const tokensOf = (text: string): readonly string[] => text.match(TOKEN) ?? []

/** A function that rewrites each token, given its depth. */
export function written(text: string, each: (token: string, depth: number) => string): string {
  let depth = 0
  return tokensOf(text)
    .map((token) => {
      if (token === '}' || token === ']') depth -= 1
      const result = each(token, depth)
      if (token === '{' || token === '[') depth += 1
      return result
    })
    .join('')
}

/** Tokens at which a member, its value, an array or an object begins or ends; strings are skipped. */
const JOINT = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/g

/** The members of an object: its names with their values as text, in their order. */
export function membersOf(text: string): readonly (readonly [name: string, value: string])[] {
  const members: [name: string, value: string][] = []
  let [depth, begin, colon] = [0, 1, 0]
  const add = (end: number): void => {
    if (colon > begin) members.push([JSON.parse(text.slice(begin, colon)) as string, text.slice(colon + 1, end)])
    begin = end + 1
  }
  for (const { 0: joint, index } of text.slice(0, -1).matchAll(JOINT)) {
    if (joint === '{' || joint === '[') depth += 1
    else if (joint === '}' || joint === ']') depth -= 1
    else if (depth > 1) continue
    else if (joint === ',') add(index)
    else if (joint === ':') colon = index
  }
  add(text.length - 1)
  return members
}

/** The object of these members. */
export function objectOf(members: Iterable<readonly [name: string, value: string]>): string {
  return `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
}

type Writing = Row['writing']

function indented(text: string): string {
  const line = (depth: number): string => `\n${'  '.repeat(depth)}`
  return written(text, (token, depth) => {
    if (token === '{' || token === '[') return `${token}${line(depth + 1)}`
    if (token === '}' || token === ']') return `${line(depth)}${token}`
    if (token === ',') return `,${line(depth)}`
    return token === ':' ? ': ' : token
  })
}

/** The default of `json.dumps` of Python: a space after each comma and colon, and only ASCII. */
function spaced(text: string): string {
  const ascii = text.replaceAll(/[^\0-\x7f]/g, unicodeEscape)
  return written(ascii, (token) => (token === ':' || token === ',' ? `${token} ` : token))
}

/** White space of every kind around every token, and a lot of it before the last brace. */
function wide(text: string): string {
  const around = written(text, (token) => `\t${token} \r\n`)
  return ` \n${around.slice(0, around.lastIndexOf('}'))}${`\n${' '.repeat(64)}`.repeat(16)}}\r\n`
}

/** A number for each turn, far apart for consecutive turns: the turns of rows with one value follow a pattern. */
export const apart = (turn: number): number => Math.imul(turn + 1, 0x9e3779b1) >>> 8

/** A message as the harness writes it. No string contains it, because quotes in strings are escaped. */
const MESSAGE = /\{("role":"\w+"),("content":"[^"\\]*(?:\\.[^"\\]*)*")\}/g

/**
 * The object with its members in this order: reversed, also in messages, or rotated to begin with another member. Half
 * of the rotated ones begin with the limit, like the objects of clients that sort names.
 *
 * @param turn decides which member is first
 */
export function orderedAs(text: string, order: Row['order'], turn = 0): string {
  if (order === 'usual') return text
  const members = membersOf(text)
  if (order === 'reversed') return objectOf(members.toReversed()).replaceAll(MESSAGE, '{$2,$1}')
  const limit = members.findIndex(([name]) => name.startsWith('max_'))
  const place = apart(turn)
  const first = place % 2 === 0 && limit > 0 ? limit : 1 + ((place >> 1) % Math.max(1, members.length - 1))
  return objectOf([...members.slice(first), ...members.slice(0, first)])
}

/** The maximum number of letters to escape in a text: more would only make the body longer. */
const MAX_ESCAPED = 200

/** Escapes letters of a string by their codes; existing escapes stay as they are. */
function escapedLetters(token: string, most: number): string {
  const parts: string[] = []
  let [from, left] = [0, most]
  for (const { 0: found, index } of token.matchAll(/\\u[\da-fA-F]{4}|\\.|[A-Za-z]/g)) {
    if (left === 0) break
    if (found.startsWith('\\')) continue
    parts.push(token.slice(from, index), unicodeEscape(found).toUpperCase().replace('U', 'u'))
    from = index + 1
    left -= 1
  }
  return parts.join('') + token.slice(from)
}

/** Escapes the letters of contents, with hexadecimal digits in capitals, and each slash as encoders of PHP do. */
function escaped(text: string): string {
  const tokens = tokensOf(text)
  return tokens
    .map((token, at) => {
      if (!token.startsWith('"') || tokens[at + 1] === ':') return token
      const isContent = tokens[at - 1] === ':' && tokens[at - 2] === '"content"'
      return (isContent ? escapedLetters(token, MAX_ESCAPED) : token).replaceAll(/\\.|\//g, (sign) =>
        sign === '/' ? '\\/' : sign,
      )
    })
    .join('')
}

/** Escapes the last letter of every name. */
function escapedNames(text: string): string {
  const tokens = tokensOf(text)
  return tokens
    .map((token, at) =>
      tokens[at + 1] === ':' ? token.replace(/[A-Za-z]"$/, (end) => `${unicodeEscape(end.slice(0, 1))}"`) : token,
    )
    .join('')
}

const ways: Record<Exclude<Writing, 'compact'>, (text: string) => string> = {
  indented,
  spaced,
  escaped,
  'names escaped': escapedNames,
  'wide white space': wide,
}

/** @param text an object as the harness writes it */
export const writtenAs = (text: string, writing: Writing): string =>
  writing === 'compact' ? text : ways[writing](text)

/** The order of the members of a body, by their names. */
export function orderOf(names: readonly string[]): Row['order'] {
  if (names[0] === 'model' || !names.includes('model')) return 'usual'
  return names.at(-1) === 'model' && names.at(-2) === 'messages' ? 'reversed' : 'rotated'
}

/** The way in which a body is written. */
export function writingOf(text: string): Writing {
  if (text.startsWith(' \n')) return 'wide white space'
  if (text.startsWith('{\n')) return 'indented'
  if (/^\{"(?:[^"\\]|\\.)*": /.test(text)) return 'spaced'
  if (/^\{"[^"]*\\u/.test(text)) return 'names escaped'
  if (/"content":"(?:[^A-Za-z"\\]|\\[^u])*\\u00[4-7]/.test(text)) return 'escaped'
  return 'compact'
}
