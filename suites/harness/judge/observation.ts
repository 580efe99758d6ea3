/** Observed behaviour in a few words, so that values can be counted and compared between runs. */
import type { RequirementId } from '../catalogue/requirements.ts'
import { isObject, type Json, type JsonObject, objectSent } from '../http/exact-json.ts'
import { type Exchange, type HttpResponse, headerValues, mediaType } from '../http/exchange.ts'
import { errorOf, isStream, objectIn, objectsIn, streamOf } from '../http/response.ts'
import { isBareName } from './errors/param.ts'
import type { Finding, ObservationName } from './evidence.ts'

type Note = (requirement: RequirementId, value: string) => void

/** The maximum number of different observations on one response: more are noise. */
const MAX_NOTES = 100

/** Observations on one response, whatever the purpose of its request. */
export function observeExchange(exchange: Exchange, response: HttpResponse): Finding[] {
  const findings: Finding[] = []
  const noted = new Set<string>()
  const note: Note = (requirement, value) => {
    const key = `${requirement} ${value}`
    if (noted.size >= MAX_NOTES || noted.has(key)) return
    noted.add(key)
    findings.push({ requirement, outcome: 'observed', message: value, exchanges: [exchange.id] })
  }
  const [id] = headerValues(response, 'x-svc-request-id')
  if (id) note('id-formats', `request: ${shapeOf(id.trim())}`)
  if (response.status === 429)
    note('retry-after-given', headerValues(response, 'retry-after').length > 0 ? 'given' : 'not given')
  note(
    'deprecation',
    ['deprecation', 'sunset'].filter((name) => headerValues(response, name).length > 0).join(', ') || 'not announced',
  )
  note('interim-answers', response.interim.length > 0 ? response.interim.join(', ') : 'none seen')
  note('key-echoed', response.keyIn ? `${response.status}: in its ${response.keyIn.join(' and ')}` : 'not seen')
  if (response.status >= 400) noteError(response, note)
  if (response.status !== 200 || mediaType(response) === '') return findings
  const body = objectIn(response)
  if (exchange.request.operation === 'models') noteExtras('list', body, 'list-extra-members', note)
  else if (isStream(response)) noteStream(exchange, response, note)
  else if (body) noteCompletion(body, note)
  return findings
}

function noteError(response: HttpResponse, note: Note): void {
  const error = errorOf(response)
  if (!error) return
  const { param } = error
  const form =
    param === null
      ? 'null'
      : typeof param !== 'string'
        ? 'malformed'
        : param === ''
          ? 'empty'
          : isBareName(param)
            ? 'a field'
            : 'a path'
  note('error-param-form', `${response.status}: ${form}`)
  if (typeof error.code === 'string')
    note('error-values', `${response.status}: code ${JSON.stringify(error.code.slice(0, 60))}`)
}

function noteCompletion(body: JsonObject, note: Note): void {
  noteExtras('completion', body, 'completion-extra-members', note)
  noteExtras('usage', body.usage, 'completion-extra-members', note)
  const choice = Array.isArray(body.choices) ? body.choices[0] : undefined
  if (isObject(choice)) noteExtras('message', choice.message, 'completion-extra-members', note)
  note('usage-unknown', `completion: ${usageForm(body.usage)}`)
  if (typeof body.id === 'string') note('id-formats', `completion: ${shapeOf(body.id)}`)
}

function noteStream(exchange: Exchange, response: HttpResponse, note: Note): void {
  const { sse, payloads, error } = streamOf(response)
  const chunks = objectsIn(response)
  const choices = chunks.map((chunk) => (Array.isArray(chunk.choices) ? chunk.choices[0] : undefined))
  note('stream-freedoms', `line ends ${sse.freedoms.lineEnds}${sse.freedoms.bom ? ', byte order mark' : ''}`)
  if (sse.freedoms.comments.length > 0) note('stream-freedoms', 'comment lines')
  if (payloads.some(({ text, json }) => json?.ok && text !== text.trim()))
    note('stream-freedoms', 'white space around the JSON of a chunk')
  const [first] = choices
  const role = isObject(first) && isObject(first.delta) && 'role' in first.delta
  note('stream-freedoms', `first chunk ${role ? 'with' : 'without'} a role`)
  for (const name of ['created', 'model'] as const) {
    const values = chunks.flatMap((chunk) => (name in chunk ? [JSON.stringify(chunk[name])] : []))
    if (new Set(values).size > 1) note('stream-freedoms', `${name} changes within a stream`)
  }
  for (const [index, chunk] of chunks.entries()) {
    noteExtras('completion', chunk, 'chunk-extra-members', note)
    noteExtras('usage', chunk.usage, 'chunk-extra-members', note)
    const choice = choices[index]
    if (isObject(choice)) noteExtras('delta', choice.delta, 'chunk-extra-members', note)
  }
  const { stream_options: options } = objectSent(exchange.request) ?? {}
  const asked = isObject(options) && options.include_usage === true ? 'asked for' : 'not asked for'
  const positions = chunks.flatMap((chunk, index) => {
    if (!isObject(chunk.usage)) return []
    const choice = choices[index]
    return [
      choice === undefined
        ? 'a chunk without a choice'
        : isObject(choice) && choice.finish_reason
          ? 'the final chunk'
          : 'a chunk with a choice',
    ]
  })
  note(
    'stream-usage-place',
    `${asked}: ${[...new Set(positions)].join(', ') || (chunks.some((chunk) => chunk.usage === null) ? 'null' : 'none')}`,
  )
  note('stream-error-after-start', error ? 'an event with an error' : 'none seen')
  note('stream-pace', response.packets.length <= 1 ? 'in one piece' : 'in several packets')
  const [chunk] = chunks
  if (typeof chunk?.id === 'string') note('id-formats', `chunk: ${shapeOf(chunk.id)}`)
}

const MEMBERS = {
  list: ['object', 'data'],
  completion: ['id', 'object', 'created', 'model', 'choices', 'usage'],
  message: ['role', 'content'],
  delta: ['role', 'content'],
  usage: ['prompt_tokens', 'completion_tokens', 'total_tokens', 'prompt_tokens_details', 'completion_tokens_details'],
} as const

function noteExtras(kind: keyof typeof MEMBERS, value: Json | undefined, requirement: RequirementId, note: Note): void {
  if (!isObject(value)) return
  const extras = Object.keys(value).filter((name) => !(MEMBERS[kind] as readonly string[]).includes(name))
  for (const name of extras) note(requirement, `${kind}: ${name.slice(0, 60)}`)
  if (extras.length === 0) note(requirement, `${kind}: none`)
}

function usageForm(usage: Json | undefined): string {
  if (usage === undefined) return 'left out'
  if (!isObject(usage)) return usage === null ? 'null' : 'malformed'
  const zero = [usage.prompt_tokens, usage.completion_tokens, usage.total_tokens].every((count) => count === 0)
  const details = 'prompt_tokens_details' in usage || 'completion_tokens_details' in usage
  return `given${zero ? ', all zeros' : ''}${details ? ', with details' : ''}`
}

/** The shape of an id: runs of letters and digits become their lengths. */
export function shapeOf(id: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return 'UUID'
  const prefix = /^[a-z]+[-_]/i.exec(id)?.[0] ?? ''
  const rest = id.slice(prefix.length)
  const alphabet = /^\d*$/.test(rest)
    ? 'digits'
    : /^[0-9a-f]*$/i.test(rest)
      ? 'hex'
      : /^[\w-]*$/.test(rest)
        ? 'letters and digits'
        : 'characters'
  return `${prefix}<${rest.length} ${alphabet}>`
}

/** The value to record for an exchange. */
export function observe(what: ObservationName, exchange: Exchange): string {
  if (what === 'label') return ''
  const { response, failure } = exchange
  if (!response) return `no response (${failure?.code ?? 'unknown'})`
  const param = response.status >= 400 ? errorOf(response)?.param : undefined
  const named = typeof param === 'string' ? `, param ${JSON.stringify(param.slice(0, 60))}` : ''
  return `${response.status}${ending(exchange)}${named}`
}

/** How a completion ended: its finish_reason. */
function ending(exchange: Exchange): string {
  const { response } = exchange
  if (response?.status !== 200) return ''
  const choices = objectsIn(response).flatMap(({ choices }) => (Array.isArray(choices) ? choices : []))
  const reasons = choices.map((choice) => (isObject(choice) ? choice.finish_reason : undefined))
  const last = reasons.findLast((reason) => typeof reason === 'string')
  return last ? `, finish_reason ${last}` : ''
}
