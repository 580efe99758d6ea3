/** Decides whether a check repeats a request with a wrong response: not if the run has confirmed its cause often enough. */
import type { RequirementId } from '../../catalogue/requirements.ts'
import { has } from '../../explain/variation.ts'
import type { Named } from '../../http/exchange.ts'
import { type AttemptSeries, ENOUGH } from '../../judge/attempts.ts'
import { type Expectation, isRefusal } from '../../judge/evidence.ts'
import type { Doubts } from '../session/attempts.ts'
import { causeOf } from '../session/confirmed-causes.ts'
import type { Session } from '../session/session.ts'
import type { Trial } from '../trial.ts'

/** The cause of a trial's failure; undefined if its own requirement does not fail. */
function causeShownBy(trial: Trial): string | undefined {
  return has(trial, 'fail') ? causeOf(trial.evidence.expectation, trial.exchange) : undefined
}

export class WrongResponses {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  /** For the attempts of a first request. A repetition decides about it, and gets all its attempts. */
  of(expectation: Expectation, requirement: RequirementId): Doubts {
    const { causes } = this.#session
    return {
      isSettled: (last) => causes.isSettledFor(causeOf(expectation, last), requirement),
      inTurn: (last, work) => causes.inTurn(causeOf(expectation, last), work, requirement),
    }
  }

  /**
   * Records a wrong response that was received in each of several attempts. If a valid request is refused each time, its
   * variation may be the reason: only the plain one counts for its requirement.
   */
  noteSteady(trial: Trial, { attempts }: AttemptSeries, isVaried: boolean): void {
    const isShown = attempts.length >= ENOUGH && (isRefusal(trial.evidence.expectation) || !isVaried)
    const cause = isShown ? causeShownBy(trial) : undefined
    if (cause !== undefined) this.#session.causes.noteSteady(cause, trial.evidence.requirement)
  }

  /** Takes note of a plain request that got the same wrong response. */
  confirm(trial: Trial): void {
    const cause = causeShownBy(trial)
    if (cause !== undefined) this.#session.causes.note(cause, trial.evidence.requirement)
  }

  /**
   * Repeats a request when a few others with the same cause are done.
   *
   * @param named of the exchange of the repetition: in a replay the record decides
   * @returns undefined where the cause was confirmed often enough
   */
  async askAgain<T>(trial: Trial, named: Named, work: () => Promise<T>): Promise<T | undefined> {
    const { causes } = this.#session
    const cause = causeShownBy(trial)
    if (cause === undefined) return work()
    const { requirement, expectation } = trial.evidence
    return causes.inTurn(cause, async () => {
      // If a valid request is refused, its variation may be the reason: only the plain request counts for its requirement.
      const isShown = isRefusal(expectation) || causes.isConfirmedFor(cause, requirement)
      const isSettled = isShown && causes.isSettled(cause, requirement)
      return this.#session.asksAgain(named, isSettled) ? work() : undefined
    })
  }
}
