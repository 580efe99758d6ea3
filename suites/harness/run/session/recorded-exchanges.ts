/** The exchanges of an earlier run. They replace the target in a replay, without a network. */
import { isDeepStrictEqual } from 'node:util'
import { type Exchange, isFollowUp, type Named, type SentRequest } from '../../http/exchange.ts'
import { type Kind, kinds, type Plan, sentRequest } from '../../http/request.ts'
import { type ExchangeLog, unsent } from './exchange-log.ts'

/** A difference between a record and its replay. */
export interface Divergence {
  readonly exchange: string
  readonly kind: 'missing' | 'other request' | 'never requested' | 'recorded twice'
}

/** The maximum number of requests that a record may lack. With more, it is from another run, and the replay ends. */
const LACKING = 1000

/** Bodies as one kind of buffer, so that equal bytes are equal. */
function comparable({ body, ...rest }: SentRequest, sent: Pick<SentRequest, 'framing'> = rest): object {
  // A server of HTTP/1.0 got no chunks.
  const framing = rest.framing === 'chunked' && sent.framing === 'length' ? 'length' : rest.framing
  return { ...rest, framing, body: body === undefined ? undefined : Buffer.from(body) }
}

export class Recorded {
  readonly #unasked = new Map<string, Exchange>()
  readonly #divergences: Divergence[] = []
  #missing = 0

  constructor(exchanges: readonly Exchange[]) {
    for (const exchange of exchanges) {
      const { id } = exchange
      if (this.#unasked.has(id)) this.#divergences.push({ exchange: id, kind: 'recorded twice' })
      this.#unasked.set(id, exchange)
    }
  }

  /** Whether an exchange of this id is recorded and not used yet. */
  holds(id: string): boolean {
    return this.#unasked.has(id)
  }

  /** Whether a check has unused exchanges, so that it went on in the recorded run. */
  holdsMoreOf(check: string): boolean {
    return [...this.#unasked.keys()].some((id) => id.startsWith(`${check}/`))
  }

  /** The exchange of this id, only once; undefined if the record lacks it. @throws Error if it lacks too many */
  take(id: string, request: SentRequest): Exchange | undefined {
    const exchange = this.#unasked.get(id)
    if (!exchange) this.#miss(id)
    else if (!isDeepStrictEqual(comparable(exchange.request), comparable(request, exchange.request)))
      this.#divergences.push({ exchange: id, kind: 'other request' })
    this.#unasked.delete(id)
    return exchange
  }

  #miss(id: string): void {
    if (this.#missing === LACKING) throw new Error('the record lacks too many requests')
    this.#missing += 1
    this.#divergences.push({ exchange: id, kind: 'missing' })
  }

  /** Every difference between the record and its replay, in the order of ids. */
  divergences(): Divergence[] {
    const unasked = [...this.#unasked.keys()].map((exchange): Divergence => ({ exchange, kind: 'never requested' }))
    return [...this.#divergences, ...unasked].sort((a, b) => (a.exchange < b.exchange ? -1 : 1))
  }
}

interface Parts {
  readonly recorded: Recorded
  readonly log: ExchangeLog
  readonly plainOf: (kind: Kind) => Plan
  readonly sentAs: (plan: Plan) => Plan
  /** Names of the headers that are sent with every request. */
  readonly given: Parameters<typeof sentRequest>[1]
}

/** The record instead of a target: each request gets the response that was recorded. */
export class RecordedTarget {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  holdsNext(named: Named): boolean {
    return this.#parts.recorded.holds(this.#parts.log.nextOf(named).id)
  }

  /** A follow-up that the earlier run did not send was not needed, or beyond its budget. */
  once(named: Named, plan: Plan, asksAgain = false): Exchange {
    const { log } = this.#parts
    if ((asksAgain || isFollowUp(log.nextOf(named))) && !this.holdsNext(named))
      return unsent(log.identify(named), plan, 'the earlier run did not ask again')
    const exchange = this.take(named, plan)
    if (!exchange.response?.complete) this.#takeLifeChecks()
    return exchange
  }

  take(named: Named, plan: Plan): Exchange {
    const { recorded, log, given, sentAs } = this.#parts
    const identity = log.identify(named)
    const exchange = recorded.take(identity.id, sentRequest(sentAs(plan), given))
    if (!exchange) return unsent(identity, plan, 'the record does not contain it')
    return log.keep({ ...exchange, ...identity }, plan)
  }

  /** Timing decided which lost request led to which life check, but not whether there were life checks. */
  #takeLifeChecks(): void {
    for (const kind of kinds) {
      const named: Named = { name: `alive/${kind}` }
      while (this.holdsNext(named)) this.take(named, this.#parts.plainOf(kind))
    }
  }
}
