/** What a check works with: it sends requests and says what it expects; the judge judges. */
import { includes, type Profile } from '../catalogue/profiles.ts'
import type { RequirementId } from '../catalogue/requirements.ts'
import { Gate } from '../client/gate.ts'
import { consistencyOf } from '../explain/transient.ts'
import { compact } from '../http/compact.ts'
import type { Exchange, Header, Named, Role } from '../http/exchange.ts'
import type { KeyRole } from '../http/key-forms.ts'
import { type Plan, sentRequest } from '../http/request.ts'
import type { Evidence, Expectation, ObservationName } from '../judge/evidence.ts'
import { judgeEvidence } from '../judge/expectations.ts'
import type { Finding } from '../judge/finding.ts'
import { accepted } from '../judge/judgement.ts'
import { longestWait } from '../target/limits.ts'
import type { Provocation, State } from '../target/target.ts'
import type { Row } from '../variation/dimensions.ts'
import { kindFor, type RefusedControl, type Sample, type VariationPlan } from '../variation/plan.ts'
import { catalogOf, listsOf } from './context/lists.ts'
import { PlainRequests } from './context/plain-requests.ts'
import { type SoFar, soFarOf } from './context/so-far.ts'
import { Variations } from './context/variations.ts'
import { dueIn, tryVaried, type Varied } from './context/varied-try.ts'
import { WrongResponses } from './context/wrong-responses.ts'
import { otherModels } from './generated/other-models.ts'
import type { Preflight } from './preflight.ts'
import { forInvalid, forProvoked, forValid, once, pauseAfter, type RetryPolicy, single } from './retry-policy.ts'
import type { Session } from './session/session.ts'
import { isUnsent } from './session/unsent.ts'
import type { CheckName, Due, Trial, TryOptions } from './trial.ts'

/** The form that an accepted answer has to have, or must not have, for this check. */
export type Form = Omit<Extract<Expectation, { kind: 'accepted' }>, 'kind'>

export interface Rejection {
  /** Statuses that the fault allows; 400 where nothing is said. */
  readonly statuses?: readonly number[]
  /** Top-level fields that hold the fault, for the judgement of `error.param`. */
  readonly fields?: readonly string[] | undefined
  /** The valid control; by default the plain completion. */
  readonly control?: Plan
  readonly oversize?: true | undefined
}

/** A request that may be sent: its expectation, and its control. */
export type Ask = Pick<Sample, 'title' | 'plan' | 'expectation'> & { readonly control: Plan }

/** Milliseconds beyond a wait that was named: timers may be early. */
const MARGIN = 50

/** A title as part of an exchange's id. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .slice(0, 60)
}

export class CheckContext extends PlainRequests {
  readonly evidence: Evidence[] = []
  /** Rows that broke. */
  readonly remarks: Finding[] = []
  readonly #session: Session
  readonly #variations: Variations
  readonly #doubts: WrongResponses
  /** Requests of this check so far, by the names that their titles make. */
  readonly #named = new Map<string, number>()

  constructor(session: Session, preflight: Preflight, check: CheckName) {
    super(session.target, preflight, check)
    this.#session = session
    this.#doubts = new WrongResponses(session)
    this.#variations = new Variations(session.variations, check, this.maxTokens)
  }

  get seed(): number {
    return this.#session.seed
  }

  /** Whether the run's profile holds what belongs to `smallest`. */
  within(smallest: Profile): boolean {
    return includes(this.#session.profile, smallest)
  }

  /**
   * Waits for the next round of draws, for requests that nothing depends on. What is not allowed counts as left out.
   *
   * @param left that it wants to draw, with those of this draw
   * @param size requests of this draw
   * @returns whether the budget allows it
   */
  readonly drawsAgain = (reserve: number | 'to explain', left: number, size = 1): Promise<boolean> =>
    this.#session.rounds.next(this.check.id, reserve, left, size)

  /** The variations of the run, and what they have left open. */
  get variations(): VariationPlan {
    return this.#session.variations
  }

  /** Generated requests for each property. */
  get runs(): number {
    return this.#session.runs
  }

  /** A model that the key of a role may call: the run's own, or one that its project lists instead. */
  async modelOf(role: KeyRole): Promise<string> {
    if (role === 'valid') return this.model
    const listed = await catalogOf(this.#session, role)
    return listed.includes(this.model) ? this.model : (listed[0] ?? this.model)
  }

  /** Other listed models that answer, drawn by the seed; each is asked once a run. */
  otherModels(): Promise<readonly string[]> {
    return otherModels(this.#session, this.preflight)
  }

  /** How the target file provokes a state. */
  provocation(state: State): Provocation {
    const provocation = this.target.provoke[state]
    if (!provocation) throw new Error(`${this.check.id} needs provoke.${state}`)
    return provocation
  }

  /** Walks through one row. One that breaks takes no other along: the set of the run may have them, and not this one. */
  async row(title: string, walk: () => Promise<void>): Promise<void> {
    try {
      await walk()
    } catch (error) {
      this.remarks.push({ ...this.broken(`the row '${title}'`, error), row: title })
    }
  }

  /** A remark on the harness, never on the target. */
  broken(what: string, error: unknown): Finding {
    const { id: check, covers: requirement } = this.check
    const message = this.#session.redact(error instanceof Error ? error.message : String(error))
    return { requirement, outcome: 'error', message: `${what} broke: ${message}`, exchanges: [], check }
  }

  /** A valid request: 200. With a control, a target that refuses that as well is not blamed here. */
  accept(title: string, plan: Plan, form: Form = {}, control?: Plan): Promise<Trial> {
    return this.try(title, plan, { kind: 'accepted', ...form }, { retry: forValid, control })
  }

  /** An invalid request: one of the statuses, and its valid control accepted. */
  reject(title: string, plan: Plan, rejection: Rejection = {}): Promise<Trial> {
    const { statuses = [400], fields, control = this.plain(), oversize } = rejection
    return this.try(title, plan, compact({ kind: 'rejected', statuses, fields, oversize }), {
      retry: { ...forInvalid(control), pacedRetries: oversize === true },
      control,
    })
  }

  /** A valid request that other checks send as well: one exchange is evidence for all of them. */
  acceptShared(title: string, plan: Plan, form: Form = {}): Promise<Trial> {
    return this.try(title, plan, { kind: 'accepted', ...form }, { shared: true })
  }

  /** A request that has to be refused, by whatever status. */
  deny(title: string, plan: Plan, control: Plan): Promise<Trial> {
    return this.try(title, plan, { kind: 'denied' }, { retry: forInvalid(control), control })
  }

  /** A provoked state. The control is the same request without the state. */
  state(
    title: string,
    plan: Plan,
    statuses: readonly number[],
    options: Pick<TryOptions, 'silent' | 'requirement' | 'plainly'> = {},
  ): Promise<Trial> {
    const control = this.plainControl(plan)
    const own = Object.values(this.target.provoke).flatMap((each) => each.headers ?? [])
    return this.try(
      title,
      plan,
      { kind: 'state', statuses },
      { retry: forProvoked(statuses, control), control, own, ...options },
    )
  }

  /** An exchange that several checks look at before they try anything. */
  look(plan: Plan, isFollowUp = false): Promise<Exchange> {
    // A request without a key is sent to see whether one is needed: an error each time says no less than a 401.
    const retry = plan.credential === undefined ? once : forValid
    return this.#session.controls.once(plan, retry, isFollowUp || this.check.followUp)
  }

  /** Valid requests that the gateway has refused before anything was made of them. */
  refusedControls(): ReturnType<Session['controls']['refused']> {
    return this.#session.controls.refused()
  }

  /** Records what the target does. */
  observe(title: string, plan: Plan, what: ObservationName = 'outcome'): Promise<Trial> {
    return this.try(title, plan, { kind: 'observed', what }, { retry: { retryOn: [429], attempts: 2 } })
  }

  /**
   * Sends a plan and judges the exchange. Unless `silent`, it becomes evidence of this check. A request that is not
   * special about its headers goes out in the way of some real caller.
   *
   * @returns the trial that the check goes on with, and evidence about its variation, if that alone has changed the response
   */
  async try(
    title: string,
    plan: Plan,
    expectation: Expectation,
    options: TryOptions = {},
  ): Promise<Trial & Pick<Varied, 'also'>> {
    const due: Due = { name: this.#nameFor(title), title, plan, expectation, options }
    const row = options.row ?? this.#variations.rowFor(due)
    const { trial, also } = await this.#sent(due, row)
    if (!options.silent) this.evidence.push(trial.evidence)
    this.evidence.push(...also)
    if (row && expectation.kind === 'state' && trial.findings.some(({ outcome }) => outcome === 'pass'))
      this.#variations.met(plan, row, expectation, options.requirement)
    return { ...trial, also }
  }

  /** Sends a request letter for letter, and makes it no evidence. */
  asItStands(
    title: string,
    plan: Plan,
    expectation: Expectation,
    options: TryOptions,
    role: Role = 'attempt',
  ): Promise<Trial> {
    return this.send({ name: this.#nameFor(title), role, title, plan, expectation, options })
  }

  /** What is known of the run so far, to explain its failures. */
  get soFar(): SoFar {
    return soFarOf(this.#session)
  }

  async #sent(due: Due, row: Row | undefined): Promise<Varied> {
    if (row && !due.options.asIs) return tryVaried(this, due, row)
    return { trial: await this.send(row ? dueIn(this, due, row) : due), also: [] }
  }

  /**
   * What exchanges of a request are called. Titles may differ in what no name shows, as `role user` and `role User` do,
   * and exchanges of one name are attempts of one request: an error of one would count against the other.
   */
  #nameFor(title: string): string {
    const name = `${this.check.id}/${slug(title)}`
    const count = (this.#named.get(name) ?? 0) + 1
    this.#named.set(name, count)
    return count === 1 ? name : `${name}~${count}`
  }

  /** Sends a request as it stands, and makes nothing evidence. */
  async send({ title, plan, expectation, options, ...named }: Due): Promise<Trial> {
    const { retry = once, requirement = this.check.covers, isFollowUp = this.check.followUp, gate } = options
    const control = options.control && (await this.look(options.control, isFollowUp))
    // What decides over an earlier request gets all its attempts.
    const isFirst = retry.between && !isFollowUp && (named.role ?? 'attempt') === 'attempt'
    const doubts = isFirst ? this.#doubts.of(expectation, requirement) : undefined
    const exchange = options.shared
      ? await this.look(plan, isFollowUp)
      : await this.#session.ask(named, plan, retry, { gate, isFollowUp, doubts })
    const evidence: Evidence = {
      check: this.check.id,
      requirement,
      title,
      exchange: exchange.id,
      expectation,
      ...compact({ control: control?.id, unsent: isUnsent(exchange) ? exchange.failure?.message : undefined }),
    }
    const series = this.#session.attemptsAt(exchange)
    const consistency = consistencyOf(exchange, series)
    const trial = { evidence, exchange, findings: judgeEvidence(evidence, exchange, control, consistency) }
    this.#doubts.noteSteady(trial, series)
    return trial
  }

  /** Takes note of a plain request that got the same wrong response. */
  readonly confirm = (trial: Trial): void => this.#doubts.confirm(trial)

  /** Asks again about a wrong response, under this name; undefined where its cause was confirmed often enough. */
  askAgain<T>(trial: Trial, named: Named, work: () => Promise<T>): Promise<T | undefined> {
    return this.#doubts.askAgain(trial, named, work)
  }

  /** Records a valid request that was accepted in a variation. */
  met(plan: Plan, row: Row): void {
    this.#variations.met(plan, row)
  }

  /** Records a plain valid request that was refused in a variation: it was a control, and was not judged yet. */
  refused(control: RefusedControl): void {
    this.variations.refused(control)
  }

  /** Holds the first attempts at n requests until all of them can go out at the same time. */
  gate(members: number): Gate {
    return new Gate(members, this.#session.lanes)
  }

  /** The retry policy for a request that is repeated in another variation. */
  retryFor(expectation: Expectation, control: Plan | undefined): RetryPolicy {
    if (expectation.kind === 'rejected' || expectation.kind === 'denied') return forInvalid(control ?? this.plain())
    return expectation.kind === 'state' ? forProvoked(expectation.statuses, control ?? this.plain()) : forValid
  }

  /** The model lists that the run has got with the key of a role so far, each as its ids. */
  listsOf(role: KeyRole): readonly (readonly string[])[] {
    return listsOf(this.#session, role)
  }

  /** Whether such a request was served before in this run, in any variation. */
  hasServed(plan: Plan): boolean {
    const written = ([name, value]: Header): string => `${name.toLowerCase()}: ${value}`
    const due = sentRequest(plan)
      .headers.filter(([name]) => name !== 'content-type')
      .map(written)
    return this.#session.exchanges.some((exchange) => {
      const headers = exchange.request.headers.map(written)
      const isSuch = exchange.request.model === plan.model && due.every((header) => headers.includes(header))
      return isSuch && accepted(exchange) === 'yes'
    })
  }

  /** Waits for a limit that a response announced, if the run has the time. @param next the request after it */
  async isOver(exchange: Exchange, next: Named): Promise<boolean> {
    if (exchange.answer?.status !== 429) return true
    const wait = pauseAfter(exchange, 1, single) + MARGIN
    return wait <= longestWait(this.target.limits) && (await this.#session.isDue(next, wait, true))
  }

  /** Holds requests to refuse ready, for when their kind needs more variations. */
  offer(asks: readonly Ask[]): void {
    for (const ask of asks)
      this.variations.offer(kindFor(ask.plan, ask.expectation, this.check.covers), this.#sampleOf(ask))
  }

  /** Opens a kind of response, which is requested once in each variation. @param requirement of it where it is refused plainly */
  open(kind: string, plan: Plan, requirement: RequirementId): void {
    const ask: Ask = { title: kind, plan, expectation: { kind: 'accepted' }, control: plan }
    this.variations.open(kind, this.#sampleOf(ask, requirement))
  }

  #sampleOf(ask: Ask, requirement: RequirementId = this.check.covers): Sample {
    return { ...ask, name: `${this.check.id}/${ask.title}`, requirement, own: undefined }
  }

  /** One more expectation, and its requirement, for an exchange that was already made. */
  also(trial: Trial, requirement: RequirementId, expectation: Expectation, title = trial.evidence.title): void {
    this.evidence.push({ check: this.check.id, requirement, title, exchange: trial.exchange.id, expectation })
  }
}
