/** Valid requests that others are compared with: each is sent once per run, and shared by all checks. */
import { createHash } from 'node:crypto'
import type { Exchange, Named } from '../../http/exchange.ts'
import { type Plan, planKey } from '../../http/request.ts'
import { isRefusedByGateway } from '../../judge/attempts.ts'
import { forValid, type RetryPolicy } from '../trial.ts'

type Ask = (named: Named, plan: Plan, retry: RetryPolicy, isFollowUp: boolean) => Promise<Exchange>

interface Control {
  readonly plan: Plan
  readonly exchange: Promise<Exchange>
  readonly isFollowUp: boolean
}

export function namedControl(plan: Plan): Named {
  return { name: `control/${createHash('sha256').update(planKey(plan)).digest('hex').slice(0, 8)}` }
}

export class Controls {
  readonly #ask: Ask
  readonly #asked = new Map<string, Control>()

  /** @param ask sends a plan, with retries where they make sense */
  constructor(ask: Ask) {
    this.#ask = ask
  }

  /** Sends a plan, unless an equal plan was sent before. @param isFollowUp whether only follow-ups need it */
  async once(plan: Plan, retry: RetryPolicy = forValid, isFollowUp = false): Promise<Exchange> {
    const known = this.#asked.get(planKey(plan))
    if (!known) return this.anew(plan, retry, isFollowUp)
    // The budget of follow-ups may be spent while that of first requests is not.
    if (known.isFollowUp && !isFollowUp && (await known.exchange).failure?.stage === 'budget')
      return this.#asked.get(planKey(plan)) === known ? this.anew(plan, retry) : this.once(plan, retry)
    return known.exchange
  }

  /** Sends a plan again if its response was inconclusive. The new response replaces the old one. */
  async anew(plan: Plan, retry: RetryPolicy = forValid, isFollowUp = false): Promise<Exchange> {
    const exchange = this.#ask(namedControl(plan), plan, retry, isFollowUp)
    this.#asked.set(planKey(plan), { plan, exchange, isFollowUp })
    return exchange
  }

  has(plan: Plan): boolean {
    return this.#asked.has(planKey(plan))
  }

  /**
   * Controls with a key that the gateway itself has refused; controls without a key are rightly refused. Sorted, so
   * that the order of arrival does not matter.
   */
  async refused(): Promise<{ readonly plan: Plan; readonly exchange: Exchange }[]> {
    const controls = [...this.#asked].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, control]) => control)
    const responded = await Promise.all(
      controls.map(async ({ plan, exchange }) => ({ plan, exchange: await exchange })),
    )
    return responded.filter(({ plan, exchange }) => plan.credential !== undefined && isRefusedByGateway(exchange))
  }
}
