/** How long one request is tried for: what is worth another try, and after how long. */
import { brokeOff } from '../http/answer.ts'
import { type Exchange, HUNG_UP, headerValues } from '../http/exchange.ts'
import type { Plan } from '../http/request.ts'
import { ENOUGH, endedByTarget, isRelayed } from '../judge/attempts.ts'
import { TRANSIENT } from '../judge/judgement.ts'

export interface Patience {
  /** Statuses that are worth another try. */
  readonly retryOn: readonly number[]
  /** Tries in all. */
  readonly tries: number
  /** Whole answers after which no other try is made, whatever they say. */
  readonly answers?: number
  /** From the second try on, send the body slowly, so that an early answer can be read. */
  readonly pacedRetries?: boolean
  /** After a server error, try again soon, whatever Retry-After says: for states that are meant to refuse. */
  readonly soon?: boolean
  /** A valid request that goes between two tries, to see whether the target as a whole is in trouble. */
  readonly between?: Plan
}

/**
 * For valid requests: limits and trouble that passes are no verdict. A run asks hundreds of them, so that even rare chains
 * of trouble come about: where every third answer is a 503, about one chain of seven in each run, and hardly one of ten.
 */
export const patient: Patience = { retryOn: TRANSIENT, tries: 10 }

/** For the first look at a target: soon over where every answer is a refusal. */
export const brief: Patience = { ...patient, answers: 4 }

/** Where the status is the point: only a missing answer is tried again. */
export const once: Patience = { retryOn: [], tries: 4 }

/** Where every answer counts, as what is asked next is another question. */
export const single: Patience = { retryOn: [], tries: 1 }

/** For invalid requests: a server error that comes each time, while `between` is accepted, is the target's answer to them. */
export function insistent(between: Plan): Patience {
  return { retryOn: TRANSIENT, tries: 5, between }
}

/** For provoked states: other trouble is tried again, but is no reason to wait long. */
export function stubborn(due: readonly number[], between: Plan): Patience {
  return { retryOn: TRANSIENT.filter((status) => !due.includes(status)), tries: 4, soon: true, between }
}

/** Milliseconds between attempts at a request that alone is limited, where no wait is named. */
const ALONE = 200

/** Timeouts that one request may take: each of them costs the whole deadline. */
const TIMEOUTS = 2

/** Whether a response is an error of the gateway, also one that a stream reports. */
export const isServerError = (exchange: Exchange): boolean =>
  exchange.answer !== undefined && (exchange.answer.status >= 500 || brokeOff(exchange))

/** Whether a try says so little that another one is due. */
function isOpen(exchange: Exchange, { retryOn }: Patience): boolean {
  const { answer } = exchange
  if (!answer?.complete || isRelayed(exchange)) return true
  return retryOn.includes(answer.status) || (retryOn.length > 0 && brokeOff(exchange))
}

/** Whether another try is due after these, of which there is at least one. */
export function worthAnotherTry(tries: readonly Exchange[], patience: Patience): boolean {
  const last = tries.at(-1)
  if (!last || tries.length >= patience.tries) return false
  if (tries.filter(({ answer }) => answer?.complete).length >= (patience.answers ?? patience.tries)) return false
  const { failure } = last
  if (failure?.stage === 'budget' || failure?.code === 'TOO_LARGE' || failure?.code === HUNG_UP) return false
  if (failure?.code === 'TIMEOUT') return tries.filter((each) => each.failure?.code === 'TIMEOUT').length < TIMEOUTS
  // What the target ends each time is asked without other requests in flight, or not at all any more.
  if (isDropped(tries)) return false
  if (patience.between === undefined) return isOpen(last, patience)
  // A few server errors show as much as many: with what goes between them, each costs two requests.
  const troubled = tries.filter((each) => isServerError(each) && isOpen(each, patience)).length
  if (isOpen(last, patience)) return !isServerError(last) || troubled < ENOUGH
  // And the right answer has to come twice in a row: once after an error would be chance.
  return troubled > 0 && troubled < ENOUGH && tries.at(-2) !== undefined && isOpen(tries.at(-2) as Exchange, patience)
}

/** Whether the target has ended the connection of the last attempts without a response. */
function isDropped(tries: readonly Exchange[]): boolean {
  const last = tries.slice(-ENOUGH)
  return last.length === ENOUGH && last.every(endedByTarget)
}

/**
 * Whether the last attempts all got one error, or no response, that may come of the load.
 *
 * @param patience of the request; without it, any such error counts
 */
export function isSuspect(tries: readonly Exchange[], patience?: Patience): boolean {
  if (isDropped(tries)) return true
  const last = tries.slice(-ENOUGH)
  const status = last[0]?.answer?.status ?? 0
  return (
    last.length === ENOUGH &&
    (status >= 500 || status === 429) &&
    last.every((each) => each.answer?.status === status && (patience === undefined || isOpen(each, patience)))
  )
}

/** Whether an answer tells of a limit that is in the way. Where a limit is what is asked for, nobody has to wait for it. */
export function isInTheWay({ answer }: Exchange, { retryOn }: Patience): boolean {
  return answer?.status === 429 && retryOn.includes(429)
}

/** Milliseconds that a response asks to wait. */
function namedWait({ answer }: Exchange): number | undefined {
  const seconds = Number((answer && headerValues(answer, 'retry-after')[0]) ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined
}

/** Milliseconds before the next attempt at a request that is limited while valid ones are served: shorter where no wait is named. */
export function pauseAlone(exchange: Exchange): number {
  return namedWait(exchange) ?? ALONE
}

/** Milliseconds before the next try. */
export function pauseAfter(exchange: Exchange, tried: number, patience: Patience): number {
  const { answer } = exchange
  if (!answer) return 50 * tried
  if (patience.soon && !isInTheWay(exchange, patience)) return 50 * tried
  const named = namedWait(exchange)
  if (named !== undefined) return named
  return answer.status === 429 ? 1000 * tried : 100 * tried
}
