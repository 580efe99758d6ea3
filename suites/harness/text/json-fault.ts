/** Finds where a text is not JSON (RFC 8259), or is nested too deeply. Node gives no position for half of these faults. */
import { endOfString } from './json-string.ts'
import { tooDeepAt } from './nesting.ts'

export interface JsonFault {
  /** Offset of the first wrong token; the length of the text if one is missing. */
  readonly offset: number
  readonly message: string
}

const MARKS = '{}[],:'
const SPACES = ' \t\n\r'
/** Ends a token that is neither punctuation nor a string. */
const ENDS = `${MARKS}${SPACES}"`

interface Word {
  readonly offset: number
  readonly text: string
}

/** Tokens: punctuation, strings, and text in between. A regular expression would run out of memory in a long text. */
function* wordsOf(json: string): Generator<Word> {
  for (let at = 0; at < json.length; ) {
    const offset = at
    const first = json.charAt(at++)
    if (SPACES.includes(first)) continue
    if (first === '"') at = endOfString(json, offset)
    else if (!MARKS.includes(first)) while (at < json.length && !ENDS.includes(json.charAt(at))) at += 1
    yield { offset, text: json.slice(offset, at) }
  }
}

/** Whether a token is a string, a number, true, false or null. */
function isScalar(word: string): boolean {
  if (MARKS.includes(word)) return false
  try {
    JSON.parse(word)
    return true
  } catch {
    return false
  }
}

/** Deeper than any file written by hand, and far deeper than our files. Each level takes memory besides its content. */
const DEEPEST = 1000

/** Offset at which a text is nested too deeply to be read, whether it is JSON or not. */
export function excessInJson(json: string): JsonFault | undefined {
  const offset = tooDeepAt(json, DEEPEST)
  return offset === undefined ? undefined : { offset, message: 'this is nested too deeply' }
}

/** The message for each unfinished state of a text that is JSON so far. */
const expecting = (expected: string): string => `this is not JSON: expected ${expected} here`

/** Undefined if the text is JSON. */
export function faultOfJson(json: string): JsonFault | undefined {
  /** The closing brackets of all open objects and arrays. */
  const ends: ('}' | ']')[] = []
  let expected = 'a value'
  let mayEnd = false
  for (const { offset, text } of wordsOf(json)) {
    const end = ends.at(-1)
    if (mayEnd && text === end) {
      ends.pop()
      expected = 'a comma'
    } else if (expected === 'a value' && (text === '{' || text === '[')) {
      ends.push(text === '{' ? '}' : ']')
      expected = text === '{' ? 'a name in double quotes' : 'a value'
      mayEnd = true
      continue
    } else if (expected === 'a value' && isScalar(text)) expected = 'a comma'
    else if (expected === 'a name in double quotes' && text.startsWith('"') && isScalar(text)) expected = 'a colon'
    else if (expected === 'a colon' && text === ':') expected = 'a value'
    else if (expected === 'a comma' && text === ',' && end)
      expected = end === '}' ? 'a name in double quotes' : 'a value'
    else return { offset, message: expecting(inWords(expected, mayEnd, end)) }
    mayEnd = expected === 'a comma'
  }
  return expected === 'a comma' && ends.length === 0
    ? undefined
    : { offset: json.length, message: expecting(inWords(expected, mayEnd, ends.at(-1))) }
}

function inWords(expected: string, mayEnd: boolean, end: string | undefined): string {
  if (!mayEnd) return expected
  return end === undefined ? 'nothing more' : `${expected} or ${end}`
}
