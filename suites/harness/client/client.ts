/**
 * Sends a plan and records the exchange: raw header lines, the bytes of the body with their times
 * of arrival, early answers. It follows no redirect and retries nothing. Only here do requests get their keys.
 */
import type { Dispatcher } from 'undici'
import { compact } from '../http/compact.ts'
import {
  ABORTED,
  type Answer,
  type Exchange,
  type Failure,
  type Header,
  type Identity,
  MAX_BODY,
} from '../http/exchange.ts'
import { isChanged, type KeyRole, present } from '../http/key-forms.ts'
import { failureOf } from '../http/network-errors.ts'
import { SameBodies } from '../http/read-once.ts'
import { type Redactor, redactor } from '../http/redact.ts'
import { bodyOf, bodyWith, inOrder, type Plan, sentRequest, without, withQuery } from '../http/request.ts'
import { namesGiven } from '../target/given-headers.ts'
import { type Deadlines, deadlinesFor, deadlinesOf } from '../target/limits.ts'
import { type Network, networkSecrets } from '../target/network.ts'
import type { Budget } from './budget.ts'
import { Connections } from './connections.ts'
import { type Route, routeTo } from './connector.ts'
import { Watch } from './deadlines.ts'
import { namingTe, reordered } from './head-order.ts'
import { Http2Client } from './http2.ts'
import { skippingContinues } from './interim-responses.ts'
import type { Peers } from './peers.ts'
import { ResponseRecorder } from './response-recorder.ts'
import { Agent } from './undici.ts'

export interface ClientOptions extends Partial<Pick<Deadlines, 'connect' | 'idle'>> {
  readonly baseUrl: string
  readonly keys: Partial<Record<KeyRole, string>>
  readonly concurrency: number
  /** Milliseconds that an exchange may take in all. */
  readonly timeout: number
  /** How the target is reached. */
  readonly network?: Network | undefined
  /** Bytes of an answer's body that are read at most. */
  readonly maxBody?: number
  /** Counts the bytes and the time of the whole run. */
  readonly budget?: Budget
  /** The numbers of connections, where several clients make one run. */
  readonly connections?: Connections
  /** Where the other ends of connections are recorded. */
  readonly peers?: Peers | undefined
  /** When the run started, by `performance.now()`; now if absent. */
  readonly runStarted?: number
}

const MAX_HEADERS = 64 * 1024
/** How a body is sent while an early answer is read: bytes of a piece, and milliseconds before the next. */
const PACED = { piece: 16 * 1024, pause: 2 }
/** How a slow caller sends a small body: in n pieces, with milliseconds between them. */
const SLOW = { pieces: 6, pause: 60 }
/** Milliseconds after which a caller that does not wait for the answer leaves. */
const SOON = 10
/** The library's own timeouts end this many milliseconds after ours, so that ours decide. */
const GRACE = 1000
/** The answer of a proxy that forwards no request without a password: it is never the target's own. */
const PROXY_REFUSES: Failure = { stage: 'connect', code: 'PROXY_407', message: 'the proxy answered with 407' }

/** The base URL of a target as an origin and the path in front of `/v1`. */
function splitBase(baseUrl: string): { origin: string; prefix: string } {
  const url = new URL(baseUrl)
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') }
}

async function* pieces(body: Uint8Array, piece: number, pause: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += piece) {
    yield Buffer.from(body.subarray(at, at + piece))
    if (pause > 0) await new Promise((go) => setTimeout(go, pause))
  }
}

/** What goes over the wire, keys included. */
interface Prepared {
  readonly headers: string[]
  readonly path: string
  readonly body: Uint8Array | undefined
  /** The rest of a mutated key: a response may hold it. */
  readonly secrets: readonly string[]
}

/** A body as it goes out: in one piece, unless something asks for several. */
function uploadOf(body: Uint8Array, { slow, framing }: Plan, paced: boolean): Uint8Array | AsyncGenerator<Buffer> {
  if (slow) return pieces(body, Math.ceil(body.length / SLOW.pieces), SLOW.pause)
  if (paced) return pieces(body, PACED.piece, PACED.pause)
  return framing === 'chunked' ? pieces(body, PACED.piece, 0) : body
}

/** How one request goes out, and what is masked in its answer. */
interface Way {
  readonly agent: Agent | Http2Client
  readonly deadlines: Deadlines
  readonly redactor: Redactor
  readonly hangUp: Plan['hangUp']
}

interface Received {
  readonly answer?: Answer
  readonly failure?: Failure
  readonly firstByte?: number
  readonly connection?: number
}

export class Client {
  readonly #agent: Agent | Http2Client
  readonly #secrets: readonly string[]
  readonly #redactor: Redactor
  readonly #bodies = new SameBodies()
  readonly #connections: Connections
  readonly #options: ClientOptions
  readonly #deadlines: Deadlines
  readonly #runStarted: number
  readonly #origin: string
  readonly #prefix: string
  readonly #route: Route
  /** Names of headers that go out with every request. */
  readonly #given: readonly string[]
  /** New connections that several plans share, by the text in `fresh`. */
  readonly #shared = new Map<string, Agent | Http2Client>()
  /** The order of headers of each caller, by method and user agent: a list has other headers than a completion. */
  readonly #orders = new Map<string, readonly string[]>()
  /** Ends each exchange that is under way. */
  readonly #underWay = new Set<(failure: Failure) => void>()

  constructor(options: ClientOptions) {
    this.#options = options
    this.#connections = options.connections ?? new Connections()
    const { concurrency, keys, network = {}, runStarted = performance.now() } = options
    this.#runStarted = runStarted
    this.#deadlines = deadlinesOf(options)
    const { origin, prefix } = splitBase(options.baseUrl)
    this.#origin = origin
    const retry = this.#deadlines.connect + GRACE
    this.#route = routeTo({
      origin,
      network,
      connections: concurrency,
      timeout: retry,
      onOpen: (socket) => options.peers?.note(socket),
    })
    this.#prefix = `${this.#route.before}${prefix}`
    this.#given = namesGiven(network.headers)
    this.#secrets = [...Object.values(keys), ...networkSecrets(network)]
    this.#redactor = redactor(this.#secrets)
    this.#agent = this.#agentFor(concurrency)
  }

  #agentFor(connections: number): Agent | Http2Client {
    if (this.#options.network?.http2) return new Http2Client(this.#origin, this.#route.connect, MAX_HEADERS)
    return new Agent({
      allowH2: false,
      connections,
      pipelining: 1,
      maxHeaderSize: MAX_HEADERS,
      // The watch ends what takes too long; a large body is given longer than the usual timeout.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: skippingContinues(this.#route.connect, MAX_HEADERS, (head) => this.#arranged(head)),
    })
  }

  #arranged(head: string): string {
    const [, agent = ''] = /^user-agent: (.*)\r$/im.exec(head) ?? []
    const order = this.#orders.get(`${head.slice(0, head.indexOf(' '))} ${agent}`)
    const named = namingTe(head)
    return order ? reordered(named, order) : named
  }

  #agentOf({ fresh }: Plan): Agent | Http2Client {
    if (fresh === undefined) return this.#agent
    if (fresh === true) return this.#agentFor(1)
    const agent = this.#shared.get(fresh) ?? this.#agentFor(1)
    this.#shared.set(fresh, agent)
    return agent
  }

  /** Masks in a text what is masked in exchanges. */
  redact(text: string): string {
    return this.#redactor.text(text)
  }

  /** Stops waiting for answers. */
  abandon(failure: Failure): void {
    for (const stop of this.#underWay) stop(failure)
  }

  /** Ends every connection at once. */
  async close(): Promise<void> {
    const agents = [this.#agent, ...this.#shared.values()]
    await Promise.all([...agents.map((agent) => agent.destroy()), this.#route.close()])
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /**
   * @param identity which request of the run it is
   * @param paced send the body in small pieces with pauses, so that an early answer can be read
   */
  async send(identity: Identity, plan: Plan, paced = false): Promise<Exchange> {
    const { headers, path, body, secrets } = this.#prepare(plan)
    const request = sentRequest(plan, this.#given)
    const upload = body ? uploadOf(body, plan, paced) : null
    if (body && !(upload instanceof Uint8Array) && plan.framing === 'length')
      headers.push('content-length', String(body.length))
    const agent = this.#agentOf(plan)
    const started = performance.now()
    const received = await this.#dispatch(
      {
        origin: this.#route.origin,
        path,
        method: plan.method as Dispatcher.HttpMethod,
        headers,
        body: upload as NonNullable<Dispatcher.DispatchOptions['body']> | null,
      },
      started,
      {
        agent,
        deadlines: deadlinesFor(body?.length ?? 0, this.#deadlines),
        redactor: secrets.length > 0 ? redactor([...this.#secrets, ...secrets]) : this.#redactor,
        hangUp: plan.hangUp,
      },
    )
    if (plan.fresh === true) await agent.destroy()
    const startedAt = Math.max(0, started - this.#runStarted)
    const forwarded = this.#route.before === '' ? {} : { forwarded: true as const }
    return { ...identity, request, ...received, ...forwarded, startedAt, duration: performance.now() - started }
  }

  #prepare(plan: Plan): Prepared {
    const headers: string[] = this.#route.headers.flat()
    let path = `${this.#prefix}${plan.path}`
    let body = bodyOf(plan)
    let secrets: string[] = []
    const presented: Header[] = []
    if (plan.credential) {
      const key = this.#options.keys[plan.credential.role]
      if (key === undefined) throw new Error(`no key for the role '${plan.credential.role}'`)
      const { headers: own = [], query = [], member } = present(plan.credential.form, key, this.#options.keys)
      presented.push(...own)
      path = withQuery(
        path,
        query.map(([name, value]) => [name, encodeURIComponent(value)] as const),
      )
      body = bodyWith(plan, member)
      if (isChanged(plan.credential.form)) secrets = own.map(([, value]) => value.replace(/^Bearer /, ''))
    }
    const [, agent] = plan.headers.find(([name]) => name.toLowerCase() === 'user-agent') ?? []
    if (agent !== undefined && plan.order) this.#orders.set(`${plan.method} ${agent}`, plan.order)
    headers.push(...inOrder(without([...presented, ...plan.headers], this.#given), plan).flat())
    for (const { name, value } of this.#options.network?.headers ?? []) headers.push(name, value)
    return { headers, path, body, secrets }
  }

  #dispatch(
    options: Dispatcher.DispatchOptions,
    started: number,
    { agent, deadlines, redactor, hangUp }: Way,
  ): Promise<Received> {
    const { budget, maxBody = MAX_BODY } = this.#options
    const since = (): number => performance.now() - started
    const recorder = new ResponseRecorder({ maxBody, budget, redactor, bodies: this.#bodies })
    return new Promise((resolve) => {
      let firstByte: number | undefined
      let connection: number | undefined
      let abort: ((reason: Error) => void) | undefined
      let leaving: ReturnType<typeof setTimeout> | undefined
      const settle = (complete: boolean, failure?: Failure): void => {
        if (watch.over) return
        watch.end()
        clearTimeout(leaving)
        this.#underWay.delete(stop)
        resolve({ ...recorder.end(complete), ...compact({ failure, firstByte, connection }) })
      }
      const stop = (failure: Failure): void => {
        settle(false, failure)
        abort?.(new Error(failure.message))
      }
      const leave = (): void =>
        stop({
          stage: recorder.begun ? 'body' : 'headers',
          code: ABORTED,
          message: 'the caller disconnected on purpose',
        })
      const watch = new Watch(deadlines, budget, stop)
      this.#underWay.add(stop)
      agent.dispatch(options, {
        onRequestStart: (controller) => {
          this.#connections.onNext((number) => {
            connection = number
          })
          abort = (reason) => controller.abort(reason)
          if (watch.over) abort(new Error('too late'))
          else {
            watch.connected()
            if (hangUp === 'after-request') leaving = setTimeout(leave, SOON)
          }
        },
        onResponseStart: (controller, status) => {
          if (status === 407 && this.#route.before !== '') return stop(PROXY_REFUSES)
          firstByte ??= since()
          const failure = recorder.head(status, (controller.rawHeaders ?? []) as (Buffer | string)[])
          if (failure) stop(failure)
          else if (recorder.begun) watch.moved()
        },
        onResponseData: (_controller, chunk) => {
          if (watch.over) return
          watch.moved()
          const failure = recorder.piece(chunk, since())
          if (failure) stop(failure)
          else if (hangUp === 'after-first-bytes') leave()
        },
        onResponseEnd: () => settle(true),
        onResponseError: (_controller, error) =>
          settle(false, failureOf(error, recorder.begun ? 'body' : watch.stage, redactor)),
      })
    })
  }
}
