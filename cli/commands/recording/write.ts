/** Writes responses as a recording: YAML that `mock --replay` reads, one response after the other. */
import { isUtf8 } from 'node:buffer'
import { appendFileSync, statSync, writeFileSync } from 'node:fs'
import { UsageError } from '../../../suites/harness/catalogue/usage-error.ts'
import { decodeContent } from '../../../suites/harness/client/content-encoding.ts'
import { type Header, headerIn } from '../../../suites/harness/http/exchange.ts'
import { hideKeys, type Redactor, redactor } from '../../../suites/harness/http/redact.ts'
import type { SeenExchange, SeenRequest, SeenResponse } from '../../../suites/harness/traffic/seen.ts'
import type { SeenFinding } from '../../../suites/harness/traffic/summary.ts'
import { askedOf } from './asked.ts'
import { withoutSplitKey, withoutTexts } from './filler.ts'
import { bytesOf, type Chunk, MAX_RECORDING_BYTES } from './read.ts'

export interface RecordOptions {
  readonly file: string
  readonly keepText: boolean
  /** Days after which the recording is too old to use. */
  readonly maxAge: number
}

/** Headers that are not recorded: about the connection or the date, or with secrets. */
const NOT_KEPT =
  /^(?:connection|keep-alive|transfer-encoding|te|trailer|upgrade|date|set-cookie|authorization|proxy-.*)$/i
const MAX_DECODED = 16 * 1_048_576

/** Begins the file. @throws UsageError where it cannot be written */
function beginRecording({ file, keepText, maxAge }: RecordOptions): void {
  const head = { recorded: new Date().toISOString(), max_age_days: maxAge, text: keepText ? 'kept' : 'filler' }
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  try {
    writeFileSync(file, `format: svc-conformance-recording/1\n${lines.join('\n')}\nresponses:\n`, { mode: 0o600 })
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    throw new UsageError(`--record ${file}: cannot be written (${code}); name another file`)
  }
}

/**
 * Appends to a recording that was begun; an earlier thread may already have appended to it.
 *
 * @returns a function that adds an exchange, and returns a sentence for the log, once, when recording stops
 */
export function recorderTo({ file, keepText }: RecordOptions) {
  let bytes = statSync(file).size
  let isFull = false
  return (seen: SeenExchange, broken: readonly SeenFinding[]): string | undefined => {
    const item = isFull ? undefined : itemOf(seen, broken, keepText)
    if (item === undefined) return undefined
    bytes += Buffer.byteLength(item)
    isFull = bytes > MAX_RECORDING_BYTES
    if (isFull) return `${file} has ${MAX_RECORDING_BYTES / 1_048_576} MiB; nothing more is recorded.`
    try {
      appendFileSync(file, item)
      return undefined
    } catch (error) {
      isFull = true
      return `${file} cannot be written (${(error as NodeJS.ErrnoException).code}); nothing more is recorded.`
    }
  }
}

/** Undefined if the exchange does not have the whole response. */
function itemOf(seen: SeenExchange, broken: readonly SeenFinding[], keepText: boolean): string | undefined {
  const asked = askedOf(seen.request)
  const { response, endedBy } = seen
  if (!asked || !response?.body || (response.complete === false && endedBy !== 'gateway')) return undefined
  const content = contentOf(response, seen.duration ?? 0, redactorFor(seen.request))
  if (!content) return undefined
  const { headers, packets } = content
  const isStream = headers.some(([name, value]) => /^content-type$/i.test(name) && /^text\/event-stream/i.test(value))
  const body = keepText ? withoutSplitKey(content.body) : withoutTexts(content.body, isStream)
  const breaks = [...new Set(broken.filter(({ level }) => level === 'must').map(({ requirement: id }) => id))]
  const chunks = packets.map(([offset, at], index): Chunk => {
    const piece = Buffer.from(body.subarray(offset, packets[index + 1]?.[0]))
    return [Math.round(at), isUtf8(piece) ? hideKeys(piece.toString()) : { base64: piece.toString('base64') }]
  })
  const rows = (name: string, list: readonly unknown[]): string =>
    list.length === 0
      ? `  ${name}: []`
      : [`  ${name}:`, ...list.map((one) => `    - ${JSON.stringify(one)}`)].join('\n')
  // Drop a Content-Length that no longer fits, because masking a key changes the length.
  const length = chunks.reduce((sum, [, piece]) => sum + bytesOf(piece).length, 0)
  const own = headers.filter(([name, value]) => !/^content-length$/i.test(name) || Number(value) === length)
  return [
    `- request: ${JSON.stringify(asked)}`,
    ...(breaks.length > 0 ? [`  # This response breaks the contract.\n  fault: ${JSON.stringify(breaks)}`] : []),
    `  status: ${response.status}`,
    rows('headers', own),
    rows('chunks', chunks),
    ...(endedBy === 'gateway' ? ['  end: aborted'] : []),
    '',
  ].join('\n')
}

/** The redactor of the last key, because the exchanges of a caller follow each other. */
let last: { readonly key: string; readonly by: Redactor } | undefined

/** Masks the key of a request in its response, however the gateway encodes it. */
function redactorFor({ headers = [] }: SeenRequest): Redactor {
  const key = (headerIn(headers, 'authorization') ?? '').replace(/^bearer\s+/i, '')
  if (last?.key !== key) last = { key, by: redactor(key === '' ? [] : [key]) }
  return last.by
}

function contentOf(
  response: SeenResponse,
  duration: number,
  secret: Redactor,
): { body: Uint8Array; headers: readonly Header[]; packets: NonNullable<SeenResponse['packets']> } | undefined {
  const { body, encoding, headers = [], packets = [[0, duration]] } = response
  if (!body) return undefined
  const hide = (text: string): string => hideKeys(secret.text(text))
  const kept = headers.filter(([name]) => !NOT_KEPT.test(name)).map((each): Header => [hide(each[0]), hide(each[1])])
  if ('bytes' in body && encoding === undefined)
    return { body: secret.bytes(body.bytes), headers: kept, packets: body.bytes.length === 0 ? [] : packets }
  // Decoding has changed the length of this body, and the original chunks are unknown.
  const plain = 'text' in body ? Buffer.from(body.text) : decoded(body.bytes, encoding ?? '')
  const others = kept.filter(([name]) => !/^content-(?:encoding|length)$/i.test(name))
  return plain && { body: secret.bytes(plain), headers: others, packets: [[0, packets.at(-1)?.[1] ?? duration]] }
}

/** Undefined for bytes that cannot be decoded. */
export function decoded(bytes: Uint8Array, encoding: string): Uint8Array | undefined {
  const content = decodeContent(bytes, encoding, MAX_DECODED)
  return content.unpacked ? content.bytes : undefined
}

const DAY = 86_400_000

/** `--record` and its related options. */
export interface RecordingOptions {
  readonly record?: string
  readonly keepText?: boolean
  /** Milliseconds. */
  readonly recordFor?: number
}

/** Begins the recording that the options name. @throws UsageError */
export function recordingOf({ record: file, keepText = false, recordFor = 30 * DAY }: RecordingOptions) {
  if (file === undefined) return undefined
  const options = { file, keepText, maxAge: Math.max(1, Math.ceil(recordFor / DAY)) }
  beginRecording(options)
  return options
}
