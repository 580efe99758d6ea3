/** The interface of a check: the check sends requests and states its expectations; the judge decides. */
import { includes, type Profile } from '../catalogue/profiles.ts'
import type { RequirementId } from '../catalogue/requirements.ts'
import { compact } from '../http/compact.ts'
import type { KeyRole } from '../http/key-forms.ts'
import { callerIdOf, type Plan } from '../http/request.ts'
import { listedIds } from '../http/response.ts'
import { type Evidence, type Expectation, type Expected, type Finding, OUTCOME, remarkOn } from '../judge/evidence.ts'
import type { State } from '../target/states.ts'
import type { Provocation } from '../target/target.ts'
import { kindFor, type Sample } from '../variation/plan.ts'
import { listOf } from './context/lists.ts'
import { rowChooser } from './context/row-chooser.ts'
import { Sender } from './context/sender.ts'
import { plannedIn, tryVaried } from './context/varied-try.ts'
import { otherModels } from './generated/other-models.ts'
import { unknownField, unknownModel } from './plain-body.ts'
import { forInvalid, type Planned, retryFor, type Trial, type TryOptions } from './trial.ts'

/** The form that an accepted response must have, or must not have, for this check. */
export type Form = Omit<Expected<'accepted'>, 'kind'>

export interface Rejection {
  /** Statuses that the fault allows; 400 by default. */
  readonly statuses?: readonly number[]
  /** Top-level fields that hold the fault, for the judgement of `error.param`. */
  readonly fields?: readonly string[] | undefined
  /** The valid control; by default the plain completion. */
  readonly control?: Plan
  readonly oversize?: true | undefined
}

/** A request that may be sent: its expectation, and its control. */
export type Ask = Pick<Sample, 'title' | 'plan' | 'expectation'> & { readonly control: Plan }

export class CheckContext extends Sender {
  readonly evidence: Evidence[] = []
  /** Remarks on rows that broke. */
  readonly remarks: Finding[] = []
  /** Why the check cannot test anything, if it has found out. */
  lack?: string
  readonly #rowFor = rowChooser(this)

  /** A model that the target does not have. */
  get unknownModel(): string {
    return unknownModel(this.seed, this.preflight.listed)
  }

  /** A field that no contract lists. */
  get unknownField(): string {
    return unknownField(this.seed)
  }

  /** Whether the run's profile includes `smallest`. */
  within(smallest: Profile): boolean {
    return includes(this.session.profile, smallest)
  }

  /**
   * Waits for the next round of draws, for requests that are optional.
   *
   * @param left requests that the check still wants to draw, including the `size` requests of this draw
   * @returns whether the budget allows it; otherwise the requests count as left out
   */
  readonly drawsAgain = (reserve: number | 'to explain', left: number, size = 1): Promise<boolean> =>
    this.session.rounds.next(this.check.id, reserve, left, size)

  /** Generated requests for each property. */
  get runs(): number {
    return this.session.runs
  }

  /** A model that the key of a role may call: the run's own model, or another one that the project of the key lists. */
  async modelOf(role: KeyRole): Promise<string> {
    if (role === 'valid') return this.model
    const listed = listedIds(await listOf(this.session, role))
    return listed.includes(this.model) ? this.model : (listed[0] ?? this.model)
  }

  /** Other listed models that respond, drawn by the seed. Each is tried once per run. */
  otherModels(): Promise<readonly string[]> {
    return otherModels(this.session, this.preflight)
  }

  /** How the target file provokes a state. */
  provocation(state: State): Provocation {
    const provocation = this.target.provoke[state]
    if (!provocation) throw new Error(`${this.check.id} needs provoke.${state}`)
    return provocation
  }

  /** Runs one row. If it throws, the other rows still run, because the run may score by a set without this row. */
  async row(title: string, walk: () => Promise<void>): Promise<void> {
    try {
      await walk()
    } catch (error) {
      this.remarks.push({ ...this.broken(`the row '${title}'`, error), row: title })
    }
  }

  /** A remark on the harness, never on the target. */
  broken(what: string, error: unknown): Finding {
    const message = this.session.live.client.redact(error instanceof Error ? error.message : String(error))
    return remarkOn(this.check, 'error', `${what} broke: ${message}`)
  }

  /** Expects 200 for a valid request. If the target refuses the control as well, this check does not blame it. */
  accept(title: string, plan: Plan, form: Form = {}, control?: Plan): Promise<Trial> {
    return this.try(title, plan, { kind: 'accepted', ...form }, { control })
  }

  /** Expects one of the statuses for an invalid request, whose valid control has to be accepted. */
  reject(title: string, plan: Plan, rejection: Rejection = {}): Promise<Trial> {
    const { statuses = [400], fields, control = this.plain(), oversize } = rejection
    const retry = { ...forInvalid(control), pacedRetries: oversize === true }
    return this.try(title, plan, compact({ kind: 'rejected', statuses, fields, oversize }), { retry, control })
  }

  /** Expects 200 for a valid request that several checks share: one exchange is evidence for all of them. */
  acceptShared(title: string, plan: Plan, form: Form = {}): Promise<Trial> {
    return this.try(title, plan, { kind: 'accepted', ...form }, { shared: true })
  }

  /** Expects that a request is refused, with any status. */
  deny(title: string, plan: Plan, control: Plan, requirement = this.check.covers): Promise<Trial> {
    return this.try(title, plan, { kind: 'denied' }, { control, requirement })
  }

  /** Expects the statuses of a provoked state. The control is the same request without the state. */
  async state(
    title: string,
    plan: Plan,
    statuses: readonly number[],
    options: Pick<TryOptions, 'silent' | 'requirement' | 'plainly'> = {},
  ): Promise<Trial> {
    const control = this.plainControl(plan)
    const provoking = Object.values(this.target.provoke).flatMap((each) => each.headers ?? [])
    const own = [...provoking, ...callerIdOf(plan)]
    const trial = await this.try(title, plan, { kind: 'state', statuses }, { control, own, ...options })
    if (!options.silent) this.alsoOwnId(trial)
    return trial
  }

  /** If the request had an id of the caller, expects that the response has another one. */
  alsoOwnId(trial: Trial): void {
    if (trial.exchange.request.ownRequestId !== undefined)
      this.also(trial, 'request-id-generated', { kind: 'own-request-id' })
  }

  /** Records the behaviour of the target, without judging it. */
  observe(title: string, plan: Plan, options: TryOptions = {}): Promise<Trial> {
    return this.try(title, plan, OUTCOME, { retry: { retryOn: [429], attempts: 2 }, ...options })
  }

  /**
   * Sends a plan and judges the exchange. Unless `silent`, it becomes evidence of this check. A request with ordinary
   * headers is varied: it is sent as a real client would send it.
   *
   * @returns the trial that the check continues with
   */
  async try(title: string, plan: Plan, expectation: Expectation, options: TryOptions = {}): Promise<Trial> {
    const retry = retryFor(expectation, () => options.control ?? this.plain())
    const name = this.nameFor(title)
    const planned: Planned = { name, title, plan, expectation, options: { retry, ...options } }
    const row = options.row ?? this.#rowFor(planned)
    const { trial, also } =
      row && !options.asIs
        ? await tryVaried(this, planned, row)
        : { trial: await this.send(row ? plannedIn(this, planned, row) : planned) }
    if (!options.silent) this.evidence.push(trial.evidence)
    if (also) this.evidence.push(also)
    if (row && expectation.kind === 'state' && trial.findings.some(({ outcome }) => outcome === 'pass'))
      this.session.variations.note(kindFor(plan, expectation, options.requirement ?? this.check.covers), plan, row)
    return trial
  }

  /** Keeps requests that have to be refused for later, in case their kind needs more variations. */
  offer(asks: readonly Ask[]): void {
    const { id, covers: requirement } = this.check
    for (const ask of asks) {
      const sample = { ...ask, name: `${id}/${ask.title}`, requirement, own: undefined }
      this.session.variations.offer(kindFor(ask.plan, ask.expectation, requirement), sample)
    }
  }

  /** Adds an expectation of another requirement to an exchange that was already made. */
  also(trial: Trial, requirement: RequirementId, expectation: Expectation, title = trial.evidence.title): void {
    this.evidence.push({ check: this.check.id, requirement, title, exchange: trial.exchange.id, expectation })
  }
}
