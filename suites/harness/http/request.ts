/** Requests as checks describe them, before a key or a socket is involved. */
import { compact, kept } from './compact.ts'
import { type Header, headerIn, type Operation, type SentRequest } from './exchange.ts'
import { type Credential, type KeyForm, type KeyRole, recorded } from './key-forms.ts'
import { SameBodies } from './read-once.ts'

/** A request to send. Plans with equal data are the same request. */
export interface Plan {
  readonly operation: Operation
  readonly method: string
  /** Path below the base URL, beginning with a slash. */
  readonly path: string
  readonly credential: Credential | undefined
  readonly headers: readonly Header[]
  readonly body: string | Uint8Array | undefined
  readonly framing: 'length' | 'chunked' | 'none'
  readonly stream: boolean
  readonly model: string | undefined
  /** The harness itself writes the body as JSON, so a variation may format it differently. */
  readonly json?: true
  /** The spelling of header names, if it differs from the given one. */
  readonly spelling?: Spelling
  /** Names of headers in the spelling and order of the client; other headers follow. */
  readonly order?: readonly string[]
  /** It is sent without a user agent, as by some clients. */
  readonly anonymous?: true
  /** Dimensions whose values come from the recorded client. */
  readonly natural?: readonly string[]
  /** The client disconnects before the response is complete: after its first bytes, or soon after the request. */
  readonly hangUp?: 'after-first-bytes' | 'after-request'
  /** The body is sent in small pieces with pauses, as over a slow network. */
  readonly slow?: true
  /** It is sent on a new connection; plans with the same text share one. */
  readonly fresh?: true | string
  /** It is sent with this version of HTTP, and needs a new connection. */
  readonly version?: '1.0'
}

/** Kinds of requests. The same part of a gateway handles all requests of one kind. */
export const kinds = ['list', 'completion', 'stream'] as const
export type Kind = (typeof kinds)[number]

export function kindOf({ operation, stream }: Pick<Plan, 'operation' | 'stream'>): Kind {
  if (operation !== 'completions') return 'list'
  return stream ? 'stream' : 'completion'
}

/** The case of header names, which are not case-sensitive: `content-type` or `CONTENT-TYPE`. */
export type Spelling = 'lower' | 'upper'

/** The name of a header in a spelling. */
export function spelt(name: string, spelling: Spelling | undefined): string {
  return spelling === 'upper' ? name.toUpperCase() : spelling === 'lower' ? name.toLowerCase() : name
}

export interface PlanOptions {
  readonly role?: KeyRole
  /** How the key is presented; null sends no key. */
  readonly form?: KeyForm | null
  readonly headers?: readonly Header[]
  readonly framing?: 'length' | 'chunked'
}

function credentialOf({ role = 'valid', form = 'bearer' }: PlanOptions): Credential | undefined {
  return form === null ? undefined : { role, form }
}

/** A request without a body. */
const BARE = { body: undefined, framing: 'none', stream: false, model: undefined } as const

/** GET /v1/models (4.1). `query` begins with a question mark. */
export function listModels(options: PlanOptions & { query?: string } = {}): Plan {
  return {
    operation: 'models',
    method: 'GET',
    path: `/v1/models${options.query ?? ''}`,
    credential: credentialOf(options),
    headers: options.headers ?? [],
    ...BARE,
  }
}

/** JSON text as the value of a member, for numbers that a double cannot represent. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** JSON text in which every RawJson appears literally. */
export function toJson(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (value instanceof RawJson) return value.text
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`
  let members = ''
  for (const name of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[name]
    if (member === undefined) continue
    if (members !== '') members += ','
    members += `${JSON.stringify(name)}:${toJson(member)}`
  }
  return `{${members}}`
}

export const JSON_TYPE: Header = ['content-type', 'application/json']

/** Some clients, such as curl, send this header with large bodies. */
export const EXPECT_CONTINUE: Header = ['expect', '100-continue']

/** Java's HttpClient and `curl --http2` send these headers by default. A server may ignore them (RFC 9110, 7.8). */
export const UPGRADE: readonly Header[] = [
  ['upgrade', 'h2c'],
  ['http2-settings', 'AAMAAABkAAQAoAAAAAIAAAAA'],
]

/** POST /v1/chat/completions (4.2) with a body as given. */
export function postRaw(
  body: string | Uint8Array,
  options: PlanOptions & { stream?: boolean; model?: string | undefined } = {},
): Plan {
  return {
    operation: 'completions',
    method: 'POST',
    path: '/v1/chat/completions',
    credential: credentialOf(options),
    headers: options.headers ?? [JSON_TYPE],
    body,
    framing: options.framing ?? 'length',
    stream: options.stream ?? false,
    model: options.model,
  }
}

/** POST /v1/chat/completions (4.2) with an object as its body. */
export function complete(body: object, options: PlanOptions = {}): Plan {
  const { model, stream } = body as { model?: unknown; stream?: unknown }
  const named = typeof model === 'string' ? model : undefined
  return { ...postRaw(toJson(body), { ...options, stream: stream === true, model: named }), json: true }
}

/** Makes the body bytes, so that no variation changes its framing: a gateway may check an announced length first. */
export const announced = (plan: Plan): Plan => ({ ...plan, body: Buffer.from(plan.body ?? '') })

/** Any other request. */
export function other(method: string, path: string, options: PlanOptions & { body?: string } = {}): Plan {
  return {
    operation: 'other',
    method,
    path,
    credential: credentialOf(options),
    headers: options.headers ?? (options.body === undefined ? [] : [JSON_TYPE]),
    ...BARE,
    ...(options.body === undefined ? {} : { body: options.body, framing: 'length' }),
  }
}

/** A text that is equal for equal plans. It is cached, since plans do not change and plain ones are used often. */
export const planKey = kept((plan: Plan): string => {
  const body = plan.body instanceof Uint8Array ? Buffer.from(plan.body).toString('latin1') : plan.body
  const headers = plan.headers.map(([name, value]) => [spelt(name, plan.spelling), value])
  const spelling = plan.spelling === undefined ? [] : [plan.spelling]
  return JSON.stringify([
    plan.method,
    plan.path,
    plan.credential ?? null,
    headers,
    body ?? null,
    plan.framing,
    ...spelling,
    ...(plan.anonymous ? ['anonymous'] : []),
    ...(plan.version ? [plan.version] : []),
  ])
})

/** The path with parameters of the URL that carry a key. */
export function withQuery(path: string, query: readonly (readonly [name: string, value: string])[]): string {
  return query.reduce((path, [name, value]) => `${path}${path.includes('?') ? '&' : '?'}${name}=${value}`, path)
}

/** The object in a body, with one more member before the others. */
function withMember(body: string | Uint8Array, member: readonly [string, string]): string {
  const text = String(body)
  const [name, value] = member.map((part) => JSON.stringify(part))
  return `{${name}:${value},${text.slice(text.indexOf('{') + 1)}`
}

/**
 * The body of a plan as it is sent, without a key. It is cached, since it may be long, and is needed to count, send and
 * record it.
 */
export const bodyOf = kept(({ body }: Plan): Uint8Array | undefined =>
  typeof body === 'string' ? sent.of(Buffer.from(body)) : body,
)
const sent = new SameBodies()

/** The body, with the given member, if any, before the others. */
export function bodyWith(plan: Plan, member: readonly [string, string] | undefined): Uint8Array | undefined {
  return member && plan.body !== undefined ? Buffer.from(withMember(plan.body, member)) : bodyOf(plan)
}

/** Headers in the order and spelling of a client. */
export function inOrder(headers: readonly Header[], { order, spelling }: Plan): readonly Header[] {
  if (!order) return headers.map(([name, value]) => [spelt(name, spelling), value])
  const names = order.map((name) => name.toLowerCase())
  const ranked = headers.map(([name, value]) => {
    const at = names.indexOf(name.toLowerCase())
    const written = spelling === undefined && at >= 0 ? (order[at] as string) : spelt(name, spelling)
    return { header: [written, value] as const, at: at < 0 ? names.length : at }
  })
  return ranked.toSorted((one, other) => one.at - other.at).map(({ header }) => header)
}

/** The request id that a caller sends. */
export const callerIdOf = ({ headers }: Pick<Plan, 'headers'>): Header[] =>
  headers.filter(([name]) => name === 'x-svc-request-id')

/** Headers without those that are sent with every request, so that no name occurs twice. */
export function without(headers: readonly Header[], given: readonly string[]): readonly Header[] {
  return given.length === 0 ? headers : headers.filter(([name]) => !given.includes(name.toLowerCase()))
}

/**
 * The record of `plan` as it is sent. This code has no access to keys, so it cannot record one.
 *
 * @param given lower-case names of headers that are sent with every request; their values are not recorded
 */
export function sentRequest(plan: Plan, given: readonly string[] = []): SentRequest {
  const { operation, method, credential, framing, stream, model } = plan
  const { headers: own = [], query = [], member } = credential ? recorded(credential) : {}
  const headers = without([...own, ...plan.headers], given)
  return {
    operation,
    method,
    path: withQuery(plan.path, query),
    headers: inOrder(headers, plan),
    body: bodyWith(plan, member),
    framing,
    stream,
    ownRequestId: headerIn(plan.headers, 'x-svc-request-id'),
    model,
    ...compact({ natural: plan.natural, version: plan.version }),
  }
}
