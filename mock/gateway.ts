import { type Accounts, addProject, type Model, openAccounts, type Project } from './accounts.ts'
import type { Behaviour } from './behaviour.ts'
import { type JsonObject, tooLarge } from './body.ts'
import type { Call } from './call.ts'
import type { Clock } from './clock.ts'
import type { MockConfig, ProjectConfig } from './config.ts'
import { errorAnswer, Refusal } from './errors.ts'
import { type Answer, jsonAnswer, type Opening, type RequestHead, type Upload } from './exchange.ts'
import { Ids } from './ids.ts'
import type { Journal } from './journal/journal.ts'
import type { LedgerEntry } from './ledger.ts'
import { invalid } from './problems.ts'
import { Random } from './random.ts'
import type { Reply } from './reply.ts'
import type { Operation } from './routes.ts'
import { scripted } from './scripts/scripted.ts'
import type { Step } from './scripts/step.ts'
import { serve } from './serving.ts'

/** What a gateway is made of beside its configuration. */
export interface GatewayParts {
  readonly behaviour: Behaviour
  readonly clock: Clock
  readonly seed?: string | undefined
  readonly journal?: Journal | undefined
  /** The accounts of another gateway, to share its projects with all their state. */
  readonly accounts?: Accounts
}

/** The gateway of the contract as a machine without sockets: heads and bodies go in, answers come out. */
export class Gateway {
  readonly #accounts: Accounts
  readonly #behaviour: Behaviour
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #random: Random
  readonly #journal: Journal | undefined
  readonly #obeysTestHeader: boolean
  #requests = 0

  /** The configuration must have been checked; `createGateway` does. */
  constructor(config: MockConfig, { behaviour, clock, seed = config.seed, journal, accounts }: GatewayParts) {
    this.#clock = clock
    this.#behaviour = behaviour
    this.#accounts = accounts ?? openAccounts(config, clock)
    this.#ids = new Ids(seed)
    this.#random = new Random(seed)
    this.#journal = journal
    this.#obeysTestHeader = config.test_headers ?? true
  }

  /** Its projects with all their state; a second gateway may share them. */
  get accounts(): Accounts {
    return this.#accounts
  }

  /** The account of a project: what it used so far. */
  ledger(project: string): LedgerEntry {
    const found = this.#accounts.projects.find(({ name }) => name === project)
    if (!found) throw new RangeError(`No project is called ${project}; there are ${this.projects.join(', ')}.`)
    return found.ledger.snapshot()
  }

  /** The names of the projects, in the order of the configuration. */
  get projects(): string[] {
    return this.#accounts.projects.map(({ name }) => name)
  }

  /** Opens one more project. Its keys and models must be as a configuration would have them. */
  addProject(name: string, settings: ProjectConfig): Project {
    return addProject(this.#accounts, name, settings, this.#clock)
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
    project.ledger.requests++
    const refusal = call.behaviour.refuseDisabled(project, operation, call) ?? this.#provoked(call.head)
    // 4.1 lists no 429, so that only completions count against a quota.
    if (refusal || operation === 'models') return refusal
    const wait = call.behaviour.takeQuota(project, call)
    return wait === undefined ? undefined : limited(wait)
  }

  #provoked(head: RequestHead): Refusal | undefined {
    const wish = this.#obeysTestHeader ? head.header('x-test-fault') : undefined
    if (wish === 'internal') return new Refusal('internal', 'An internal error, provoked by the header x-test-fault.')
    if (wish === 'unavailable')
      return new Refusal('unavailable', 'A dependency is unavailable, provoked by the header x-test-fault.')
    return undefined
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
        try {
          call.text = text
          call.bytes = bytes
          const outcome = this.#complete(call, text, bytes)
          return outcome instanceof Refusal ? this.#refuse(outcome, call) : this.#seal(outcome, call)
        } catch {
          return this.#refuse(broken(), call)
        }
      },
      overflow: () => this.#refuse(tooLarge(), call),
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
    if (model instanceof Refusal) return model
    project.ledger.attempts++
    if (!model.available)
      return new Refusal(
        'unavailable',
        'The model is listed but unavailable at the moment; ask it later or ask another one.',
      )
    const step = project.script.take(call)
    return this.#follow(step, call) ?? serve(this.#reply(body, model, project, call, step), body, model, project, call)
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
    return this.#seal(errorAnswer(refusal), call)
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
    this.#journal?.enter(call, sealed)
    return sealed
  }

  #disturbed(answer: Answer, call: Call): Answer {
    const draw = this.#random.draws(call.number)
    return call.disturbances.reduce((disturbed, disturb) => disturb(disturbed, draw), answer)
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
      disturbances: NONE,
    }
  }
}

const NONE = [] as const

const NO_HEAD: RequestHead = { method: '', target: '/', header: () => undefined }

function limited(wait: number): Refusal {
  const message = `The project has used up its requests of the current minute; wait ${wait} s, as the header Retry-After says.`
  return new Refusal('limited', message, { headers: ['retry-after', String(wait)] })
}

/** A mistake of ours is a 500 of the contract; what broke could quote a prompt, so it is not told. */
function broken(): Refusal {
  return new Refusal('internal', 'The mock broke on this request; please report the request as a bug of the mock.')
}
