/**
 * Replaces texts in the bytes of a response by filler. Each character is replaced by one with as many bytes, so that
 * offsets, lengths and chunk boundaries stay, even boundaries inside a character.
 */
import { isUtf8 } from 'node:buffer'
import { jsonIn } from '../../../reporters/formats/json.ts'
import { hideKeys } from '../../../suites/harness/http/redact.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
/** Members whose values are words of the contract or ids; other texts may be from a model or a prompt. */
const KEPT: ReadonlySet<string> = new Set('id object model role finish_reason type code param owned_by'.split(' '))
/** Strings that are safe to keep as names or values: short and without spaces. */
const TAME = /^"[\w.:/[\]-]{0,80}"$/
const BARE = /^(?:true|false|null|-?\d[\d.eE+-]*)$/
/** A string with a colon after it (a name), punctuation, or anything else up to the next of these. */
const TOKENS = /("(?:[^"\\]|\\.)*"?)(\s*:)?|[{}[\]:,]|[^\s"{}[\]:,]+/gs
const CONTENT = /"content"\s*:\s*("(?:[^"\\]|\\.)*")/g
const CHARACTERS = /\\u([0-9a-fA-F]{4})|\\.|./gsu

function escaped(code: number): string {
  if (code < 0x80) return '\\u0061'
  if (code < 0x800) return '\\u00e9'
  if (code >= 0xd800 && code < 0xdc00) return '\\ud83d'
  return code >= 0xdc00 && code < 0xe000 ? '\\ude00' : '\\u4e2d'
}

function filled(text: string): string {
  let at = 0
  return text.replace(CHARACTERS, (character, hex?: string) => {
    if (hex !== undefined) return escaped(Number.parseInt(hex, 16))
    if (character.length > 1 && character.startsWith('\\')) return '\\n'
    const code = character.codePointAt(0) ?? 0
    if (code < 0x20) return character
    if (code < 0x80) return LETTERS[at++ % LETTERS.length] as string
    return code < 0x800 ? 'é' : code < 0x10000 ? '中' : '😀'
  })
}

/** Replaces the strings in JSON, which may be truncated. */
function inJson(json: string): string {
  let name = ''
  return json.replace(TOKENS, (token, text: string | undefined, colon = '') => {
    if (text === undefined) return /^[{}[\]:,]$/.test(token) || BARE.test(token) ? token : filled(token)
    const isTame = TAME.test(text)
    if (colon !== '') name = text.slice(1, -1)
    if (isTame && (colon !== '' || KEPT.has(name))) return token
    const end = text.length > 1 && /(?<!\\)(?:\\\\)*"$/.test(text) ? '"' : ''
    return `"${filled(text.slice(1, text.length - end.length))}${end}${colon}`
  })
}

/** Replaces texts in a line of an event stream; `data` is read as JSON, other values as text. */
function inLine(line: string): string {
  const [, field = '', value = ''] = /^([a-z]*: ?)?(.*)$/s.exec(line) ?? []
  if (/^data: ?$/.test(field)) return `${field}${value.trim() === '[DONE]' ? value : inJson(value)}`
  return `${field}${filled(value)}`
}

/** A body of the same length, with filler instead of texts. */
export function withoutTexts(body: Uint8Array, isStream: boolean): Uint8Array {
  if (!isUtf8(body)) return body.map((byte) => (byte < 0x20 ? byte : 0x78))
  const text = Buffer.from(body).toString()
  return Buffer.from(isStream ? text.replace(/[^\r\n]+/g, inLine) : inJson(text))
}

/** A stream without texts if its pieces together contain a key. Any other body stays: a key in one piece can be masked. */
export function withoutSplitKey(body: Uint8Array): Uint8Array {
  const text = Buffer.from(body).toString()
  if (!/^data:/m.test(text)) return body
  const pieces = [...text.matchAll(CONTENT)].map(([, piece = '']) => String(jsonIn(piece) ?? ''))
  // A key that ends in its piece is masked alike in both.
  return hideKeys(pieces.join('')) === pieces.map(hideKeys).join('') ? body : withoutTexts(body, true)
}
