/** The tries of one request: its exchanges are `name/1`, `name/2` and so on, valid ones between them `name/between/1`. */
import { errorOf, recognise } from '../http/answer.ts'
import { type Exchange, headerValues, mediaType } from '../http/exchange.ts'
import { TRANSIENT } from './judgement.ts'

export interface Tries {
  /** In their order; the last one is the one that counts. */
  readonly tries: readonly Exchange[]
  /** Valid requests that were sent between them, or after the last. */
  readonly between: readonly Exchange[]
}

/** What a request is called that several checks look at: a valid one, of this digest. */
export const controlName = (digest: string): string => `control/${digest}`

/** What each exchange of a request is called; `at` counts from 1. */
export const betweenName = (name: string): string => `${name}/between`

/** Whether a request was sent to see that the target accepts what is valid. */
export const isControl = ({ id }: Exchange): boolean => id.startsWith(controlName(''))

/** Statuses of what stands before a gateway and does not reach it. */
const RELAYED: readonly number[] = [502, 503, 504]

/** Whether an answer carries the request id, which only the gateway gives. */
export function isSigned({ answer }: Exchange): boolean {
  return answer !== undefined && headerValues(answer, 'x-svc-request-id').length > 0
}

/** Statuses that a request gets for what it says, its key included, so that the same request gets the same one each time. */
const FOR_WHAT_IT_SAYS: readonly number[] = [400, 401, 404, 413]

/** Whether the gateway itself has refused a request for what it says. */
export function isRefusedByGateway(exchange: Exchange): boolean {
  return isSigned(exchange) && FOR_WHAT_IT_SAYS.includes(exchange.answer?.status ?? 0)
}

/** Whether an answer was made on the way: the status of a proxy, and neither a request id nor an error body. */
export function isRelayed(exchange: Exchange): boolean {
  const { answer } = exchange
  if (!answer || !RELAYED.includes(answer.status) || isSigned(exchange)) return false
  return mediaType(answer) !== 'application/json' || errorOf(answer) === undefined
}

/** Exchanges by the request that they are tries of. */
export class TriesByName {
  readonly #byName = new Map<string, Exchange[]>()

  constructor(exchanges: readonly Exchange[] = []) {
    for (const exchange of exchanges) this.add(exchange)
  }

  add(exchange: Exchange): void {
    const name = nameOf(exchange)
    const named = this.#byName.get(name)
    if (named) named.push(exchange)
    else this.#byName.set(name, [exchange])
  }

  of(exchange: Exchange): Tries {
    const name = nameOf(exchange)
    return { tries: this.#named(name), between: this.#named(betweenName(name)) }
  }

  #named(name: string): readonly Exchange[] {
    return (this.#byName.get(name) ?? []).toSorted((one, other) => numberOf(one) - numberOf(other))
  }
}

/** What is asked in an exchange, whichever try it is: plainly, once more, or without some value of a dress. */
export function requestName(id: string): string {
  return id.replace(/\/\d+$/, '').replace(/\/(?:plain|again|without-[a-z-]+)$/, '')
}

/** The name of an exchange without its number. */
function nameOf({ id }: Exchange): string {
  return id.slice(0, id.lastIndexOf('/'))
}

function numberOf({ id }: Exchange): number {
  return Number(id.slice(id.lastIndexOf('/') + 1))
}

/** Failures of a connection that stood and that the other side ended. */
const ENDED = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|ERR_HTTP2_)/

/** Whether the target ended a standing connection without any answer. */
export function endedByTarget({ answer, failure }: Exchange): boolean {
  if (answer || !failure) return false
  return (failure.stage === 'headers' || failure.stage === 'body') && ENDED.test(failure.code)
}

/** Fewer tries than this are chance. */
export const ENOUGH = 3

/**
 * Whether every try went the same way, and not because the target was in trouble: each valid request between them
 * was accepted, and there was at least one.
 */
export function isSteady({ tries, between }: Tries, same: (exchange: Exchange) => boolean): boolean {
  return (
    tries.length >= ENOUGH &&
    tries.every(same) &&
    between.length > 0 &&
    between.every((each) => recognise(each) !== undefined && each.answer?.status === 200)
  )
}

/** Whether an answer may come of trouble behind the gateway or before it, whatever was asked. */
export function mayBeTransient(exchange: Exchange): boolean {
  return TRANSIENT.includes(exchange.answer?.status ?? 0) || isRelayed(exchange)
}

/** Whether a right answer came between answers of trouble: once after the last of them would be chance. */
export function isMixed({ tries }: Tries, last: Exchange): boolean {
  const troubled = tries.findLastIndex((each) => each.answer?.status !== 429 && mayBeTransient(each))
  return troubled >= 0 && tries.length - troubled < ENOUGH && tries.at(-1) === last
}
