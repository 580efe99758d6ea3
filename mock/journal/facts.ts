/** The facts that an entry may hold about a request: values from a closed set, never the caller's text. */
import { bearerKey, halvesOf, owner } from '../core/auth.ts'
import { ERRORS, type ErrorKind } from '../core/errors.ts'
import { type HttpResponse, headerOf, type RequestHead } from '../core/http.ts'
import { BODY_LIMIT } from '../core/request/body.ts'
import { pathOf } from '../core/routes.ts'
import type { Call, GatewayView, Project } from '../core/types.ts'
import type { BrokenRule, JournalEntry } from './entry.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Paths that may be shown, without the parts that a caller chooses. */
const PATHS: readonly (readonly [form: RegExp, shown: string])[] = [
  [/^\/v1\/models$/, '/v1/models'],
  [/^\/v1\/chat\/completions$/, '/v1/chat/completions'],
  [/^\/v1\/chat\/completions\/$/, '/v1/chat/completions/'],
  [/^\/v1\/responses/, '/v1/responses'],
  [/^\/responses/, '/responses'],
  [/^\/chat\/completions$/, '/chat/completions'],
  [/^\/models$/, '/models'],
  [/^\/v1\/v1\//, '/v1/v1/...'],
  [/^\/v1\/models\/./, '/v1/models/{id}'],
  [/^\/v1\/(completions|embeddings|moderations)$/, '/v1/$1'],
]

/** The form of a key of any length, because both halves may be long or truncated. */
const KEY_FORM = /svc_[A-Za-z0-9-]+_[A-Za-z0-9_-]+/

const KEY_HEADERS = ['x-api-key', 'api-key', 'openai-api-key'] as const

/** Headers of a server that forwards a request. It may also forward the headers of the browser. */
const FORWARDED = ['via', 'forwarded', 'x-forwarded-for'] as const

const MAX_PARAM_LENGTH = 64

const NONE: readonly never[] = []

export const knownMethod = (method: string): string => (METHODS.has(method) ? method : 'other')

export function knownPath(target: string): string | undefined {
  const path = pathOf(target)
  const row = PATHS.find(([form]) => form.test(path))
  return row && (row[1].includes('$') ? path : row[1])
}

/** Finds a key in a wrong position (contract 1 and 5.1). Only the position is recorded. */
export function misplacedKey({ head, project }: Call, gateway: GatewayView): JournalEntry['misplaced'] {
  const authorization = head.header('authorization')
  // Next to a valid key, other text in the form of a key may be anything.
  const isKey = (text = ''): boolean =>
    KEY_FORM.test(text) && (!ownerIn(authorization, gateway) || ownerIn(text, gateway) !== undefined)
  if (head.target.includes('svc_') && isKey(head.target)) return 'url'
  if (KEY_HEADERS.some((name) => isKey(head.header(name)))) return 'header'
  if (!project && bearerKey(head) === undefined && KEY_FORM.test(authorization ?? '')) return 'scheme'
  // Only browsers send this header, and scripts cannot set it. The server of a page of the same origin forwards requests.
  const site = head.header('sec-fetch-site') ?? 'same-origin'
  const isForwarded = FORWARDED.some((name) => head.header(name) !== undefined)
  return site !== 'same-origin' && !isForwarded && authorization !== undefined ? 'browser' : undefined
}

/**
 * Finds the project of a request that was refused before or during authentication. A client with a wrong path, or with
 * its key in a wrong position, still belongs to its project.
 */
export function ownerOf({ head }: Call, gateway: GatewayView): Project | undefined {
  const places = [head.header('authorization'), ...KEY_HEADERS.map((name) => head.header(name)), head.target]
  for (const place of places) {
    const project = ownerIn(place, gateway)
    if (project) return project
  }
  return undefined
}

/** The project of the first key in a text. */
function ownerIn(text: string | undefined, { accounts }: GatewayView): Project | undefined {
  const [key = ''] = KEY_FORM.exec(text ?? '') ?? []
  return owner(...halvesOf(key), accounts.keys)
}

/** Finds the request id, which is the last header of a response unless a deviation has changed the headers. */
export function idOf({ headers }: HttpResponse): string | undefined {
  const name = headers.at(-2)
  const id = name === 'x-svc-request-id' ? headers.at(-1) : headerOf(headers, 'x-svc-request-id')
  return id === undefined || id.startsWith('req_') || /^[\w.:-]{1,128}$/.test(id) ? id : undefined
}

/** The requested model, if the project or the deployment has it. Any other text is omitted. */
export function modelOf({ body, project }: Call, { accounts }: GatewayView): string | undefined {
  const model = body?.model
  return typeof model === 'string' && (project?.models.has(model) || accounts.models.has(model)) ? model : undefined
}

/** The rules that the request itself broke; empty if a script refused a valid request. */
export function brokenBy({ problems, body, bytes, head }: Call, { error }: HttpResponse): readonly BrokenRule[] {
  if (problems.length > 0) return problems.map(({ code, param }) => ({ code, param: safeParam(param) }))
  if (body) return NONE
  if (error === 'not_json') return [{ code: 'body_not_json', param: '' }]
  const size = bytes || announcedBytes(head)
  return error === 'too_large' && (size === 0 || size > BODY_LIMIT) ? [{ code: 'body_too_large', param: '' }] : NONE
}

/** The names of the faults, variants and disturbances that changed a response. */
export function deviationsOf({ behaviour, disturbances }: Call): readonly string[] {
  return disturbances.length === 0
    ? behaviour.deviations
    : [...behaviour.deviations, ...disturbances.map(({ name }) => name)]
}

/** Omits parameters that do not look like names, because the caller chooses the names of unknown fields. */
function safeParam(param: string): string {
  const cut = param.length > MAX_PARAM_LENGTH ? beginning(param) : param
  return /^[\w.[\]-]*$/.test(cut) && !KEY_FORM.test(param) ? cut : '(unprintable)'
}

// Split and join, because a slice would keep the whole text in memory, up to 1 MiB for each entry.
const beginning = (text: string): string => text.slice(0, MAX_PARAM_LENGTH).split('').join('')

export function errorOf(response: HttpResponse, call: Call): JournalEntry['error'] {
  const kind = response.error as ErrorKind | undefined
  if (kind === undefined) return undefined
  return { kind, code: response.code ?? call.problems[0]?.code ?? ERRORS[kind].code }
}

export function waitOf({ headers }: HttpResponse): number | undefined {
  const value = headerOf(headers, 'retry-after')
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined
}

/** The size of a body that was refused unread, from its Content-Length. */
export function announcedBytes(head: RequestHead): number {
  const length = Number(head.header('content-length') ?? 0)
  return Number.isSafeInteger(length) && length > 0 ? length : 0
}
