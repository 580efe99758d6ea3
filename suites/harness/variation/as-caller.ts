/** Sends a request as a recorded client does: its headers, their order and their spelling. */
import { seedFor } from '../arbitraries/draws.ts'
import type { Header } from '../http/exchange.ts'
import type { Plan } from '../http/request.ts'
import { type Caller, callers, clientOf, isOwn, type RecordedOperation, shownValue } from './callers.ts'
import type { Dimension } from './dimensions.ts'

/**
 * Clients that name themselves, and neither ask for a coding nor for a certain type: so a value of the space that makes a
 * difference is always the variation's own.
 */
const PLAIN = ['shell/curl', 'shell/wget', 'Python/urllib3', 'Go/fasthttp', 'Perl/HTTP::Tiny']

/** Who sends the plain requests of a run; a user agent, where all requests have the same. */
export type Sender = Caller | string

/** The client of a run, drawn by its seed. @param turn for another one, where the gateway refuses the first */
export function callerFor(seed: number, turn = 0): Caller {
  const [rank] = PLAIN.map((name) => ({ name, drawn: seedFor(seed, `caller ${name}`) }))
    .toSorted((one, other) => one.drawn - other.drawn)
    .slice(turn)
  const caller = callers().find(({ name }) => name === rank?.name)
  if (!caller) throw new Error(`schemas/callers.yaml does not have ${rank?.name}`)
  return caller
}

const agentIn = ({ headers }: Pick<Plan, 'headers'>): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === 'user-agent')?.[1]

const has = ({ headers }: Plan, name: string): boolean =>
  headers.some(([own]) => own.toLowerCase() === name.toLowerCase())

function operationOf({ operation, stream, body }: Plan): RecordedOperation {
  if (operation === 'models' || body === undefined) return 'list'
  return stream ? 'stream' : 'completion'
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
  const agent = agentIn(plan)
  const caller = agent === undefined ? sender : clientOf(agent)
  const request = caller?.requests[operationOf(plan)] ?? caller?.requests.completion
  if (!request) return plan
  // A client of the variation has its headers already.
  const added = agent !== undefined ? [] : request.headers.filter(([name]) => isOwn(name) && !has(plan, name))
  const lower = added.map(([name, value]): Header => [name.toLowerCase(), shownValue(value)])
  const natural: Dimension[] = [
    ...(['accept', 'accept-encoding'] as const).filter((name) => lower.some(([own]) => own === name)),
    ...(agent === undefined ? (['client'] as const) : []),
    ...(plan.spelling === undefined ? (['spelling'] as const) : []),
  ]
  return { ...plan, headers: [...plan.headers, ...lower], order: request.headers.map(([name]) => name), natural }
}
