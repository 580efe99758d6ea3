/** Checks that a limit is over when Retry-After says so (7.4). */
import { type Exchange, type Header, headerValues } from '../../http/exchange.ts'
import { type Plan, sentRequest } from '../../http/request.ts'
import { accepted, ENOUGH } from '../../judge/attempts.ts'
import type { CheckContext } from '../check-context.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import type { Trial } from '../trial.ts'
import { isMet, isOver, provoke, provoked } from './provoked.ts'

/** A transient error is not a limit. Another client with the same key may cause a limit again, but not each time. */
const retry: RetryPolicy = { retryOn: [500, 503], attempts: 3, soon: true }

/** Meets the limit, waits as long as the response says, and sends the request again. */
export async function waitOut(context: CheckContext): Promise<void> {
  const plan = await provoked(context, 'limited')
  const over = await provoke(context, 'limited', 'a request against the limit', plan)
  if (!isMet('limited', over)) return
  const observe = (label: string): void =>
    context.also(over, context.check.covers, { kind: 'observed', what: 'label' }, label)
  const seconds = secondsIn(over)
  if (seconds === undefined) return observe('no wait is stated')
  // For a test key that is always limited, no wait is enough.
  if (!hasServed(context.sender.session.exchanges, plan))
    return observe('the limit was reached from the first request on')
  const name = `${context.check.id}/after-the-wait`
  const planned = { name, title: 'who has waited', plan, expectation: { kind: 'served', after: 'wait' } } as const
  let last: Trial = over
  for (let waits = 0; waits < ENOUGH && isMet('limited', last); waits += 1) {
    if (!(await isOver(context, last.exchange, planned))) break
    last = await context.sender.send({ ...planned, options: { retry } })
  }
  if (last === over) observe(`the wait of ${seconds} s is too long for a run`)
  else context.evidence.push(last.evidence)
}

/** Whether the same request was served before, in any variation. */
function hasServed(exchanges: readonly Exchange[], plan: Plan): boolean {
  const written = ([name, value]: Header): string => `${name.toLowerCase()}: ${value}`
  const wanted = sentRequest(plan)
    .headers.filter(([name]) => name !== 'content-type')
    .map(written)
  return exchanges.some((exchange) => {
    const headers = exchange.request.headers.map(written)
    const isSuch = exchange.request.model === plan.model && wanted.every((header) => headers.includes(header))
    return isSuch && accepted(exchange) === 'yes'
  })
}

function secondsIn({ exchange: { response } }: Trial): number | undefined {
  const [value, ...more] = response ? headerValues(response, 'retry-after') : []
  return value !== undefined && more.length === 0 && /^0*[1-9]\d*$/.test(value.trim()) ? Number(value) : undefined
}
