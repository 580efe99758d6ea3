import type { MockConfig } from '../core/config.ts'
import { type TallyParts, tallied } from '../core/metering/tally.ts'
import type { Clock } from '../core/time/clock.ts'
import { VirtualClock } from '../core/time/virtual-clock.ts'
import { Deviations } from '../deviations/registry.ts'
import { respond } from '../gateway/fetch.ts'
import { Gateway, type GatewayParts } from '../gateway/gateway.ts'
import { Mounts } from '../gateway/mounts.ts'
import { Inquiry } from '../journal/client-verdict/inquiry.ts'
import type { Kind } from '../journal/client-verdict/memory.ts'
import type { Given, Observed } from '../journal/client-verdict/observing.ts'
import type { Verdict } from '../journal/client-verdict/verdict.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { GatewayJournal, type JournalOptions } from '../journal/gateway-journal.ts'
import { demo, demoConfig } from './config/demo.ts'
import { configure, createGateway, type GatewayOptions } from './create-gateway.ts'
import { ProjectOpener, type ProjectOptions } from './open-projects.ts'
import { type HandleParts, ProjectHandle } from './project-handle.ts'

/** Options of a mock; all have defaults. */
export interface CreateOptions<C extends Clock = VirtualClock> extends GatewayOptions {
  /** Default: `demoConfig`, in which every state can be reached. */
  config?: MockConfig
  /** Default: a `VirtualClock`, which follows the machine's time until a test puts it forward. */
  clock?: C
  /** How the journal is kept; bodies only on request. */
  journal?: JournalOptions
}

/** What every mock has, with or without a socket. */
export interface MockParts<C extends Clock> {
  /** A key for calls: the first usable one of the configuration. */
  readonly key: string
  /** The keys and models of the zero configuration. */
  readonly demo: typeof demo
  readonly gateway: Gateway
  /** The time of quotas, `Retry-After`, `created`, pacing and disturbances. */
  readonly clock: C
  /** Opens a project with its own key. @throws ConfigError when the options cannot be used */
  project(options?: ProjectOptions): ProjectHandle
  /**
   * Applies another configuration; `seed` stays. Projects that stay keep ledger, quotas and script; the keys of others become
   * invalid. @throws ConfigError when it is invalid; then nothing changes
   */
  configure(config: MockConfig): void
  /** How often a fault or a variant has changed something. */
  emitted(name: string): number
  /** The latest requests of all projects, and of unknown ones, oldest first; without prompt, response or key. */
  journal(): readonly JournalEntry[]
  /** The number of requests, all or of a kind, including those that the journal has dropped. */
  received(kind?: Kind): number
  /** What these requests say about the clients that sent them. */
  verdict(): Verdict
  /** Like `observe` of a project, for a call with any key. */
  observe<W extends Observed>(what: W): Promise<Given<W>>
}

/** A mock with a base URL, with or without a socket. */
export interface Mock<C extends Clock = VirtualClock> extends MockParts<C> {
  /** The base URL, without `/v1`. */
  readonly url: string
  /** The standard `fetch`, served by this mock without a socket. Only the part of the URL after the base counts. */
  readonly fetch: typeof fetch
  /** Responds to a standard request whose path and query below the base are `target`; network errors are `Response.error()`. */
  respond(request: Request, target: string): Promise<Response>
}

/**
 * A mock without a socket, for `fetch` and for msw. Every fault and every variant is also served alone, under the base URL
 * `<url>/faults/<name>` or `<url>/variants/<name>`.
 * @example
 * const mock = createMock({ faults: ['stream-done-missing'] })
 * const response = await mock.fetch(`${mock.url}/v1/models`, { headers: { authorization: `Bearer ${mock.key}` } })
 */
export function createMock<C extends Clock = VirtualClock>(options: CreateOptions<C> & { url?: string } = {}): Mock<C> {
  const { parts, mounts } = assemble(options)
  return mockAt(options.url ?? 'http://gateway.test', parts, mounts)
}

/** Parts of a mock that is one of several workers, or has an admin API. */
export interface WorkerParts extends Pick<GatewayParts, 'meters' | 'worker' | 'shared'> {
  /** Counts responses; without it they are not counted. */
  readonly counted?: Omit<TallyParts, 'clock'> | undefined
}

/** Puts a mock together, with the mounts that a server asks. */
export function assemble<C extends Clock>(
  options: CreateOptions<C>,
  workerParts: WorkerParts = {},
): { parts: MockParts<C>; mounts: Mounts; handles: HandleParts } {
  let { config = demoConfig } = options
  const { seed = config.seed } = options
  const clock = options.clock ?? (new VirtualClock() as Clock as C)
  const deviations = new Deviations()
  const kept = new GatewayJournal(clock, options.journal)
  const { counted, meters, worker, shared } = workerParts
  const journal = counted ? tallied(kept, { ...counted, clock }) : kept
  const inquiry = new Inquiry(kept, clock)
  const gateway = createGateway(config, { ...options, clock }, deviations, { journal, meters, worker, shared })
  const opener = new ProjectOpener({ gateway, deviations, clock, seed })
  const mounts = new Mounts(gateway, (family, name) => {
    const laid = deviations.alone(config, family, name)
    if (!laid) return undefined
    const mounted = new Gateway(laid.config, { ...laid, clock, seed, journal, worker })
    opener.join(mounted.accounts)
    return mounted
  })
  const handles = { opener, deviations, inquiry }
  const parts: MockParts<C> = {
    key: usableKey(config) ?? opener.open().key,
    demo,
    gateway,
    clock,
    project: (wanted) => new ProjectHandle(opener.open(wanted), handles),
    configure: (next) => {
      configure(next, { gateway, mounts, deviations, options })
      config = next
    },
    emitted: (name) => deviations.emitted(name),
    journal: () => inquiry.entries(),
    received: (kind = {}) => inquiry.received(kind),
    verdict: () => inquiry.verdict(),
    observe: (what) => inquiry.observe(what),
  }
  return { parts, mounts, handles }
}

/** Gives a mock its address. */
export function mockAt<C extends Clock>(url: string, parts: MockParts<C>, mounts: Mounts): Mock<C> {
  const base = new URL(url).pathname.replace(/\/$/, '')
  const respondAt = (request: Request, path: string, connection?: object): Promise<Response> =>
    respond(request, { ...mounts.find(path), clock: parts.clock, connection })
  // One object represents the caller: `fetch` has given each response before the next call.
  const caller = {}
  return {
    ...parts,
    // A getter, so that an object that is printed whole shows no key.
    get key() {
      return parts.key
    },
    url,
    respond: (request, target) => respondAt(request, target),
    fetch: async (input, init) => {
      const request = new Request(input instanceof Request ? input : new URL(input, url), init)
      request.signal.throwIfAborted()
      const { pathname, search } = new URL(request.url)
      const response = await respondAt(
        request,
        (pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname) + search,
        caller,
      )
      if (response.type === 'error') throw lost()
      return response
    },
  }
}

/** The same error as Node's `fetch`: some clients retry only when it has such a cause. */
function lost(): TypeError {
  const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })
  return new TypeError('fetch failed', { cause })
}

function usableKey({ projects }: MockConfig): string | undefined {
  return Object.values(projects).find(({ disabled, models }) => !disabled && models.length > 0)?.keys[0]
}
