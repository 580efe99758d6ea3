import { Refusal } from './errors.ts'
import { NEVER } from './metering/window.ts'
import type { QuotaLimits } from './quota.ts'

/** What is used up, and what helps where no wait can be computed. */
const WORDS: Record<keyof QuotaLimits, [what: string, mend: string]> = {
  requests_per_minute: ['its requests of the current minute', 'it may send none at all, so ask for a larger quota'],
  tokens_per_minute: [
    'its tokens of the current minute',
    'this request alone needs more than a whole minute gives, so shorten it or ask for fewer output tokens',
  ],
  concurrent_requests: ['its completions at the same time', 'try again when one of them has ended'],
}

/** The 429 of a quota, which its code names. `Retry-After` is there when the wait can be computed (contract 7.4). */
export function overQuota(quota: keyof QuotaLimits, wait: number): Refusal {
  const [what, mend] = WORDS[quota]
  const advice = wait === NEVER ? mend : `wait ${wait} s, as the header Retry-After says`
  return new Refusal('limited', `The project has used up ${what}; ${advice}.`, {
    code: quota,
    headers: wait === NEVER ? [] : ['retry-after', String(wait)],
  })
}
