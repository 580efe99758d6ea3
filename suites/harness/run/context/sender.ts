/** Sends the requests of one check, each under a name, and judges the responses. They are not evidence yet. */

import type { RequirementId } from '../../catalogue/requirements.ts'
import { consistencyOf } from '../../explain/transient.ts'
import { has } from '../../explain/variation.ts'
import { compact } from '../../http/compact.ts'
import type { Exchange, Named, Role } from '../../http/exchange.ts'
import type { Plan } from '../../http/request.ts'
import { type AttemptSeries, ENOUGH } from '../../judge/attempts.ts'
import { type Evidence, type Expectation, isRefusal } from '../../judge/evidence.ts'
import { judgeEvidence } from '../../judge/expectations.ts'
import { isVaried } from '../../variation/apply.ts'
import type { Preflight } from '../preflight.ts'
import type { Doubts } from '../session/attempts.ts'
import { causeOf } from '../session/confirmed-causes.ts'
import { isUnsent } from '../session/exchange-log.ts'
import type { Session } from '../session/session.ts'
import { type CheckName, forValid, once, type Planned, type Trial, type TryOptions } from '../trial.ts'
import { PlainRequests } from './plain-requests.ts'

/** A title as part of an exchange's id. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .slice(0, 60)
}

export class Sender extends PlainRequests {
  readonly session: Session
  readonly doubts: WrongResponses
  /** The number of requests of this check so far, by the names made from their titles. */
  readonly #named = new Map<string, number>()

  constructor(session: Session, preflight: Preflight, check: CheckName) {
    super(session, preflight, check)
    this.session = session
    this.doubts = new WrongResponses(session)
  }

  /**
   * The name of a request's exchanges. Titles such as `role user` and `role User` give the same name, and exchanges
   * with one name are attempts at one request. Without a number, an error of one request would count against the other.
   */
  nameFor(title: string): string {
    const name = `${this.check.id}/${slug(title)}`
    const count = (this.#named.get(name) ?? 0) + 1
    this.#named.set(name, count)
    return count === 1 ? name : `${name}~${count}`
  }

  /** The exchange of a plan, sent once for all checks that need it before their own requests. */
  look(plan: Plan, isFollowUp = false): Promise<Exchange> {
    // A request without a key shows whether a key is needed: for this, an error each time is as good as a 401.
    const retry = plan.credential === undefined ? once : forValid
    return this.session.controls.once(plan, retry, isFollowUp || this.check.followUp)
  }

  /** Sends a request without any change, under a name made from its title. */
  verbatim(
    title: string,
    plan: Plan,
    expectation: Expectation,
    options: TryOptions,
    role: Role = 'attempt',
  ): Promise<Trial> {
    return this.send({ name: this.nameFor(title), role, title, plan, expectation, options })
  }

  /** Sends a request without any change. */
  async send({ title, plan, expectation, options, ...named }: Planned): Promise<Trial> {
    const { retry = once, requirement = this.check.covers, isFollowUp = this.check.followUp, gate } = options
    const control = options.control && (await this.look(options.control, isFollowUp))
    // A request that decides about an earlier request gets all its attempts.
    const isFirst = retry.between && !isFollowUp && (named.role ?? 'attempt') === 'attempt'
    const doubts = isFirst ? this.doubts.of(expectation, requirement) : undefined
    const exchange = options.shared
      ? await this.look(plan, isFollowUp)
      : await this.session.ask(named, plan, retry, { gate, isFollowUp, doubts })
    const evidence: Evidence = {
      check: this.check.id,
      requirement,
      title,
      exchange: exchange.id,
      expectation,
      ...compact({ control: control?.id, unsent: isUnsent(exchange) ? exchange.failure?.message : undefined }),
    }
    const series = this.session.log.attemptsAt(exchange)
    const consistency = consistencyOf(exchange, series)
    const trial = { evidence, exchange, findings: judgeEvidence(evidence, exchange, control, consistency) }
    this.doubts.noteSteady(trial, series, isVaried(plan))
    return trial
  }
}

/** The cause of a trial's failure; undefined if its own requirement does not fail. */
function causeShownBy(trial: Trial): string | undefined {
  return has(trial, 'fail') ? causeOf(trial.evidence.expectation, trial.exchange) : undefined
}

/** Decides whether to repeat a request that got a wrong response: not if its cause is confirmed often enough. */
export class WrongResponses {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  /** For the attempts at a first request. A repetition gets all its attempts, since it decides about the first. */
  of(expectation: Expectation, requirement: RequirementId): Doubts {
    const { causes } = this.#session
    return {
      isSettled: (last) => causes.isSettledFor(causeOf(expectation, last), requirement),
      inTurn: (last, work) => causes.inTurn(causeOf(expectation, last), work, requirement),
    }
  }

  /**
   * Records a wrong response that each of several attempts got. If a valid request is refused each time, its variation
   * may be the reason: only the plain request counts for its requirement.
   */
  noteSteady(trial: Trial, { attempts }: AttemptSeries, isVaried: boolean): void {
    const isShown = attempts.length >= ENOUGH && (isRefusal(trial.evidence.expectation) || !isVaried)
    const cause = isShown ? causeShownBy(trial) : undefined
    if (cause !== undefined) this.#session.causes.noteSteady(cause, trial.evidence.requirement)
  }

  /** Records a plain request that got the same wrong response. */
  confirm(trial: Trial): void {
    const cause = causeShownBy(trial)
    if (cause !== undefined) this.#session.causes.note(cause, trial.evidence.requirement)
  }

  /**
   * Repeats a request after a few others with the same cause have ended.
   *
   * @param named the repetition's name: in a replay, the record decides whether it is sent
   * @returns undefined if the cause was confirmed often enough
   */
  async askAgain<T>(trial: Trial, named: Named, work: () => Promise<T>): Promise<T | undefined> {
    const { causes } = this.#session
    const cause = causeShownBy(trial)
    if (cause === undefined) return work()
    const { requirement, expectation } = trial.evidence
    return causes.inTurn(cause, async () => {
      // If a valid request is refused, its variation may be the reason: only the plain one counts for its requirement.
      const isShown = isRefusal(expectation) || causes.isConfirmedFor(cause, requirement)
      const isSettled = isShown && causes.isSettled(cause, requirement)
      return this.#session.asksAgain(named, isSettled) ? work() : undefined
    })
  }
}
