/** The requests of real clients, as recorded in `schemas/callers.yaml`. */
import { ourYaml } from '../catalogue/our-yaml.ts'
import { lazy } from '../http/compact.ts'
import { type Header, headerIn } from '../http/exchange.ts'

const OPERATIONS = ['preflight', 'list', 'completion', 'stream'] as const

export type RecordedOperation = (typeof OPERATIONS)[number]

/** A request as its client sent it. */
export interface RecordedRequest {
  /** In the order and spelling of the client. */
  readonly headers: readonly Header[]
  /** Empty if the request has none. */
  readonly body: string
}

export interface Caller {
  /** The language and the client, such as `Python/httpx`. */
  readonly name: string
  readonly version: string
  readonly recorded: string
  /** Which connection of the client carried each request, from 1. */
  readonly connections: readonly (number | bigint)[]
  readonly requests: Readonly<Partial<Record<RecordedOperation, RecordedRequest>>>
}

function requestIn(text: string): RecordedRequest {
  const [head = '', ...rest] = text.split('\n\n')
  const headers = head
    .split('\n')
    .slice(1)
    .map((line): Header => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    })
  return { headers, body: rest.join('\n\n') }
}

type Written = Omit<Caller, 'requests'> & { readonly requests: Readonly<Record<string, string>> }

/** All recorded clients, by name. */
export const callers = lazy((): readonly Caller[] =>
  (ourYaml('schemas/callers.yaml') as { readonly callers: readonly Written[] }).callers.map((caller) => ({
    ...caller,
    requests: Object.fromEntries(
      OPERATIONS.flatMap((operation) => {
        const text = caller.requests[operation]
        return text === undefined ? [] : [[operation, requestIn(text)]]
      }),
    ),
  })),
)

/**
 * Groups of clients, each with the name of its most common one. A run uses each group on every kind of response: mostly
 * the client that names it, and otherwise one of the others.
 */
const FAMILIES = {
  'JavaScript/openai': /^JavaScript\/[^@]/,
  'JavaScript/@langchain/openai': /^JavaScript\/@langchain/,
  'JavaScript/@ai-sdk/openai-compatible': /^(?:JavaScript\/@ai-sdk|browser)/,
  'Python/openai': /^Python\/(?:.*openai|litellm|pydantic|instructor)/,
  'Python/requests': /^Python\/(?:requests|httpx|aiohttp|urllib)/,
  'Go/net/http': /^(?:Go|Java|Rust)\//,
  'shell/curl': /^(?:PHP|Perl|Ruby|shell)\//,
} as const satisfies Record<string, RegExp>

export type Family = keyof typeof FAMILIES

export const familyNames = Object.keys(FAMILIES) as readonly Family[]

/** Actors that add headers, each with a header that no recorded client sends. */
const MARKS = { browser: 'dnt', proxy: 'x-real-ip', service: 'prefer' } as const

const adders = Object.keys(MARKS) as (keyof typeof MARKS)[]

/** Actors that may add headers to those of a client. */
export const ADDERS = ['none', ...adders, 'all'] as const

/** Values by the name of their header. */
type Added = Readonly<Record<string, string | readonly string[]>>

const added = lazy(() => ourYaml('schemas/added-headers.yaml') as Readonly<Record<string, Added>>)

/** @param turn selects a value if a header has several */
export function addedBy(adder: (typeof ADDERS)[number], turn: number): readonly Header[] {
  if (adder === 'none') return []
  const own = adder === 'all' ? Object.values(added()) : [added()[adder] ?? {}]
  return own.flatMap(Object.entries<string | readonly string[]>).map(([name, value]): Header => {
    const values = [value].flat()
    return [name, values[turn % values.length] ?? '']
  })
}

/** The actor that added headers to a request with these header names. */
export function adderIn(names: Pick<ReadonlySet<string>, 'has'>): (typeof ADDERS)[number] {
  const [one = 'none', ...others] = adders.filter((adder) => names.has(MARKS[adder]))
  return others.length === 0 ? one : 'all'
}

/** Headers about the connection or the body, and those that are a separate dimension. */
const OTHERS =
  /^(?:host|authorization|accept|accept-encoding|content-.+|connection|keep-alive|te|transfer-encoding|upgrade|http2-settings)$/

const grouped = lazy(() => {
  const hasAgent = ({ requests: { completion } }: Caller): boolean =>
    completion !== undefined && headerIn(completion.headers, 'user-agent') !== undefined
  const known = callers().filter(hasAgent)
  const groupOf = (family: Family): readonly Caller[] =>
    known
      .filter(({ name }) => FAMILIES[family].test(name))
      .sort((one, other) => Number(other.name === family) - Number(one.name === family))
  return new Map(familyNames.map((family) => [family, groupOf(family)]))
})

/** The recorded clients of a family with a user agent, its namesake first. Others send the same as plain requests. */
export const callersOf = (family: Family): readonly Caller[] => grouped().get(family) ?? []

/** Whether the client sends a header with every request: not about the body or the connection, and not the key. */
export const isOwn = (name: string): boolean => /^accept(?:-encoding)?$/i.test(name) || !OTHERS.test(name.toLowerCase())

/** The user agents of a client, one for each of its requests. */
const agentsOf = ({ requests }: Caller): string[] =>
  Object.values(requests).map(({ headers }) => shownValue(headerIn(headers, 'user-agent') ?? ''))

const byAgent = lazy(() => {
  const reversed = callers().toReversed()
  return new Map(reversed.flatMap((caller) => agentsOf(caller).map((agent) => [agent, caller])))
})

/** The recorded client with this user agent; the first of several. */
export const clientOf = (agent: string): Caller | undefined => byAgent().get(agent)

const families = lazy(() => {
  const agentsIn = (family: Family): string[] => callersOf(family).flatMap(agentsOf)
  return new Map(familyNames.flatMap((family) => agentsIn(family).map((agent) => [agent, family])))
})

/** The family of the client with this user agent; undefined for another one. */
export const familyOf = (agent: string): Family | undefined => families().get(agent)

/** A recorded value, with its placeholders filled in. */
export const shownValue = (value: string): string =>
  value.replaceAll('{origin}', 'app.example.com').replaceAll('{system}', '6.1.0')

/**
 * The headers of a client, without those that are a separate dimension.
 *
 * @param retry the number of earlier attempts that it reports
 */
export function clientHeaders(
  { name, requests }: Caller,
  { operation, retry }: { readonly operation: RecordedOperation; readonly retry: number },
): readonly Header[] {
  const request = requests[operation] ?? requests.completion
  if (!request) throw new Error(`${name} has no completion`)
  return request.headers.flatMap(([header, value]): Header[] => {
    const lower = header.toLowerCase()
    if (OTHERS.test(lower)) return []
    return [[lower, lower === 'x-stainless-retry-count' ? String(retry) : shownValue(value)]]
  })
}

/**
 * The values of a header in the recordings, the most common first. Rare values are in no row, nor are lists whose parts
 * occur in more common values.
 */
export function commonValues(name: string, most: number): readonly string[] {
  const counts = new Map<string, number>()
  for (const { requests } of callers()) {
    const values = Object.values(requests).map(({ headers }) => headerIn(headers, name))
    for (const value of new Set(values)) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const sorted = [...counts].sort(([one, first], [other, second]) => second - first || (one < other ? -1 : 1))
  const seen = new Set<string>()
  const fresh = sorted.filter(([value]) => {
    const parts = value.split(/[,;]\s*/)
    const isFresh = parts.length === 1 || parts.some((part) => !seen.has(part))
    for (const part of parts) seen.add(part)
    return isFresh
  })
  return fresh.slice(0, most).map(([value]) => value)
}
