import type { MockConfig } from '../core/config.ts'
import { ERRORS, errorAnswer, Refusal } from '../core/errors.ts'
import { type Answer, jsonAnswer, type Opening, type RequestHead, type Upload } from '../core/http.ts'
import type { LedgerEntry } from '../core/metering/ledger.ts'
import { overQuota } from '../core/metering/quota.ts'
import { type JsonObject, tooLarge } from '../core/request/body.ts'
import { invalid } from '../core/request/problems.ts'
import type { Operation } from '../core/routes.ts'
import type { Clock } from '../core/time/clock.ts'
import type {
  Accounts,
  Behaviour,
  Call,
  Journal,
  LayFault,
  Meters,
  Model,
  Project,
  Reply,
  Step,
} from '../core/types.ts'
import { happen } from '../disturbances/apply.ts'
import { openAccounts, reconfigure } from './accounts.ts'
import { Ids, Random } from './ids.ts'
import { scripted, serve } from './respond.ts'
import { applyTestHeader } from './test-header.ts'

/** What a gateway is made of beside its configuration. */
export interface GatewayParts {
  readonly behaviour: Behaviour
  readonly layFault: LayFault
  readonly clock: Clock
  readonly seed?: string | undefined
  readonly journal?: Journal | undefined
  /** The accounts of another gateway, to share its projects with all their state. */
  readonly accounts?: Accounts
  /** Where projects count, and which of several workers this is, where they count together. */
  readonly meters?: Meters | undefined
  readonly worker?: number | undefined
}

/** The gateway of the contract as a machine without sockets: heads and bodies go in, answers come out. */
export class Gateway {
  readonly #accounts: Accounts
  readonly #behaviour: Behaviour
  readonly #layFault: LayFault
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #random: Random
  readonly #journal: Journal | undefined
  #obeysTestHeader: boolean
  #requests = 0

  /** The configuration must have been checked; `createGateway` does. */
  constructor(config: MockConfig, parts: GatewayParts) {
    const { behaviour, layFault, clock, seed = config.seed, journal, accounts, meters, worker } = parts
    this.#clock = clock
    this.#behaviour = behaviour
    this.#layFault = layFault
    this.#accounts = accounts ?? openAccounts(config, clock, meters)
    this.#ids = new Ids(seed, worker)
    this.#random = new Random(seed)
    this.#journal = journal
    this.#obeysTestHeader = config.test_headers ?? true
  }

  /** Takes over a configuration that was checked; projects that stay keep ledger, quotas and script. */
  configure(config: MockConfig): void {
    reconfigure(this.#accounts, config, this.#clock)
    this.#obeysTestHeader = config.test_headers ?? true
  }

  /** Its projects with all their state; a second gateway may share them. */
  get accounts(): Accounts {
    return this.#accounts
  }

  /** What decides on its requests, unless a project has another behaviour. */
  get behaviour(): Behaviour {
    return this.#behaviour
  }

  /** The account of a project: what it used so far. */
  ledger(project: string): LedgerEntry {
    const found = this.#accounts.projects.find(({ name }) => name === project)
    if (!found) throw new RangeError(`No project is called ${project}; there are ${this.projects.join(', ')}.`)
    return found.ledger.snapshot()
  }

  /** How many requests have begun so far. */
  get begun(): number {
    return this.#requests
  }

  /** The names of the projects, in the order of the configuration. */
  get projects(): string[] {
    return this.#accounts.projects.map(({ name }) => name)
  }

  /** Judges a request by its head: an answer, or the wish for its body. */
  begin(head: RequestHead): Opening {
    const call = this.#call(head)
    try {
      return this.#open(head, call)
    } catch {
      return this.#refuse(broken(), call)
    }
  }

  #open(head: RequestHead, call: Call): Opening {
    const { behaviour } = call
    const operation = behaviour.route(head)
    if (operation instanceof Refusal) return this.#refuse(operation, call)
    call.operation = operation
    const atOnce = behaviour.entry === 'head' || operation === 'models'
    const refusal = atOnce ? this.#enter(call, operation) : undefined
    if (refusal) return this.#refuse(refusal, call)
    if (operation === 'models') return this.#list(call)
    if (behaviour.trustsLength && Number(head.header('content-length')) > behaviour.bodyLimit) {
      return this.#refuse(tooLarge(), call)
    }
    return this.#upload(call)
  }

  /** An identifier for an answer that is given in its name, beside the contract. */
  asideId(): string {
    return this.#ids.aside()
  }

  /** What a message gets that was no HTTP request; even that answer has an error body and an id. */
  malformed(): Answer {
    const what = 'This is no HTTP/1.1 request that the gateway can read; check its first line and its headers.'
    return this.#refuse(new Refusal('malformed_http', what), this.#call(NO_HEAD))
  }

  /** 401, 403, 500 and 503 on demand, 429: what is decided before anybody looks at the body. */
  #enter(call: Call, operation: Operation): Refusal | undefined {
    const project = call.behaviour.authenticate(call.head, this.#accounts, call)
    if (project instanceof Refusal) return project
    call.project = project
    if (project.behaviour) call.behaviour = project.behaviour
    project.ledger.request()
    call.disturbances = project.disturbances
    const wished = this.#obeysTestHeader ? applyTestHeader(call, this.#layFault) : undefined
    const refusal = call.behaviour.refuseDisabled(project, operation, call) ?? wished
    // 4.1 lists no 429, so that only completions count against a quota.
    if (refusal || operation === 'models') return refusal
    const wait = call.behaviour.takeQuota(project, call)
    return wait === undefined ? undefined : overQuota('requests_per_minute', wait)
  }

  #list(call: Call): Answer {
    const { project } = call as { project: Project }
    const refusal = this.#follow(project.script.take(call), call)
    if (refusal) return this.#refuse(refusal, call)
    return this.#seal(jsonAnswer(200, call.behaviour.listJson(project.models.values(), this.#accounts, call)), call)
  }

  #upload(call: Call): Upload {
    return {
      upload: true,
      limit: call.behaviour.bodyLimit,
      finish: (text, bytes) => {
        const answer = this.#finish(call, text, bytes)
        return call.leave ? leaving(answer, call.leave) : answer
      },
      overflow: () => this.#refuse(tooLarge(), call),
    }
  }

  #finish(call: Call, text: string | undefined, bytes: number): Answer {
    try {
      call.text = text
      call.bytes = bytes
      const outcome = this.#complete(call, text, bytes)
      return outcome instanceof Refusal ? this.#refuse(outcome, call) : this.#seal(outcome, call)
    } catch {
      return this.#refuse(broken(), call)
    }
  }

  /** body (413, 400) → validation (400) → catalog (404) → completion, as JSON or as a stream. */
  #complete(call: Call, text: string | undefined, bytes: number): Answer | Refusal {
    const { behaviour } = call
    const refusal = behaviour.entry === 'body' ? this.#enter(call, 'completion') : undefined
    if (refusal) return refusal
    if (behaviour.isTooLarge(bytes, text, call)) return tooLarge()
    const body = behaviour.parseBody(text, call)
    if (body instanceof Refusal) return body
    call.body = body
    let problems = behaviour.problemsOf(body, call)
    if (problems.length > 0) problems = behaviour.judge(problems, call)
    if (problems.length > 0) {
      call.problems = problems
      return invalid(problems)
    }
    const late = behaviour.entry === 'late' ? this.#enter(call, 'completion') : undefined
    if (late) return late
    const project = call.project as Project
    const model = behaviour.findModel(body.model, project, this.#accounts, call)
    return model instanceof Refusal ? model : this.#run(body, model, project, call)
  }

  /** The completion itself: a place among those under way, the model, its script, the tokens. */
  #run(body: JsonObject, model: Model, project: Project, call: Call): Answer | Refusal {
    const place = project.quota?.begin()
    if (typeof place === 'number') return overQuota('concurrent_requests', place)
    call.leave = place
    project.ledger.attempt()
    // Its turn is after the project's own and before those of header and script.
    if (model.disturbances.length > 0)
      call.disturbances = call.disturbances.toSpliced(project.disturbances.length, 0, ...model.disturbances)
    if (!model.available)
      return new Refusal(
        'unavailable',
        'The model is listed but unavailable at the moment; ask it later or ask another one.',
      )
    const { behaviour, disturbances } = call
    const step = project.script.take(call)
    const refusal = this.#follow(step, call)
    if (refusal) return refusal
    const reply = this.#reply(body, model, project, call, step)
    const claim = project.quota?.takeTokens(reply.usage)
    if (typeof claim === 'number') {
      // The step stays for the request that comes when the limit is over.
      project.script.putBack()
      Object.assign(call, { behaviour, disturbances })
      return overQuota('tokens_per_minute', claim)
    }
    call.claim = claim
    return serve(reply, body, model, project, call)
  }

  /** Does what a script says beside the reply: a fault, what goes wrong on the way, a refusal. */
  #follow(step: Step | undefined, call: Call): Refusal | undefined {
    if (!step) return undefined
    if (step.fault) call.behaviour = step.fault(call.behaviour)
    if (step.disturbances) call.disturbances = [...call.disturbances, ...step.disturbances]
    return step.refusal
  }

  /** What the model says, not yet in the form of an answer. */
  #reply(body: JsonObject, model: Model, project: Project, call: Call, step: Step | undefined): Reply {
    const reply: Reply = {
      id: this.#ids.completion(),
      created: Math.floor(this.#clock.now() / 1000),
      model: model.id,
      form: model.usage,
      ...call.behaviour.compose(body, model, project, call, step?.text),
    }
    return step ? scripted(reply, step) : reply
  }

  #refuse(refusal: Refusal, call: Call): Answer {
    const answer = this.#seal(errorAnswer(refusal), call)
    call.project?.ledger.refuse(ERRORS[refusal.kind].status)
    return answer
  }

  /** The one place where an answer gets its request id (section 4: every response, success or error). */
  #seal(answer: Answer, call: Call): Answer {
    const { behaviour } = call
    let sealed = answer
    for (const edit of behaviour.answers) sealed = edit(sealed, call)
    const id = behaviour.requestId(this.#ids.request(), call)
    if (id !== undefined) sealed.headers.push('x-svc-request-id', id)
    for (const edit of behaviour.sealed) sealed = edit(sealed, call)
    if (call.disturbances.length > 0) sealed = this.#disturbed(sealed, call)
    if (sealed.raw || sealed.interim) sealed = { ...sealed, deviations: call.behaviour.deviations }
    this.#journal?.enter(call, sealed, this)
    return sealed
  }

  #disturbed(answer: Answer, call: Call): Answer {
    // A row of numbers per project, so that parallel tests do not draw each other's.
    const { project } = call
    const draw = project ? this.#random.draws(++project.drawn, project.name) : this.#random.draws(call.number)
    const happened = happen(answer, call.disturbances, draw)
    call.disturbances = happened.disturbances
    return happened.answer
  }

  #call(head: RequestHead): Call {
    return {
      head,
      number: ++this.#requests,
      at: this.#clock.now(),
      behaviour: this.#behaviour,
      operation: undefined,
      project: undefined,
      text: undefined,
      bytes: 0,
      body: undefined,
      problems: NONE,
      streams: false,
      said: undefined,
      claim: undefined,
      leave: undefined,
      disturbances: NONE,
    }
  }
}

const NONE = [] as const

const NO_HEAD: RequestHead = { method: '', target: '/', header: () => undefined }

/** Lets a completion leave its place when the transport says that its answer is over. */
function leaving(answer: Answer, leave: () => void): Answer {
  const { settled } = answer
  answer.settled = (bytes, aborted) => {
    leave()
    settled?.(bytes, aborted)
  }
  return answer
}

/** A mistake of ours is a 500 of the contract; what broke could quote a prompt, so it is not told. */
function broken(): Refusal {
  return new Refusal('internal', 'The mock broke on this request; please report the request as a bug of the mock.')
}
