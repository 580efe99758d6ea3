/**
 * Wrong responses that repeated requests have confirmed often enough: the same status in the same situation. The
 * verdict needs no further confirmation, and other faults need the budget.
 */

import type { RequirementId } from '../../catalogue/requirements.ts'
import { entryOf } from '../../http/compact.ts'
import type { Exchange } from '../../http/exchange.ts'
import { ENOUGH } from '../../judge/attempts.ts'
import type { Expectation } from '../../judge/evidence.ts'

/** The maximum number of concurrent requests that test whether a server error repeats. Others wait for their result. */
const AT_ONCE = 2

/** Expectations of requests that every gateway has to refuse. */
const TO_REFUSE: readonly Expectation['kind'][] = ['rejected', 'denied', 'stray']

export class ConfirmedCauses {
  /** Confirmations of each cause, by requirement. */
  readonly #confirmed = new Map<string, Map<RequirementId, number>>()
  /** By cause: requirements that failed in every attempt at one request. */
  readonly #steady = new Map<string, Set<RequirementId>>()
  readonly #turns = new Map<string, Turns>()

  /** Records a wrong response that a repeated request got as well. */
  note(cause: string, requirement: RequirementId): void {
    const byRequirement = this.#confirmed.get(cause) ?? new Map<RequirementId, number>()
    this.#confirmed.set(cause, byRequirement.set(requirement, (byRequirement.get(requirement) ?? 0) + 1))
  }

  /** Whether a cause was confirmed on enough requirements, or often enough on this one. */
  isSettled(cause: string, requirement: RequirementId): boolean {
    const byRequirement = this.#confirmed.get(cause)
    return (byRequirement?.size ?? 0) >= ENOUGH || (byRequirement?.get(requirement) ?? 0) >= ENOUGH
  }

  /** Whether a repeated request has shown that this requirement fails for this cause. */
  isConfirmedFor(cause: string, requirement: RequirementId): boolean {
    return this.#confirmed.get(cause)?.has(requirement) === true
  }

  /** Records a requirement that failed in every attempt at a request. This confirms the cause as well. */
  noteSteady(cause: string, requirement: RequirementId): void {
    this.note(cause, requirement)
    this.#steady.set(cause, (this.#steady.get(cause) ?? new Set()).add(requirement))
  }

  /** Whether this requirement has already failed for this cause, so that another attempt changes no verdict. */
  isSettledFor(cause: string, requirement: RequirementId): boolean {
    return this.isSettled(cause, requirement) && this.#steady.get(cause)?.has(requirement) === true
  }

  /**
   * Runs a test of a cause after a few others: by then the cause may be confirmed.
   *
   * @param requirement that the work tests; two concurrent requests for one requirement would show the same
   */
  inTurn<T>(cause: string, work: () => Promise<T>, requirement?: RequirementId): Promise<T> {
    const ofCause = (): Promise<T> => this.#turnsOf(cause, AT_ONCE).take(work)
    return requirement ? this.#turnsOf(`${cause}, ${requirement}`, 1).take(ofCause) : ofCause()
  }

  #turnsOf(name: string, atOnce: number): Turns {
    return entryOf(this.#turns, name, () => new Turns(atOnce))
  }
}

/** Runs a few pieces of work at the same time, in the given order. */
class Turns {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((go) => this.#waiting.push(go))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}

/** The cause of a failure, as a name: the expected and the received status. */
export function causeOf(expectation: Expectation, { response, request }: Exchange): string {
  const { kind } = expectation
  // A gateway that fails instead of refusing usually does so for every kind of invalid request.
  if (response && response.status >= 500 && TO_REFUSE.includes(kind)) return `refused with ${response.status}`
  const expected = kind === 'rejected' || kind === 'state' ? expectation.statuses.join(' or ') : ''
  const form = kind === 'accepted' && (expectation.as ?? expectation.not)
  return `${request.operation}: ${kind} ${form || expected}, got ${response?.status ?? 'no answer'}`
}
