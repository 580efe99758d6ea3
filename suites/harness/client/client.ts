/**
 * Sends a plan and records the exchange: raw header lines, the bytes of the body with their arrival times, interim
 * responses. It does not follow redirects, and does not retry.
 */

import type { Dispatcher } from 'undici'
import { entryOf } from '../http/compact.ts'
import { type Exchange, type Failure, headerIn, type Identity, toMicrosecond } from '../http/exchange.ts'
import type { KeyRole } from '../http/key-forms.ts'
import { SameBodies } from '../http/read-once.ts'
import { type Redactor, redactor } from '../http/redact.ts'
import { type Plan, sentRequest } from '../http/request.ts'
import { type Deadlines, deadlinesFor, deadlinesOf, type GivenDeadlines } from '../target/limits.ts'
import { type Network, namesGiven, networkSecrets } from '../target/network.ts'
import type { Budget } from './budget.ts'
import { Connections, type Peers } from './connections.ts'
import { type Route, routeTo } from './connector.ts'
import { Http2Client } from './http2.ts'
import { correctingHeads } from './misread-heads.ts'
import { dispatched, type Sharing } from './sending/dispatch.ts'
import { type Additions, namingHops, prepared, reordered, uploadOf } from './sending/prepare.ts'
import { Agent } from './undici.ts'

export interface ClientOptions extends GivenDeadlines {
  readonly baseUrl: string
  readonly keys: Partial<Record<KeyRole, string>>
  readonly concurrency: number
  /** How the target is reached. */
  readonly network?: Network | undefined
  /** The maximum number of bytes to read of a response's body. */
  readonly maxBody?: number
  /** Counts the bytes and the time of the whole run. */
  readonly budget?: Budget
  /** The numbers of connections, if several clients belong to one run. */
  readonly connections?: Connections
  /** Records the remote ends of connections. */
  readonly peers?: Peers | undefined
  /** When the run started, by `performance.now()`; now if absent. */
  readonly runStarted?: number
}

const MAX_HEADERS = 64 * 1024
/** The library's own timeouts are this many milliseconds longer than ours, so that ours take effect. */
const GRACE = 1000
export class Client {
  readonly #agent: Agent | Http2Client
  readonly #secrets: readonly string[]
  readonly #redactor: Redactor
  readonly #options: ClientOptions
  readonly #deadlines: Deadlines
  readonly #runStarted: number
  readonly #origin: string
  readonly #route: Route
  readonly #additions: Additions
  readonly #sharing: Sharing
  /** Dispatchers for new connections that several plans share, by the text in `fresh`. */
  readonly #shared = new Map<string, Agent | Http2Client>()
  /** The header order of each client, by method and user agent, since a list has other headers than a completion. */
  readonly #orders = new Map<string, readonly string[]>()

  /** A server of HTTP/1.0 may not know bodies in chunks, so it gets none (RFC 9112, 6.1). The last response decides. */
  #takesChunks = true

  constructor(options: ClientOptions) {
    this.#options = options
    const { concurrency, keys, network = {}, runStarted = performance.now() } = options
    this.#runStarted = runStarted
    this.#deadlines = deadlinesOf(options)
    const { origin, pathname } = new URL(options.baseUrl)
    this.#origin = origin
    this.#route = routeTo({
      origin,
      network,
      connections: concurrency,
      timeout: this.#deadlines.connect + GRACE,
      onOpen: (socket) => options.peers?.note(socket),
    })
    this.#additions = {
      keys,
      prefix: `${this.#route.before}${pathname.replace(/\/+$/, '')}`,
      forProxy: this.#route.headers,
      given: network.headers,
      namesGiven: namesGiven(network),
    }
    this.#sharing = {
      connections: options.connections ?? new Connections(),
      bodies: new SameBodies(),
      budget: options.budget,
      maxBody: options.maxBody,
      isForwarded: this.#route.before !== '',
      underWay: new Set(),
    }
    this.#secrets = [...Object.values(keys), ...networkSecrets(network)]
    this.#redactor = redactor(this.#secrets)
    this.#agent = this.#agentFor(concurrency)
  }

  #agentFor(connections: number, version = '1.1'): Agent | Http2Client {
    if (this.#options.network?.http2) return new Http2Client(this.#origin, this.#route.connect, MAX_HEADERS)
    return new Agent({
      allowH2: false,
      connections,
      pipelining: 1,
      maxHeaderSize: MAX_HEADERS,
      // `Watch` in dispatch.ts enforces the timeouts. A large body gets more time than usual.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: correctingHeads(this.#route.connect, {
        most: MAX_HEADERS,
        arrange: (head) => this.#arranged(head).replace(' HTTP/1.1\r\n', ` HTTP/${version}\r\n`),
        heard: (heard) => {
          if (version !== '1.0') this.#takesChunks = heard !== '1.0'
        },
      }),
    })
  }

  #arranged(head: string): string {
    const [, agent = ''] = /^user-agent: (.*)\r$/im.exec(head) ?? []
    const order = this.#orders.get(`${head.slice(0, head.indexOf(' '))} ${agent}`)
    const named = namingHops(head)
    return order ? reordered(named, order) : named
  }

  #agentOf({ fresh, version }: Plan): Agent | Http2Client {
    if (fresh === undefined) return this.#agent
    if (fresh === true) return this.#agentFor(1, version)
    return entryOf(this.#shared, fresh, () => this.#agentFor(1))
  }

  /** Masks the same secrets in a text as in exchanges. */
  redact(text: string): string {
    return this.#redactor.text(text)
  }

  /** Ends all exchanges in flight with this failure. */
  abandon(failure: Failure): void {
    for (const stop of this.#sharing.underWay) stop(failure)
  }

  /** Closes every connection at once. */
  async close(): Promise<void> {
    const agents = [this.#agent, ...this.#shared.values()]
    await Promise.all([...agents.map((agent) => agent.destroy()), this.#route.close()])
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /**
   * @param identity of the request in the run
   * @param paced send the body in small pieces with pauses, so that an early response can be read
   */
  async send(identity: Identity, given: Plan, paced = false): Promise<Exchange> {
    const isOld = given.framing === 'chunked' && !this.#takesChunks
    const plan: Plan = isOld ? { ...given, framing: 'length' } : given
    const { headers, path, body, secrets } = prepared(plan, this.#additions)
    const request = sentRequest(plan, this.#additions.namesGiven)
    const caller = headerIn(plan.headers, 'user-agent')
    if (caller !== undefined && plan.order) this.#orders.set(`${plan.method} ${caller}`, plan.order)
    const upload = body ? uploadOf(body, plan, paced) : null
    if (body && !(upload instanceof Uint8Array) && plan.framing === 'length')
      headers.push('content-length', String(body.length))
    const agent = this.#agentOf(plan)
    const started = performance.now()
    const received = await dispatched(
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
      this.#sharing,
    )
    if (plan.fresh === true) await agent.destroy()
    const startedAt = toMicrosecond(Math.max(0, started - this.#runStarted))
    const duration = toMicrosecond(performance.now() - started)
    const forwarded = this.#sharing.isForwarded ? { forwarded: true as const } : {}
    return { ...identity, request, ...received, ...forwarded, startedAt, duration }
  }
}
