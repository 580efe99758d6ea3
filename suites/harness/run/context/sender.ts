/**
 * Sends the requests of one check, each under a name, and judges the responses. They are not evidence yet. Every check
 * builds on the plain valid requests of the run, and on bodies with a few changes.
 */

import { compact, entryOf, kept } from '../../http/compact.ts'
import type { Exchange, Role } from '../../http/exchange.ts'
import { complete, type Kind, kindOf, listModels, type Plan, type PlanOptions } from '../../http/request.ts'
import { consistencyOf } from '../../judge/attempts.ts'
import type { Evidence, Expectation } from '../../judge/evidence.ts'
import { judgeEvidence } from '../../judge/expectations.ts'
import type { Target } from '../../target/target.ts'
import { isVaried } from '../../variation/apply.ts'
import { plainBody, plainSentence } from '../plain-body.ts'
import type { Preflight } from '../preflight.ts'
import { isUnsent } from '../session/exchange-log.ts'
import type { Session } from '../session/session.ts'
import { type CheckName, forValid, once, type Planned, type Trial, type TryOptions } from '../trial.ts'

/** A title as part of an exchange's id. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .slice(0, 60)
}

/** Cached: nearly every request has a plain control. */
const plansOf = kept((_: Preflight) => new Map<Kind, Plan>())

export class Sender {
  readonly session: Session
  readonly preflight: Preflight
  readonly check: CheckName
  readonly target: Target
  readonly seed: number
  /** The number of requests of this check so far, by the names made from their titles. */
  readonly #named = new Map<string, number>()

  constructor(session: Session, preflight: Preflight, check: CheckName) {
    this.session = session
    this.preflight = preflight
    this.check = check
    this.target = session.target
    this.seed = session.seed
  }

  /** The model of the run. Checks that need one do not run without it. */
  get model(): string {
    if (this.preflight.model === undefined) throw new Error(`${this.check.id} needs a model`)
    return this.preflight.model
  }

  /** The text of the message in plain requests. */
  get sentence(): string {
    return plainSentence(this.seed)
  }

  /** The limit of output tokens in plain requests. */
  get maxTokens(): number {
    return this.target.limits.maxTokens
  }

  /** The plain valid body, with members set and left out. */
  body(set: Record<string, unknown> = {}, without: readonly string[] = []): Record<string, unknown> {
    const plain = plainBody(this.model, this.preflight.capped ? this.maxTokens : undefined, this.seed)
    const body = { ...plain, ...set }
    for (const name of without) delete body[name]
    return body
  }

  /** The plain valid completion. */
  plain(options?: PlanOptions): Plan {
    return options ? complete(this.body(), options) : this.#plainOf('completion')
  }

  /** The plain valid request of the same kind as a plan. */
  plainControl(plan: Plan): Plan {
    return this.#plainOf(kindOf(plan))
  }

  /** The plain valid completion with some members set. */
  complete(set: Record<string, unknown>): Plan {
    return complete(this.body(set))
  }

  #plainOf(kind: Kind): Plan {
    return entryOf(plansOf(this.preflight), kind, () =>
      kind === 'list' ? listModels() : complete(this.body(kind === 'stream' ? { stream: true } : {})),
    )
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
    const doubts = isFirst ? this.session.causes.doubtsOf(expectation, requirement) : undefined
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
    this.session.causes.noteSteady(trial, series, isVaried(plan))
    return trial
  }
}
