/**
 * Wrong responses that repeated requests have confirmed often enough: the same status in the same situation. The
 * verdict needs no further confirmation, and other faults need the budget.
 */

import type { RequirementId } from '../../catalogue/requirements.ts'
import { Turns } from '../../client/turns.ts'
import { has } from '../../explain/variation.ts'
import { entryOf } from '../../http/compact.ts'
import type { Exchange, Named } from '../../http/exchange.ts'
import { type AttemptSeries, ENOUGH } from '../../judge/attempts.ts'
import { type Expectation, isRefusal } from '../../judge/evidence.ts'
import type { Trial } from '../trial.ts'
import type { Doubts } from './attempts.ts'

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
  readonly #asksAgain: (named: Named, isSettled: boolean) => boolean

  /** @param asksAgain whether to send a follow-up under a name: in a replay, the record decides */
  constructor(asksAgain: (named: Named, isSettled: boolean) => boolean) {
    this.#asksAgain = asksAgain
  }

  /** For the attempts at a first request. A repetition gets all its attempts, since it decides about the first. */
  doubtsOf(expectation: Expectation, requirement: RequirementId): Doubts {
    return {
      // The requirement has already failed for this cause, so that another attempt changes no verdict.
      isSettled: (last) => {
        const cause = causeOf(expectation, last)
        return this.#isSettled(cause, requirement) && this.#steady.get(cause)?.has(requirement) === true
      },
      // Two concurrent requests for one requirement would show the same.
      inTurn: (last, work) => {
        const cause = causeOf(expectation, last)
        return this.#turnsOf(`${cause}, ${requirement}`, 1).take(() => this.inTurn(cause, work))
      },
    }
  }

  /** Runs a test of a cause after a few others: by then the cause may be confirmed. */
  inTurn<T>(cause: string, work: () => Promise<T>): Promise<T> {
    return this.#turnsOf(cause, AT_ONCE).take(work)
  }

  /** Records a plain request that got the same wrong response. */
  confirm(trial: Trial): void {
    const cause = causeShownBy(trial)
    if (cause !== undefined) this.#note(cause, trial.evidence.requirement)
  }

  /**
   * Records a wrong response that each of several attempts got, which confirms its cause. If a valid request is refused
   * each time, its variation may be the reason: only the plain request counts for its requirement.
   */
  noteSteady(trial: Trial, { attempts }: AttemptSeries, isVaried: boolean): void {
    const { expectation, requirement } = trial.evidence
    const isShown = attempts.length >= ENOUGH && (isRefusal(expectation) || !isVaried)
    const cause = isShown ? causeShownBy(trial) : undefined
    if (cause === undefined) return
    this.#note(cause, requirement)
    entryOf(this.#steady, cause, () => new Set<RequirementId>()).add(requirement)
  }

  /**
   * Repeats a request after a few others with the same cause have ended.
   *
   * @param named the repetition's name
   * @returns undefined if the cause was confirmed often enough
   */
  async askAgain<T>(trial: Trial, named: Named, work: () => Promise<T>): Promise<T | undefined> {
    const { requirement, expectation } = trial.evidence
    const cause = causeShownBy(trial)
    if (cause === undefined) return this.inTurn(causeOf(expectation, trial.exchange), work)
    return this.inTurn(cause, async () => {
      // If a valid request is refused, its variation may be the reason: only the plain one counts for its requirement.
      const isShown = isRefusal(expectation) || this.#confirmed.get(cause)?.has(requirement) === true
      return this.#asksAgain(named, isShown && this.#isSettled(cause, requirement)) ? work() : undefined
    })
  }

  #note(cause: string, requirement: RequirementId): void {
    const byRequirement = entryOf(this.#confirmed, cause, () => new Map<RequirementId, number>())
    byRequirement.set(requirement, (byRequirement.get(requirement) ?? 0) + 1)
  }

  /** Whether a cause was confirmed on enough requirements, or often enough on this one. */
  #isSettled(cause: string, requirement: RequirementId): boolean {
    const byRequirement = this.#confirmed.get(cause)
    return (byRequirement?.size ?? 0) >= ENOUGH || (byRequirement?.get(requirement) ?? 0) >= ENOUGH
  }

  #turnsOf(name: string, atOnce: number): Turns {
    return entryOf(this.#turns, name, () => new Turns(atOnce))
  }
}

/** The cause of a trial's failure; undefined if its own requirement does not fail. */
function causeShownBy(trial: Trial): string | undefined {
  return has(trial, 'fail') ? causeOf(trial.evidence.expectation, trial.exchange) : undefined
}

/** The cause of a failure, as a name: the expected and the received status. */
function causeOf(expectation: Expectation, { response, request }: Exchange): string {
  const { kind } = expectation
  // A gateway that fails instead of refusing usually does so for every kind of invalid request.
  if (response && response.status >= 500 && TO_REFUSE.includes(kind)) return `refused with ${response.status}`
  const expected = kind === 'rejected' || kind === 'state' ? expectation.statuses.join(' or ') : ''
  const form = kind === 'accepted' && (expectation.as ?? expectation.not)
  return `${request.operation}: ${kind} ${form || expected}, got ${response?.status ?? 'no answer'}`
}
