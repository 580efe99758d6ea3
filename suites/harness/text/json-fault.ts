/** Finds where a text is not JSON (RFC 8259), or is nested too deeply: Node gives no position for half of the mistakes. */
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

/** Punctuation, strings, and what is between them. By hand, since a regular expression runs out of memory in a long text. */
function* wordsOf(json: string): Generator<Word> {
  for (let at = 0; at < json.length; ) {
    const offset = at
    const first = json.charAt(at++)
    if (SPACES.includes(first)) continue
    if (first === '"') {
      while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
      at += 1
    } else if (!MARKS.includes(first)) while (at < json.length && !ENDS.includes(json.charAt(at))) at += 1
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

/** Deeper than any file written by hand, and far deeper than our own files. Each level takes memory, besides its content. */
const DEEPEST = 1000

/** Offset at which a text is nested too deeply to be read, whether it is JSON or not. */
export function excessInJson(json: string): JsonFault | undefined {
  const offset = tooDeepAt(json, DEEPEST)
  return offset === undefined ? undefined : { offset, message: 'this is nested too deeply' }
}

/** The message for each unfinished state of a text that is JSON so far. */
const isDue = (due: string): string => `this is not JSON: expected ${due} here`

/** Undefined if the text is JSON. */
export function faultOfJson(json: string): JsonFault | undefined {
  /** The brackets that close what is open. */
  const ends: ('}' | ']')[] = []
  let due = 'a value'
  let mayEnd = false
  for (const { offset, text } of wordsOf(json)) {
    const end = ends.at(-1)
    if (mayEnd && text === end) {
      ends.pop()
      due = 'a comma'
    } else if (due === 'a value' && (text === '{' || text === '[')) {
      ends.push(text === '{' ? '}' : ']')
      due = text === '{' ? 'a name in double quotes' : 'a value'
      mayEnd = true
      continue
    } else if (due === 'a value' && isScalar(text)) due = 'a comma'
    else if (due === 'a name in double quotes' && text.startsWith('"') && isScalar(text)) due = 'a colon'
    else if (due === 'a colon' && text === ':') due = 'a value'
    else if (due === 'a comma' && text === ',' && end) due = end === '}' ? 'a name in double quotes' : 'a value'
    else return { offset, message: isDue(inWords(due, mayEnd, end)) }
    mayEnd = due === 'a comma'
  }
  return due === 'a comma' && ends.length === 0
    ? undefined
    : { offset: json.length, message: isDue(inWords(due, mayEnd, ends.at(-1))) }
}

function inWords(due: string, mayEnd: boolean, end: string | undefined): string {
  if (!mayEnd) return due
  return end === undefined ? 'nothing more' : `${due} or ${end}`
}
