/** Parsed forms of a response and facts about it, shared by several judgements. */
import { shortened } from '../text/printable.ts'
import { kept } from './compact.ts'
import {
  isObject,
  type Json,
  type JsonObject,
  jsonObject,
  type Parsed,
  parseBytes,
  parseJson,
  valueAt,
} from './exact-json.ts'
import { type Exchange, type HttpResponse, mediaType } from './exchange.ts'
import { readOnce } from './read-once.ts'
import type { Kind } from './request.ts'
import { looksLikeSse, readSse, type SseBody, type SseEvent } from './sse.ts'

export interface Payload {
  readonly event: SseEvent
  readonly text: string
  /** The event is the literal end mark, or a variant of it. */
  readonly done: boolean
  readonly json: Parsed | undefined
}

export interface Stream {
  readonly sse: SseBody
  readonly payloads: readonly Payload[]
  /** The stream reports an error after its start, which the contract leaves open (6.7). */
  readonly error: boolean
}

/** The response's body as an event stream. */
export function streamOf(response: HttpResponse): Stream {
  return unreadable(response) === undefined ? streamIn(response) : UNREADABLE
}
const streamIn = readOnce(readStream)

/** The response's body as JSON. */
export function jsonOf(response: HttpResponse): Parsed {
  const reason = unreadable(response)
  return reason === undefined ? jsonIn(response) : { ok: false, reason }
}
const jsonIn = readOnce(parseBytes)

/** The JSON object in a body; undefined if the body is not one. */
export const objectIn = (response: HttpResponse): JsonObject | undefined => jsonObject(jsonOf(response))

/** The JSON objects in a body: the one of a completion, or those of the chunks of a stream. */
export function objectsIn(response: HttpResponse): JsonObject[] {
  const documents = isStream(response) ? streamOf(response).payloads.map(({ json }) => json) : [jsonOf(response)]
  return documents.map(jsonObject).filter((value) => value !== undefined)
}

/** The first bytes of compressed bodies, in hexadecimal. No text begins with any of them. */
const COMPRESSED = { '1f8b': 'gzip', '28b52ffd': 'zstd' }

/** Why a body cannot be read as text; undefined if it can. */
export function unreadable({ encoded, body }: HttpResponse): string | undefined {
  if (encoded !== undefined) return `its content-encoding '${encoded}' cannot be decoded`
  const start = Buffer.from(body.subarray(0, 4)).toString('hex')
  const [, coding] = Object.entries(COMPRESSED).find(([bytes]) => start.startsWith(bytes)) ?? []
  return coding && `it is compressed with ${coding}, and its Content-Encoding does not say so`
}

const UNREADABLE: Stream = { sse: readSse(new Uint8Array()), payloads: [], error: false }

/** Whether a response is meant as a stream: by its bytes, or by its media type if the body is not a JSON object. */
export const isStream = kept((response: HttpResponse): boolean => {
  if (response.encoded === undefined && looksLikeSse(response.body)) return true
  return mediaType(response) === 'text/event-stream' && objectIn(response) === undefined
})

/** Facts about a body that many judgements need, cached by response, since reading a long stream takes long. */
const gistOf = kept((response: HttpResponse) => {
  const { payloads = [], error = false } = isStream(response) ? streamOf(response) : {}
  const models = new Set(objectsIn(response).flatMap(({ model }) => (typeof model === 'string' ? [model] : [])))
  const [first] = payloads
  return {
    error,
    hasChunk: payloads.some((payload) => payload.done || isChunk(payload)),
    hasBegun: first !== undefined && isChunk(first),
    models: [...models].slice(0, 2),
  }
})

/**
 * The form of a 200 response, read tolerantly. A breach in one member must not deprive every check that needs an
 * accepted request of its evidence.
 */
export const recognise = kept(({ request, response }: Exchange): Kind | undefined => {
  if (response?.status !== 200) return undefined
  if (request.operation === 'completions' && isStream(response)) return gistOf(response).hasChunk ? 'stream' : undefined
  const { object, data, choices } = objectIn(response) ?? {}
  if (request.operation === 'models') return object === 'list' || Array.isArray(data) ? 'list' : undefined
  const choice = Array.isArray(choices) ? choices[0] : undefined
  const meant = object === 'chat.completion' || (isObject(choice) && 'message' in choice)
  return meant ? 'completion' : undefined
})

function isChunk({ json }: Payload): boolean {
  const { choices, object } = jsonObject(json) ?? {}
  return Array.isArray(choices) || object === 'chat.completion.chunk'
}

/** Whether a stream starts with a chunk of a completion. */
export const hasBegun = ({ response }: Exchange): boolean => response !== undefined && gistOf(response).hasBegun

/** Whether a stream broke off with an error event, which is an error of the gateway just like a 503. */
export function brokeOff(exchange: Exchange): boolean {
  const { response } = exchange
  return response?.status === 200 && gistOf(response).error
}

/** The items of a model list; undefined if the body is not a model list. */
function listIn(response: HttpResponse | undefined): Json[] | undefined {
  const { data } = (response && objectIn(response)) ?? {}
  return Array.isArray(data) ? data : undefined
}

/** The ids in a model list; empty if there are none. */
export const listedIds = ({ response }: Exchange): string[] =>
  (listIn(response) ?? []).flatMap((model) => (isObject(model) && typeof model.id === 'string' ? [model.id] : []))

/** Whether a response is a readable list without models. */
export const isEmptyList = ({ response }: Exchange): boolean => listIn(response)?.length === 0

/** The first two different models that a completion, or the chunks of a stream, name. */
export const modelsNamed = (response: HttpResponse): readonly string[] => gistOf(response).models

/** The error object of a body of section 2.7, or undefined. */
export function errorOf(response: HttpResponse): JsonObject | undefined {
  const error = objectIn(response)?.error
  return isObject(error) ? error : undefined
}

/** The maximum number of characters of a quote. */
const MAX_QUOTE = 160

/** A short, printable quote of what was received. */
export function quote(response: HttpResponse): string {
  // A character has at most four bytes.
  const text = Buffer.from(response.body.subarray(0, 4 * MAX_QUOTE)).toString()
  const reason = unreadable(response)
  const type = mediaType(response) || '(no content type)'
  return `${response.status} ${type}${reason ? ` (${reason})` : ''} ${shortened(text, MAX_QUOTE)}`
}

function readStream(body: Uint8Array): Stream {
  const sse = readSse(body)
  const payloads = sse.events.filter((event) => event.payload !== '' || event.breaches.length === 0).flatMap(payloadsOf)
  const done = payloads.findIndex((payload) => payload.done)
  const events = payloads.slice(0, done < 0 ? payloads.length : done).map(({ json }) => jsonObject(json) ?? {})
  // Some gateways send the error as a chunk. In a stream with a final chunk, it is only another member.
  const isBare = ({ error, choices }: JsonObject): boolean => error !== undefined && choices === undefined
  const error = events.some(isBare) || (events.some(({ error }) => isObject(error)) && !events.some(isFinal))
  return { sse, payloads, error }
}

/** Whether a chunk ends the text; some gateways give an error as the reason. */
function isFinal(event: JsonObject): boolean {
  const reason = valueAt(event, '/choices/0/finish_reason')
  return typeof reason === 'string' && reason !== 'error'
}

/** Reads data lines without a blank line between them as separate events, as the gateway meant them. */
function payloadsOf(event: SseEvent): Payload[] {
  const whole = payloadOf(event, event.payload)
  if (event.lines.length < 2 || whole.json?.ok) return [whole]
  const single = event.lines.map((line) => payloadOf(event, line))
  return single.every(({ done, json }) => done || json?.ok) ? single : [whole]
}

function payloadOf(event: SseEvent, text: string): Payload {
  const done = text.trim().toLowerCase() === '[done]'
  if (done) return { event, text, done, json: undefined }
  return { event, text, done, json: event.utf8 ? parseJson(text) : { ok: false, reason: 'the bytes are not UTF-8' } }
}
