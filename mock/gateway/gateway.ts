import type { MockConfig } from '../core/config.ts'
import { applyDisturbances } from '../core/disturbances/apply.ts'
import { ERRORS, errorResponse, Refusal } from '../core/errors.ts'
import { deliveredAs, type HttpResponse, type Opening, type RequestHead, type Upload } from '../core/http.ts'
import { countRefusal, type LedgerEntry, ledgerIn } from '../core/metering/ledger.ts'
import type { Clock } from '../core/time/clock.ts'
import type { Accounts, ApplyFault, Behaviour, BodySize, Call, Effects, Gate, Journal, Meters } from '../core/types.ts'
import { openAccounts, reconfigure } from './accounts.ts'
import { drawsFrom, idsFrom } from './ids.ts'
import type { Pipeline, PipelineContext, Run } from './pipeline.ts'

/** The parts of a gateway besides its configuration. */
export interface GatewayParts {
  readonly behaviour: Behaviour
  /** Turns a request into its response: `pipeline`, possibly wrapped by deviations. */
  readonly pipeline: Pipeline
  readonly applyFault: ApplyFault
  readonly clock: Clock
  readonly seed?: string | undefined
  readonly journal?: Journal | undefined
  /** The cells of projects, and the number of this worker, if several workers share the cells. */
  readonly meters?: Meters | undefined
  readonly worker?: number | undefined
  /** Decides with other mocks, if any. */
  readonly shared?: Gate | undefined
}

/** The gateway of the contract without sockets: takes heads and bodies, and returns responses. */
export class Gateway {
  readonly #parts: GatewayParts
  // Private, so that printing the whole object does not show keys.
  readonly #accounts: Accounts
  readonly #ids: ReturnType<typeof idsFrom>
  readonly #draws: ReturnType<typeof drawsFrom>
  #context: PipelineContext
  #requests = 0

  /** The configuration must be valid; `createGateway` checks it. */
  constructor(config: MockConfig, parts: GatewayParts) {
    const { seed = config.seed, worker, shared } = parts
    this.#parts = parts
    this.#accounts = openAccounts(config, { ...parts, quotas: shared?.quotas })
    this.#ids = idsFrom(seed, worker)
    this.#draws = drawsFrom(seed)
    this.#context = this.#contextOf(config)
  }

  /** Applies a valid configuration; projects in both configurations keep ledger, quotas and script. */
  configure(config: MockConfig): void {
    reconfigure(this.#accounts, config, this.#parts.clock)
    this.#context = this.#contextOf(config)
  }

  /** The projects with all their state; another gateway may share them. */
  get accounts(): Accounts {
    return this.#accounts
  }

  /** The behaviour that decides on requests, unless a project has another one. */
  get behaviour(): Behaviour {
    return this.#parts.behaviour
  }

  /** The usage of a project so far. */
  ledger(project: string): LedgerEntry {
    const found = this.#accounts.projects.find(({ name }) => name === project)
    if (!found) throw new RangeError(`No project is called ${project}; there are ${this.projects.join(', ')}.`)
    return ledgerIn(found.cells)
  }

  /** The number of requests so far. */
  get begun(): number {
    return this.#requests
  }

  /** The names of the projects, in the order of the configuration. */
  get projects(): string[] {
    return this.#accounts.projects.map(({ name }) => name)
  }

  /** Begins a request with its head. Returns the response, or an upload that waits for the body. */
  begin(head: RequestHead): Opening {
    const call = this.#call(head)
    return this.#advance(this.#parts.pipeline(call, this.#context), call)
  }

  /** Creates a request id for a response outside the contract. */
  asideId(): string {
    return this.#ids.aside()
  }

  /** The response to a message that is not a whole HTTP request; it also has an error body and a request id. */
  malformed(what = 'This is not an HTTP/1.1 request that the gateway can read; check its first line and its headers.') {
    return this.#response(new Refusal('malformed_http', what), this.#call(NO_HEAD))
  }

  /** Runs a request until it has a response or waits for its body. @param size of the body, after it has arrived */
  #advance(run: Run, call: Call, size?: BodySize): Opening {
    const before = size && { behaviour: call.behaviour, disturbances: call.disturbances }
    try {
      const { value, done } = run.next(size as BodySize)
      if (done) return this.#settle(value, call, before)
      return size ? this.#response(broken(), call) : this.#upload(value, run, call)
    } catch {
      return this.#response(broken(), call)
    }
  }

  #upload(limit: number, run: Run, call: Call): Upload {
    const advance = (size: BodySize): HttpResponse => this.#advance(run, call, size) as HttpResponse
    return {
      upload: true,
      limit,
      finish: (text, bytes) => {
        call.text = text
        call.bytes = bytes
        return advance({ stage: 'arrived', bytes, text })
      },
      overflow: () => advance({ stage: 'outgrown', bytes: limit + 1 }),
    }
  }

  /** Ends a request with its outcome, unless other mocks object; then their refusal replaces it. */
  #settle(outcome: HttpResponse | Refusal, call: Call, before?: Effects): HttpResponse {
    const decided = (refusal: Refusal | undefined): HttpResponse =>
      refusal
        ? this.#response(refusal, { ...call, ...before, streams: false, said: undefined })
        : this.#response(outcome, call)
    const verdict = this.#parts.shared?.check(call, outcome instanceof Refusal)
    if (!(verdict instanceof Promise)) return decided(verdict)
    return { status: 0, headers: [], body: '', later: verdict.then(decided) }
  }

  /** Finishes every response, and is the only place that adds the request id (section 4: on success and on error). */
  // keeps: request-id-present, request-id-unique, request-id-generated
  #response(outcome: HttpResponse | Refusal, call: Call, isLast = false): HttpResponse {
    const { behaviour, booking, project } = call
    try {
      let response = outcome instanceof Refusal ? errorResponse(outcome) : outcome
      for (const edit of behaviour.responses) response = edit(response, call)
      const id = behaviour.requestId(this.#ids.request(), call)
      if (id !== undefined) response.headers.push('x-svc-request-id', id)
      for (const edit of behaviour.sealed) response = edit(response, call)
      if (call.disturbances.length > 0) response = this.#disturbed(response, call)
      if (response.delivery?.raw || response.delivery?.interim)
        response = deliveredAs(response, { deviations: behaviour.deviations })
      this.#parts.journal?.enter(call, response, this)
      if (project && outcome instanceof Refusal) countRefusal(project.cells, ERRORS[outcome.kind].status)
      return booking?.endWith(response) ?? response
    } catch (error) {
      if (isLast) throw error
      return this.#response(broken(), call, true)
    }
  }

  #disturbed(response: HttpResponse, call: Call): HttpResponse {
    // Each project has separate random numbers, so that parallel tests do not affect each other.
    const { project } = call
    const draw = project ? this.#draws(++project.drawn, project.name) : this.#draws(call.number)
    const disturbed = applyDisturbances(response, call.disturbances, draw)
    call.disturbances = disturbed.disturbances
    return disturbed.response
  }

  #contextOf({ test_headers: obeysTestHeader = true }: MockConfig): PipelineContext {
    const { clock, applyFault } = this.#parts
    const context = { accounts: this.#accounts, clock, ids: this.#ids, draws: this.#draws }
    return { ...context, applyFault: obeysTestHeader ? applyFault : undefined }
  }

  #call(head: RequestHead): Call {
    return {
      head,
      number: ++this.#requests,
      at: this.#parts.clock.now(),
      behaviour: this.behaviour,
      operation: undefined,
      project: undefined,
      text: undefined,
      bytes: 0,
      body: undefined,
      problems: NONE,
      streams: false,
      said: undefined,
      booking: undefined,
      disturbances: NONE,
      misses: NONE,
    }
  }
}

const NONE = [] as const

const NO_HEAD: RequestHead = { method: '', target: '/', header: () => undefined }

/** A bug of the mock causes a 500. The error itself is not shown, because it could quote a prompt. */
// keeps: internal-500
function broken(): Refusal {
  return new Refusal('internal', 'The mock broke on this request; please report the request as a bug of the mock.')
}
