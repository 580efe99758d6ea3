import { isAscii } from 'node:buffer'
import { compact, kept } from '../http/compact.ts'
import { decode, type Json } from '../http/exact-json.ts'
import type { Exchange, HttpResponse, SentRequest } from '../http/exchange.ts'
import { isStream, jsonOf, recognise, streamOf } from '../http/response.ts'
import { repeatedMember } from '../text/repeated-member.ts'
import { type Breach, clip, type Report } from './bodies.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

const BACKSLASH = 0x5c

/** An unpaired surrogate or a replacement character, escaped in JSON. */
const ESCAPED = /\\u(?:d[89ab][\da-f]{2}(?!\\ud[c-f][\da-f]{2})|(?<!\\ud[89ab][\da-f]{2}\\u)d[c-f][\da-f]{2}|fffd)/i

const isTorn = (text: string): boolean => !text.isWellFormed() || text.includes('\uFFFD')

/** Whether the request contains torn characters (incomplete or replaced), which a model may repeat. */
export const sendsTornText = kept(({ body }: SentRequest): boolean => {
  // Most bodies have no character that can be torn, and long ones are costly to decode.
  if (body === undefined || (isAscii(body) && !body.includes(BACKSLASH))) return false
  try {
    const text = utf8.decode(body)
    return text.includes('\uFFFD') || ESCAPED.test(text)
  } catch {
    return true
  }
})

/** @param isCut whether a token limit ended the text, perhaps in the middle of its last character */
export function judgeWholeText(content: string, isCut: boolean, report: Report): void {
  const text = isCut ? content.replace(/\uFFFD+$/, '') : content
  report('completion-text-whole', splitIn(text, content, '/choices/0/message/content'))
}

/** The same for the texts of chunks, each with its byte offset in the stream. */
export function judgeWholeChunks(
  chunks: readonly { readonly text: string; readonly at: number }[],
  report: Report,
): void {
  const torn = chunks.find(({ text }) => isTorn(text))
  report('stream-text-whole', torn && splitIn(torn.text, torn.text, `byte ${torn.at}`))
}

function splitIn(text: string, whole: string, at: string): Parameters<Report>[1] {
  if (!isTorn(text)) return undefined
  // A model may write U+FFFD itself.
  const message = text.isWellFormed()
    ? 'the text contains U+FFFD, which often replaces half of a character'
    : 'a character is split'
  return compact({ message, at, actual: clip(JSON.stringify(whole)) })
}

const EXPECTED = 'JSON that every reader reads alike'

/** Judges every body and every chunk. A pass counts only for recognised responses of the contract. */
export function judgeOneReading(exchange: Exchange, response: HttpResponse, report: Report): void {
  const { request } = exchange
  const breach = isStream(response) ? breachInStream(response, request) : breachInBody(response, request)
  if (breach || recognise(exchange) !== undefined) report('json-read-alike', breach)
}

function breachInBody(response: HttpResponse, request: SentRequest): Breach | undefined {
  const json = jsonOf(response)
  if (!json.ok) return undefined
  const { text, bom } = decode(response.body)
  if (bom) return { message: 'a byte order mark precedes the JSON', at: 'byte 0', expected: EXPECTED }
  return breachIn(text, json.value, '', request)
}

function breachInStream(response: HttpResponse, request: SentRequest): Breach | undefined {
  for (const { event, text, json } of streamOf(response).payloads) {
    const breach = json?.ok ? breachIn(text, json.value, `byte ${event.at}`, request) : undefined
    if (breach) return breach
  }
  return undefined
}

function breachIn(text: string, value: Json, place: string, request: SentRequest): Breach | undefined {
  const twice = repeatedMember(text)
  const where = place === '' ? {} : { at: place }
  if (twice !== undefined)
    return { message: `the member ${clip(twice.written)} occurs twice in an object`, expected: EXPECTED, ...where }
  // In UTF-8, only an escape can produce half a character.
  const half = HALF.test(text) ? tornText(value) : undefined
  // A response may repeat torn characters of its request. The request is checked last, since that takes longer.
  if (half === undefined || sendsTornText(request)) return undefined
  const message = 'a text contains half of a surrogate pair'
  return { message, expected: EXPECTED, actual: clip(JSON.stringify(half)), ...where }
}

const HALF = /\\ud/i

/** The levels of objects to look into, and the levels for which the contract names members. */
const DEEPEST = 100
const SHALLOW = 4

/** A text or name with half of a surrogate pair. The texts of completions and chunks have their own requirements. */
function tornText(value: Json, path = '', level = 0): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() || OWN_JUDGE.has(path) ? undefined : value
  if (typeof value !== 'object' || value === null || level > DEEPEST) return undefined
  for (const [name, member] of Object.entries(value)) {
    if (!name.isWellFormed()) return name
    const torn = tornText(member, level < SHALLOW ? `${path}/${name}` : '', level + 1)
    if (torn !== undefined) return torn
  }
  return undefined
}

/** Judged by `completion-text-whole` and `stream-text-whole`. */
const OWN_JUDGE: ReadonlySet<string> = new Set(['/choices/0/message/content', '/choices/0/delta/content'])
