/**
 * Masks keys that a target echoes, before anything is stored. A mask is as long as the text
 * that it hides, so that byte offsets and JSON do not change.
 */
import { isOrdinary } from '../catalogue/ordinary-words.ts'
import { Traces } from '../text/traces.ts'
import { OTHER_HEADERS } from './key-wrappings.ts'

export interface Redactor {
  text(value: string): string
  bytes(value: Uint8Array): Uint8Array
}

/** Masks every key and secret, however encoded, and parts with at least half of its characters and at least eight. */
export const redactor = (keys: readonly string[]): Redactor => maskingBy(new Traces(keys, true, isOrdinary))

/** Limits for remembered clean texts, number and length: header names and most values repeat in every response. */
const [MAX_CLEAN, MAX_CLEAN_LENGTH] = [1000, 100]

function maskingBy(traces: Traces): Redactor {
  const clean = new Set<string>()
  return {
    text(value) {
      if (clean.has(value)) return value
      let masked = ''
      let done = 0
      for (const [start, end] of traces.in(value)) {
        if (end <= done) continue
        const from = Math.max(start, done)
        masked += value.slice(done, from) + '*'.repeat(end - from)
        done = end
      }
      if (done > 0) return masked + value.slice(done)
      if (clean.size >= MAX_CLEAN) clean.clear()
      if (value.length <= MAX_CLEAN_LENGTH) clean.add(value)
      return value
    },
    bytes(value) {
      // One character per byte, so that offsets in the text are offsets in the body.
      const text = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1')
      let masked: Buffer | undefined
      const isListed = listedIn(text)
      for (const [start, end] of traces.in(text)) {
        masked ??= Buffer.from(value)
        masked.fill(isListed(start) && /^\d+$/.test(text.slice(start, end)) ? '1' : '*', start, end)
      }
      return masked ?? value
    },
  }
}

/** Finds numbers in JSON arrays, outside strings: a masked number has to stay a number. Offsets have to ascend. */
function listedIn(text: string): (at: number) => boolean {
  const marks = /\\.|["[\]]/gs
  let [isText, isList, next] = [false, false, marks.exec(text)]
  return (at) => {
    for (; next && next.index < at; next = marks.exec(text)) {
      if (next[0] === '"') isText = !isText
      else if (!isText) isList = next[0] === '['
    }
    return isList && !isText
  }
}

/** Secrets of every target that this process has read: no error message may contain one. */
const remembered = new Set<string>()

/** From now on, `hideKeys` also masks these secrets, plain or escaped once. */
export function rememberSecrets(secrets: Iterable<string>): void {
  for (const secret of secrets) remembered.add(secret)
}

/** The redactor for all remembered secrets; rebuilt after their number has changed. */
let hiding: { readonly by: Redactor; readonly of: number } | undefined

/** Forgets secrets. A process that reads many files needs this, since each known secret makes every masking slower. */
export function forgetSecrets(): void {
  remembered.clear()
  hiding = undefined
}

/**
 * Masks known secrets in a text, as the last step before output. Responses of a target are masked much earlier,
 * including parts of secrets. Our own words and addresses may look like a part of a secret, so this looks for whole
 * secrets only, plain or escaped once.
 */
export function hideSecrets(text: string): string {
  if (hiding?.of !== remembered.size)
    hiding = { by: maskingBy(new Traces([...remembered], false, isOrdinary, 1)), of: remembered.size }
  return hiding.by.text(text)
}

/** Masks everything in a text that looks like a key, and all known secrets. */
export const hideKeys = (text: string): string =>
  hideSecrets(text.replaceAll(/svc_[A-Za-z0-9-]+_[\x21-\x7e]+/g, 'svc_…'))

/** Some requests have a key in all `OTHER_HEADERS`, and many servers accept 8 KiB of headers. */
const MAX_KEY_LENGTH = 300

/** Why a run cannot use a key; undefined if it can. */
export function faultOfKey(key: string): string | undefined {
  if (key === '') return 'is empty'
  if (key.length > MAX_KEY_LENGTH)
    return `has more than ${MAX_KEY_LENGTH} characters; use a shorter key, which fits into ${OTHER_HEADERS.length} headers of one request`
  if (/^[\x21-\x7e]+$/.test(key)) return undefined
  return 'contains a space, a line break or another character that is invalid in a header; copy only the complete key'
}
