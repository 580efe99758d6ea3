/** Sends a request as a recorded client does: its headers, their order and their spelling. */
import { inDrawnOrder } from '../arbitraries/draws.ts'
import type { Profile } from '../catalogue/profiles.ts'
import { type Header, headerIn } from '../http/exchange.ts'
import type { Plan } from '../http/request.ts'
import { names } from '../text/names.ts'
import {
  type Caller,
  callers,
  clientOf,
  isOwn,
  type RecordedOperation,
  type RecordedRequest,
  shownValue,
} from './callers.ts'
import type { Dimension } from './dimensions.ts'

/**
 * Clients that send a user agent, but request no codings or specific types. So if such a value makes a difference, it
 * is always from the variation.
 */
const PLAIN = ['shell/curl', 'shell/wget', 'Python/urllib3', 'Go/fasthttp', 'Perl/HTTP::Tiny']

/** Common clients for a run without variations: such a run names no conditions. */
const COMMON: readonly string[] = names(
  'Python/openai Python/openai-async Python/httpx JavaScript/openai JavaScript/axios JavaScript/got',
  'JavaScript/node-fetch Go/resty',
)

/** The client of the plain requests of a run, or a user agent if all requests have the same. */
export type Sender = Caller | string

/** The client of a run. */
export const callerFor = (seed: number, profile: Profile): Caller => callersFor(seed, profile)[0]

/** The client of a run, drawn by its seed, and those that replace it, in turn, if the gateway refuses it. */
export function callersFor(seed: number, profile: Profile): readonly [Caller, ...Caller[]] {
  const named = profile === 'smoke' ? COMMON : PLAIN
  const own = callers().filter(({ name }) => named.includes(name))
  const [first, ...others] = inDrawnOrder(own, seed, ({ name }) => `caller ${name}`)
  if (!first) throw new Error(`schemas/callers.yaml does not have ${named.join(', ')}`)
  return [first, ...others]
}

const operationOf = ({ stream, body }: Plan): RecordedOperation =>
  body === undefined ? 'list' : stream ? 'stream' : 'completion'

/** The maximum number of characters in a body to reorder: a longer one may be nested too deeply to rewrite. */
const MAX_LENGTH = 4096

/** The body with its members in the order of the client. Numbers that a double cannot hold stay as they are. */
function inMemberOrder(body: Plan['body'], { body: like }: RecordedRequest): Plan['body'] {
  if (typeof body !== 'string' || body.length > MAX_LENGTH || like === '') return body
  const value: unknown = JSON.parse(body)
  if (typeof value !== 'object' || value === null || JSON.stringify(value) !== body) return body
  const names = Object.keys(JSON.parse(like) as object)
  const rank = (name: string): number => (names.includes(name) ? names.indexOf(name) : names.length)
  const members = Object.entries(value).toSorted(([one], [other]) => rank(one) - rank(other))
  return JSON.stringify(Object.fromEntries(members))
}

const identified = (plan: Plan, agent: string): Plan => ({
  ...plan,
  headers: [...plan.headers.filter(([name]) => name.toLowerCase() !== 'user-agent'), ['user-agent', agent]],
  natural: ['client'],
})

/** @param sender of requests that name no client */
export function asCaller(plan: Plan, sender: Sender): Plan {
  if (typeof sender === 'string') return identified(plan, sender)
  if (plan.anonymous) return plan
  const agent = headerIn(plan.headers, 'user-agent')
  const caller = agent === undefined ? sender : clientOf(agent)
  const request = caller?.requests[operationOf(plan)] ?? caller?.requests.completion
  if (!request) return plan
  // A client of the variation has its headers already.
  const added =
    agent !== undefined
      ? []
      : request.headers.filter(([name]) => isOwn(name) && headerIn(plan.headers, name.toLowerCase()) === undefined)
  const lower = added.map(([name, value]): Header => [name.toLowerCase(), shownValue(value)])
  const natural: Dimension[] = [
    ...(['accept', 'accept-encoding'] as const).filter((name) => lower.some(([own]) => own === name)),
    ...(agent === undefined ? (['client'] as const) : []),
    ...(plan.spelling === undefined ? (['spelling'] as const) : []),
  ]
  // A run with variations has its own orders of members, and needs the others.
  const isCommon = agent === undefined && COMMON.includes(sender.name)
  const body = plan.json && isCommon ? inMemberOrder(plan.body, request) : plan.body
  return { ...plan, body, headers: [...plan.headers, ...lower], order: request.headers.map(([name]) => name), natural }
}
