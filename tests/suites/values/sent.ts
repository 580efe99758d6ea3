/** What a run has sent, read from its exchanges: the members of each body, with key, model and mode. */
import type { Exchange } from '../../../suites/harness/http/exchange.ts'
import { membersOf, tokensOf } from '../../../suites/harness/variation/writing.ts'

export interface Sent {
  /** The role of the key, or how another form of it is recorded. */
  readonly key: string
  readonly model: string
  readonly streamed: boolean
  /** JSON texts by name, in one way of writing. */
  readonly members: ReadonlyMap<string, string>
  readonly body: string
  readonly status: number | undefined
}

const REVERSED = /\{("content":"[^"\\]*(?:\\.[^"\\]*)*"),("role":"\w+")\}/g

/** A JSON text without white space, with plain strings and the role first; what is not JSON, such as NaN, stays. */
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
    // A body that is broken on purpose has no members.
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

/** Bodies above this are padding. */
const MAX = 100_000

/** The model of a body that may be no JSON. */
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
