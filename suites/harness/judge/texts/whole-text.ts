/** Whether characters arrive whole, in completions (2.4) and in streams (6): both at level should. */
import { isAscii } from 'node:buffer'
import { compact } from '../../http/compact.ts'
import type { SentRequest } from '../../http/exchange.ts'
import { clip, type Report } from '../bodies.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

const BACKSLASH = 0x5c

/** A surrogate without its other half, or a replacement character, as JSON may escape them. */
const ESCAPED = /\\u(?:d[89ab][\da-f]{2}(?!\\ud[c-f][\da-f]{2})|(?<!\\ud[89ab][\da-f]{2}\\u)d[c-f][\da-f]{2}|fffd)/i

const isTorn = (text: string): boolean => !text.isWellFormed() || text.includes('\uFFFD')

/** Whether the caller has sent torn characters, which a model may repeat. */
export function sendsTornText({ body }: SentRequest): boolean {
  // Most bodies have no character that can be torn, and long ones are costly to decode.
  if (body === undefined || (isAscii(body) && !body.includes(BACKSLASH))) return false
  try {
    const text = utf8.decode(body)
    return text.includes('\uFFFD') || ESCAPED.test(text)
  } catch {
    return true
  }
}

/** @param isCut a limit of tokens ended the text, and may have fallen into the middle of its last character */
export function judgeWholeText(content: string, isCut: boolean, report: Report): void {
  const text = isCut ? content.replace(/\uFFFD+$/, '') : content
  report('completion-text-whole', breachIn(text, content, '/choices/0/message/content'))
}

/** The same for the texts of chunks, each with its byte in the stream. */
export function judgeWholeChunks(
  chunks: readonly { readonly text: string; readonly at: number }[],
  report: Report,
): void {
  const torn = chunks.find(({ text }) => isTorn(text))
  report('stream-text-whole', torn && breachIn(torn.text, torn.text, `byte ${torn.at}`))
}

function breachIn(text: string, whole: string, at: string): Parameters<Report>[1] {
  if (!isTorn(text)) return undefined
  return compact({ message: 'a character is split', at, actual: clip(JSON.stringify(whole)) })
}
