/** Requests that the budget did not allow: which limit was reached, which requests were omitted, how to allow more. */
import { isRequirement } from '../../catalogue/requirements.ts'
import type { BudgetSpent, LimitName } from '../../client/budget.ts'
import type { RunLimits } from '../../target/limits.ts'
import type { Stop } from '../stop.ts'
import type { Drawn } from './rounds.ts'

/** How each limit is raised. Only requests have a flag. */
const RAISE: Readonly<Record<LimitName, (more: number) => string>> = {
  requests: (more) => `Allow more with --requests ${more}, or with limits.requests in the target file`,
  tokens: () => 'Allow more with limits.tokens in the target file',
  bytes: () => 'Allow more with limits.bytes in the target file',
  time: () => 'Allow more with limits.time in the target file',
}

/** The share of a small budget that first requests get. */
const FOR_FIRSTS = 0.9

/** The maximum number of checks to name. */
const NAMED = 5

/** The check that a request belongs to: its name begins with the id of a requirement. */
const checkOf = (name: string): string | undefined => {
  const [check = ''] = name.split('/')
  return isRequirement(check.split('.')[0] ?? '') ? check : undefined
}

interface Left {
  readonly reason: string
  readonly limit: LimitName
  readonly checks: Set<string>
  requests: number
}

export class LeftOut {
  readonly #limits: RunLimits
  /** First requests and follow-ups that were left out, and for each the first limit that was reached. */
  readonly #left: { first?: Left; again?: Left } = {}

  constructor(limits: RunLimits) {
    this.#limits = limits
  }

  /** @param isFollowUp whether the request is a follow-up */
  note(name: string, error: BudgetSpent, isFollowUp: boolean): void {
    const { limit, message: reason } = error
    const part = isFollowUp && error.isFollowUp ? 'again' : 'first'
    this.#left[part] ??= { reason, limit, checks: new Set<string>(), requests: 0 }
    const left = this.#left[part]
    left.requests += 1
    const check = checkOf(name)
    if (check !== undefined) left.checks.add(check)
  }

  /** The first limit that was reached. */
  get limit(): LimitName | undefined {
    return (this.#left.first ?? this.#left.again)?.limit
  }

  /** Why the run is not complete. First requests that were left out matter more than follow-ups. */
  get stop(): Stop | undefined {
    const { first, again } = this.#left
    const left = first ?? again
    if (!left) return undefined
    const { reason, limit, requests, checks } = left
    const of = checks.size === 0 ? '' : ` of ${few([...checks].sort())}`
    const lacking = first
      ? `Not sent: ${requests} request${requests === 1 ? '' : 's'}${of}.`
      : `Every request was sent once. Failed requests${of} were not repeated.`
    // At least a tenth is reserved for follow-ups, so the unsent requests alone are not enough.
    const more = this.#limits.requests + this.#limits.followUps + (first?.requests ?? 0)
    return { reason, mend: `${lacking} ${RAISE[limit](more)}.`, limit }
  }
}

/** Why a run that left out most of its drawn requests is not complete: they are what no target can prepare for. */
export function stopFor(requests: number, { sent, left_out }: Drawn): Stop | undefined {
  if (left_out <= sent) return undefined
  const mend = `${RAISE.requests(Math.ceil(requests + left_out / FOR_FIRSTS))}.`
  return { reason: `${left_out} of ${sent + left_out} drawn requests were not sent`, mend }
}

function few(names: readonly string[]): string {
  const rest = names.length - NAMED
  if (rest <= 0) return names.join(', ')
  return `${names.slice(0, NAMED).join(', ')} and ${rest} more check${rest === 1 ? '' : 's'}`
}
