/** One request and its response, as bytes with arrival times, and its identity. It never has a key: see key-forms. */

/** `other` is every path or method that the contract does not name. */
export type Operation = 'models' | 'completions' | 'other'

export type Header = readonly [name: string, value: string]

/** Headers as pairs. @param raw names and values in turn, as Node gives them */
export const pairsOf = (raw: readonly string[]): Header[] =>
  raw.flatMap((name, at): Header[] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []))

/** A request as it was sent, with placeholders for keys. */
export interface SentRequest {
  readonly operation: Operation
  readonly method: string
  /** Path and query below the base URL. */
  readonly path: string
  readonly headers: readonly Header[]
  readonly body: Uint8Array | undefined
  /** How the end of the body is marked. */
  readonly framing: 'length' | 'chunked' | 'none'
  /** The request has `stream: true`, so that an accepted response is a stream. */
  readonly stream: boolean
  /** The caller's value of `x-svc-request-id`. */
  readonly ownRequestId: string | undefined
  /** The model that the request names, if known: a string in a JSON body, or given by the check. */
  readonly model: string | undefined
  /** Dimensions whose values come from the recorded client, and not from this run's variation. */
  readonly natural?: readonly string[]
  /** The version of HTTP, if it is not that of the run. */
  readonly version?: '1.0'
}

/** The maximum number of bytes of a body that is kept whole. */
export const MAX_BODY = 4 * 1024 * 1024

/** Milliseconds, to a microsecond: more digits may happen to contain a key of digits. */
export const toMicrosecond = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000

export interface HttpResponse {
  readonly status: number
  readonly headers: readonly Header[]
  readonly body: Uint8Array
  /** Each packet's start in the body, and arrival in milliseconds after sending; neighbours of very many are merged. */
  readonly packets: readonly (readonly [offset: number, at: number])[]
  /** Statuses of interim 1xx responses before the final one. */
  readonly interim: readonly number[]
  /** The body ended as HTTP requires, and not by a lost connection or our own limit. */
  readonly complete: boolean
  /** The Content-Encoding that cannot be decoded, so that the body is unreadable; absent otherwise. */
  readonly encoded?: string
  /** Where the response contained a key or half of a key, which is now masked; absent if it did not. */
  readonly keyIn?: readonly ('headers' | 'body')[]
}

/** Why a request got no response, or not all of it. */
export interface Failure {
  readonly stage: 'name' | 'connect' | 'tls' | 'headers' | 'body' | 'budget'
  readonly code: string
  readonly message: string
}

/** The code for a request that the check itself aborted, which is not a failure. */
export const ABORTED = 'HUNG_UP'

/** Why a request was sent: as an attempt of a check, or to support one. */
export type Role =
  | 'attempt'
  /** A valid request with which several checks compare their own. */
  | 'control'
  /** Tests whether the target still responds. */
  | 'alive'
  /** A request before the checks. */
  | 'preflight'
  /** The request of a check without its variation. */
  | 'plain'
  /** The same request again. */
  | 'again'
  /** Provokes the state of the target again, before the next request. */
  | 'again/state'
  /** The same request without one value of its variation. */
  | `without-${string}`
  /** The same request again, to explain a failure: with or without the suspected value, or unchanged. */
  | 'with'
  | 'without'
  | 'repeat'
  /** The predecessor of that request, on a new connection. */
  | 'before'

/** A request, before the number of its attempt is known. */
export interface Named {
  /** The same for all attempts, variations and confirmations of a request, and for valid requests between them. */
  readonly name: string
  /** `attempt` if absent. */
  readonly role?: Role
  /** A valid request between two attempts, to see whether the target as a whole has a transient error. */
  readonly between?: true
}

export interface Identity extends Named {
  readonly id: string
  readonly role: Role
  /** From 1, within the same name and role. */
  readonly attempt: number
}

export interface Exchange extends Identity {
  readonly request: SentRequest
  readonly response?: HttpResponse
  readonly failure?: Failure
  /** The number of its connection, from 1. Absent in older transcripts, over HTTP/2, and if nothing was sent. */
  readonly connection?: number
  /** It was sent through a forward proxy of the caller, which may have responded itself. */
  readonly forwarded?: true
  /** When it was sent, in milliseconds since the run started. Absent in older transcripts, and if nothing was sent. */
  readonly startedAt?: number
  /** Milliseconds from sending to the last byte, or to the failure. */
  readonly duration: number
  /** Milliseconds to the first byte of the response's head. */
  readonly firstByte?: number
}

/** Roles that are not part of an id, because the name implies them. */
const UNWRITTEN: readonly Role[] = ['attempt', 'control', 'alive', 'preflight']

/** First parts of names that are not those of checks. In transcripts, `ground` is the name of the preflight. */
const RESERVED = new Map<string, Role>([
  ['control', 'control'],
  ['alive', 'alive'],
  ['ground', 'preflight'],
])

/** The id of a request's attempts without their number. */
export function seriesOf({ name, role = 'attempt', between }: Named): string {
  return [name, ...(UNWRITTEN.includes(role) ? [] : [role]), ...(between ? ['between'] : [])].join('/')
}

export function identityFor(named: Named, attempt: number): Identity {
  const { name, role = roleOf(name), between } = named
  return { id: `${seriesOf(named)}/${attempt}`, name, role, ...(between ? { between } : {}), attempt }
}

const roleOf = (name: string): Role => RESERVED.get(name.split('/', 1)[0] ?? '') ?? 'attempt'

/** Whether it is a follow-up: an attempt after the first, a request between attempts, or one that looks for a cause. */
export function isFollowUp({ role, between, attempt }: Identity): boolean {
  return attempt > 1 || between === true || !UNWRITTEN.includes(role)
}

/** Parses an id, for transcripts without these fields. A name has one or two parts: the check, and its request. */
export function identityOf(id: string): Identity {
  const [first = '', ...rest] = id.split('/')
  const attempt = Number(rest.pop() ?? 1)
  const [second, ...parts] = rest
  const name = second === undefined ? first : `${first}/${second}`
  const between = parts.at(-1) === 'between'
  const role = (between ? parts.slice(0, -1) : parts).join('/') as Role | ''
  return { id, name, role: role || roleOf(name), ...(between ? { between } : {}), attempt }
}

/** The value of the first header with this name, which is in lower case. */
export const headerIn = (headers: readonly Header[], name: string): string | undefined =>
  headers.find(([own]) => own.toLowerCase() === name)?.[1]

/** Values of every header line with this name, in the order of arrival. */
export function headerValues(response: Pick<HttpResponse, 'headers'>, name: string): string[] {
  const values: string[] = []
  for (const header of response.headers) if (header[0].toLowerCase() === name) values.push(header[1])
  return values
}

/** The request ids of a response, one for each header line. */
export const requestIdsOf = (response: Pick<HttpResponse, 'headers'> | undefined): string[] =>
  response ? headerValues(response, 'x-svc-request-id').map((value) => value.trim()) : []

/** Type and subtype of a media type in lower case, without parameters. */
export function essence(value: string): string {
  return (value.split(';')[0] ?? '').trim().toLowerCase()
}

/** The media type of a response; empty if the header is absent. */
export function mediaType(response: HttpResponse): string {
  return essence(headerIn(response.headers, 'content-type') ?? '')
}
