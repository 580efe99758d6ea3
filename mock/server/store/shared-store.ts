import { Refusal } from '../../core/errors.ts'
import { CELL } from '../../core/metering/cells.ts'
import type { LedgerEntry } from '../../core/metering/ledger.ts'
import {
  isLimited,
  NEVER,
  overQuota,
  type ProjectQuota,
  type QuotaLimits,
  type Standings,
} from '../../core/metering/quota.ts'
import type { Call, Gate, Project } from '../../core/types.ts'
import { StoreConnection, storeAddress } from './connection.ts'
import { GIVE_BACK, RENEW, RENEWAL, SETTLE } from './lua.ts'
import { SharedLedgers } from './shared-ledgers.ts'
import { type News, watchLimits } from './shared-limits.ts'

/** The limits in the order of their numbers in the reply of the script SETTLE. */
const LIMITS = ['requests_per_minute', 'concurrent_requests', 'tokens_per_minute'] as const

/** The claims of a request on the quota of its project, collected while its response is composed. */
interface Asks {
  takes: boolean
  place?: string
  tokens?: number
  /** The start time of the window from which the tokens were taken. */
  opened?: number
  /** The project of the request; set before the store decides. */
  project?: Project
}

/** Shares the quotas and ledgers of configured projects among several mocks, in Valkey or Redis. */
export class SharedStore implements Gate {
  readonly #connection: StoreConnection
  readonly #prefix: string
  readonly #ledgers: SharedLedgers
  readonly #watchLimits: ReturnType<typeof watchLimits>
  readonly #asks = new WeakMap<object, Asks>()
  readonly #standings = new Map<string, Standings>()
  /** The slots of concurrent completions, by project. */
  readonly #places = new Map<string, Set<string>>()
  /** Slots possibly leaked in the store, by project: the connection dropped before it confirmed. */
  readonly #doubtful = new Map<string, Set<string>>()
  readonly #mock = crypto.randomUUID()
  readonly #renewal: NodeJS.Timeout
  #count = 0

  private constructor(connection: StoreConnection, prefix: string, news: News) {
    this.#connection = connection
    this.#prefix = prefix
    this.#ledgers = new SharedLedgers(connection, prefix, news)
    this.#watchLimits = watchLimits(connection, (project) => this.#key(project, 'limits'), news)
    this.#renewal = setInterval(() => this.#renew(), RENEWAL).unref()
    connection.onLost = (code) =>
      news(`The store is lost (${code}): until it is back, requests with a valid key get 503.`)
    connection.onBack = () => {
      news('The store is back.')
      this.#ledgers.flushSoon()
      this.#freeDoubtful()
    }
  }

  /** @throws ConfigError */
  static async open(url: string, news: News = () => undefined): Promise<SharedStore> {
    const address = storeAddress(url)
    return new SharedStore(await StoreConnection.open(address), address.prefix, news)
  }

  /** Creates a quota that collects the claims of a request for a single decision of the store. */
  readonly quotas = (project: string, limits: QuotaLimits): ProjectQuota => {
    const standings = this.#standings
    return {
      deferred: limits,
      /** The use of the limits at the last response of the store. */
      get standing() {
        return standings.get(project) ?? {}
      },
      take: (request) => {
        this.#asksOf(request).takes = true
        return undefined
      },
      takeTokens: ({ prompt, completion }, request) => {
        if (limits.tokens_per_minute === undefined) return undefined
        const asks = this.#asksOf(request)
        asks.tokens = Number(prompt) + Number(completion)
        return (unsent) => {
          if (unsent <= 0 || asks.opened === undefined) return
          const args = [String(asks.opened), unsent.toFixed(0)]
          this.#connection.run(GIVE_BACK, [this.#key(project, 'windows')], args).catch(ignored)
        }
      },
      begin: (request) => {
        const asks = this.#asksOf(request)
        asks.place = `${this.#mock}:${++this.#count}`
        return () => this.#end(asks)
      },
    }
  }

  check(call: Call, isRefused: boolean): Refusal | undefined | Promise<Refusal | undefined> {
    const { project } = call
    const limits = project?.quota?.deferred
    if (!limits) return undefined
    this.#ledgers.changed(project)
    const asks = this.#asks.get(call)
    // A request that was refused before its limits were checked, such as one of a disabled account, needs no store.
    if (!asks && isRefused) return undefined
    if (asks) asks.project = project
    if (!this.#connection.isReady) return lost()
    this.#watchLimits(project.name, limits)
    if (asks && isLimited(limits)) return this.#settle(project, limits, asks)
    if (asks?.place) project.cells.count(CELL.attempts)
    return undefined
  }

  /** The usage of a project in all mocks. @throws StoreLost, or the error of the store */
  ledger(project: Project): Promise<LedgerEntry> {
    return this.#ledgers.read(project)
  }

  /** Updates the standing of a project from the store, if possible. */
  async look({ name, quota }: Project): Promise<void> {
    if (quota?.deferred && isLimited(quota.deferred))
      await this.#run(name, quota.deferred, { takes: false }).catch(ignored)
  }

  /** Writes the counts of this mock to the store, and ends the connection. */
  async close(): Promise<void> {
    clearInterval(this.#renewal)
    await this.#ledgers.close()
    this.#connection.close()
  }

  async #settle(project: Project, limits: QuotaLimits, asks: Asks): Promise<Refusal | undefined> {
    const reply = await this.#run(project.name, limits, asks).catch(() => undefined)
    const { place } = asks
    const counted = limits.concurrent_requests === undefined ? undefined : place
    if (!reply) {
      // The store may still run the script when it continues.
      if (counted) add(this.#doubtful, project.name, counted)
      return lost()
    }
    const limit = LIMITS[reply.refused - 1]
    if (place && (limit === undefined || limit === 'tokens_per_minute')) project.cells.count(CELL.attempts)
    if (limit) return overQuota(limit, reply.wait < 0 ? NEVER : Math.max(1, Math.ceil(reply.wait / 1000)))
    asks.opened = reply.opened
    if (counted) add(this.#places, project.name, counted)
    return undefined
  }

  async #run(project: string, limits: QuotaLimits, { takes, place = '', tokens }: Asks) {
    const { requests_per_minute: requests, tokens_per_minute: most, concurrent_requests: places } = limits
    const args = [requests, most, places, takes ? 1 : 0, place, tokens]
    const keys = [this.#key(project, 'windows'), this.#key(project, 'places')]
    const reply = await this.#connection.run(SETTLE, keys, args.map(written))
    // `opened` is the start time of the token window.
    const [refused = 0, wait = 0, usedRequests = 0, usedTokens = 0, open = 0, opened = 0] = numbersIn(reply)
    this.#standings.set(project, {
      ...(requests !== undefined && { requests_per_minute: { limit: requests, used: usedRequests } }),
      ...(most !== undefined && { tokens_per_minute: { limit: most, used: usedTokens } }),
      ...(places !== undefined && { concurrent_requests: { limit: places, used: open } }),
    })
    return { refused, wait, opened }
  }

  #asksOf(request: object): Asks {
    const asks = this.#asks.get(request) ?? { takes: false }
    this.#asks.set(request, asks)
    return asks
  }

  /** Called when a response is over: frees its slot and schedules a write of the ledger. */
  #end({ project, place = '' }: Asks): void {
    if (!project) return
    this.#ledgers.changed(project)
    if (this.#places.get(project.name)?.delete(place)) this.#free(project.name, [place])
  }

  #free(project: string, places: readonly string[]): void {
    this.#connection.send(['ZREM', this.#key(project, 'places'), ...places]).catch(() => {
      for (const place of places) add(this.#doubtful, project, place)
    })
  }

  #freeDoubtful(): void {
    const doubtful = [...this.#doubtful]
    this.#doubtful.clear()
    for (const [project, places] of doubtful) this.#free(project, [...places])
  }

  #renew(): void {
    this.#ledgers.again()
    for (const [project, places] of this.#places)
      if (places.size > 0) this.#connection.run(RENEW, [this.#key(project, 'places')], [...places]).catch(ignored)
  }

  /** Creates a key. In a cluster, the braces keep all keys of a project on one node. */
  #key(project: string, of: 'windows' | 'places' | 'limits'): string {
    return `${this.#prefix}:{${project}}:${of}`
  }
}

function add(places: Map<string, Set<string>>, project: string, place: string): void {
  const known = places.get(project) ?? new Set()
  places.set(project, known.add(place))
}

const numbersIn = (reply: unknown): number[] => (reply as unknown[]).map(Number)

const written = (value: string | number | undefined): string =>
  value === undefined ? '' : typeof value === 'number' ? value.toFixed(0) : value

/** Safe to ignore: a slot expires after a while, and a window after a minute. */
function ignored(): void {}

// keeps: unavailable-503
function lost(): Refusal {
  return new Refusal('unavailable', 'The gateway cannot reach its shared store; try again later.', {
    code: 'store_unavailable',
  })
}
