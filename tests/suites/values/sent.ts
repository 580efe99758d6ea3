/** The requests of a run, read from its exchanges: the members of each body, with key, model and mode. */
import type { Exchange } from '../../../suites/harness/http/exchange.ts'
import { membersOf, tokensOf } from '../../../suites/harness/variation/writing.ts'

export interface Sent {
  /** The role of the key, or the recorded form of another key. */
  readonly key: string
  readonly model: string
  readonly streamed: boolean
  /** Normalised JSON texts by member name. */
  readonly members: ReadonlyMap<string, string>
  readonly body: string
  readonly status: number | undefined
}

const REVERSED = /\{("content":"[^"\\]*(?:\\.[^"\\]*)*"),("role":"\w+")\}/g

/** A JSON text without white space, with unescaped strings and the role first; invalid parts such as NaN stay. */
export function canonical(text: string): string {
  return tokensOf(text)
    .map((token) => (token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token.trim()))
    .join('')
    .replaceAll(REVERSED, '{$2,$1}')
}

function membersIn(body: string): ReadonlyMap<string, string> | undefined {
  try {
    const text = canonical(body)
    if (!text.startsWith('{') || !text.endsWith('}')) return undefined
    return new Map(membersOf(text))
  } catch {
    // An intentionally malformed body has no members.
    return undefined
  }
}

const BEARER = /^Bearer \$SVC_CONFORMANCE_KEY(?:_([A-Z]+))?$/

function keyOf({ request }: Exchange): string {
  const value = request.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]
  if (value === undefined) return 'none'
  const match = BEARER.exec(value)
  return match ? (match[1] ?? 'valid').toLowerCase() : value
}

/** Longer bodies are padding. */
const MAX = 100_000

/** Finds the model in a body that may not be JSON. */
const NAMED = /model\\?["']?\s*:\s*\\?["']([^"'\\]+)\\?["']/

/** The completions among the exchanges. */
export function sentIn(exchanges: readonly Exchange[]): Sent[] {
  return exchanges.flatMap((exchange): Sent[] => {
    const { request, response } = exchange
    if (request.operation !== 'completions' || request.body === undefined || request.body.length > MAX) return []
    const body = Buffer.from(request.body).toString()
    const members = membersIn(body)
    const key = keyOf(exchange)
    const model = request.model ?? NAMED.exec(body)?.[1] ?? ''
    return [{ key, model, streamed: request.stream, members: members ?? new Map(), body, status: response?.status }]
  })
}
