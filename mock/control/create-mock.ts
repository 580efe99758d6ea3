import type { MockConfig } from '../core/config.ts'
import { type TallyParts, tallied } from '../core/metering/tally.ts'
import type { Clock } from '../core/time/clock.ts'
import { VirtualClock } from '../core/time/virtual-clock.ts'
import { Deviations } from '../deviations/registry.ts'
import { respond } from '../gateway/fetch.ts'
import { Gateway, type GatewayParts } from '../gateway/gateway.ts'
import { type Mounts, mountsOf } from '../gateway/mounts.ts'
import { Inquiry } from '../journal/client-verdict/inquiry.ts'
import { KIND_MEMBERS, type Kind } from '../journal/client-verdict/memory.ts'
import type { Given, Observed } from '../journal/client-verdict/observing.ts'
import type { Verdict } from '../journal/client-verdict/verdict.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { GatewayJournal, type JournalOptions } from '../journal/gateway-journal.ts'
import { members } from '../scripts/checks.ts'
import { demo, demoConfig } from './config/demo.ts'
import { configure, createGateway, type GatewayOptions } from './create-gateway.ts'
import { ProjectOpener, type ProjectOptions } from './open-projects.ts'
import { type HandleParts, ProjectHandle } from './project-handle.ts'

/** Options of a mock; all have defaults. */
export interface CreateOptions<C extends Clock = VirtualClock> extends GatewayOptions {
  /** Default: `demoConfig`, which can produce every state of the contract. */
  config?: MockConfig
  /** Default: a `VirtualClock`, which follows system time until a test advances it. */
  clock?: C
  /** Limits of the journal, and whether it keeps bodies; by default it does not. */
  journal?: JournalOptions
}

/** @throws RangeError when options have an unknown member, or names without a list */
export function checkOptions<O extends CreateOptions<Clock>>(options: O, what: string, more: readonly string[]): O {
  members(options, what, ['config', 'seed', 'faults', 'variants', ...more])
  members(options.journal ?? {}, 'journal', ['entries', 'projects', 'bodies', 'bytes'])
  const notLists = (['faults', 'variants'] as const).filter((name) => !Array.isArray(options[name] ?? []))
  for (const name of notLists) throw new RangeError(`${name} is not a list; write the names in square brackets.`)
  return options
}

/** The members of every mock, with or without a socket. */
export interface MockParts<C extends Clock> {
  /** The first usable key of the configuration. */
  readonly key: string
  /** The keys and models of the default configuration. */
  readonly demo: typeof demo
  readonly gateway: Gateway
  /** The clock for quotas, `Retry-After`, `created`, pacing and disturbances. */
  readonly clock: C
  /** Opens a project with its own key. @throws ConfigError when the options cannot be used */
  project(options?: ProjectOptions): ProjectHandle
  /**
   * Applies another configuration; `seed` does not change. Projects in both keep ledger, quotas and script; keys of
   * removed projects become invalid. @throws ConfigError when the configuration is invalid; then nothing changes
   */
  configure(config: MockConfig): void
  /** The number of times that a fault or a variant has changed something. */
  emitted(name: string): number
  /** The latest requests, oldest first, including those of no known project; without prompt, response or key. */
  journal(): readonly JournalEntry[]
  /** Counts the requests, or those of one kind, including requests that the journal has dropped. */
  received(kind?: Kind): number
  /** Judges the behaviour of the clients that sent these requests. */
  verdict(): Verdict
  /** Like `ProjectHandle.observe`, for a call with any key. */
  observe<W extends Observed>(what: W): Promise<Given<W>>
}

/** A mock with a base URL, with or without a socket. */
export interface Mock<C extends Clock = VirtualClock> extends MockParts<C> {
  /** The base URL, without `/v1`. */
  readonly url: string
  /** The standard `fetch`, served by this mock without a socket. Only the part of the URL after the base counts. */
  readonly fetch: typeof fetch
  /** Responds to a request; `target` is its path and query below the base. A network error is `Response.error()`. */
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
  const { url = 'http://gateway.test' } = checkOptions(options, 'createMock()', ['clock', 'journal', 'url'])
  const known = URL.canParse(url) && new URL(url)
  if (!known || known.username || known.search || known.hash)
    throw new RangeError('url is not a base URL; write one such as http://gateway.test.')
  const { parts, mounts } = assemble(options)
  return mockAt(url.replace(/\/+$/, ''), parts, mounts)
}

/** Parts of a mock that is one of several workers, or has an admin API. */
export interface WorkerParts extends Pick<GatewayParts, 'meters' | 'worker' | 'shared'> {
  /** Counts responses if present. */
  readonly counted?: Omit<TallyParts, 'clock'> | undefined
}

/** Assembles a mock and its mounts, which map a request target to a gateway. */
export function assemble<C extends Clock>(
  options: CreateOptions<C>,
  workerParts: WorkerParts = {},
): { parts: MockParts<C>; mounts: Mounts; handles: HandleParts } {
  let { config = demoConfig } = options
  const { seed = config.seed } = options
  const clock = options.clock ?? (new VirtualClock() as Clock as C)
  const deviations = new Deviations()
  const entries = new GatewayJournal(clock, options.journal)
  const { counted, meters, worker, shared } = workerParts
  const journal = counted ? tallied(entries, { ...counted, clock }) : entries
  const inquiry = new Inquiry(entries, clock)
  const gateway = createGateway(config, { ...options, clock }, deviations, { journal, meters, worker, shared })
  const opener = new ProjectOpener({ gateway, deviations, clock, seed })
  const mounts = mountsOf(gateway, (family, name) => {
    const applied = deviations.applyOnly(config, family, name)
    if (!applied) return undefined
    const mounted = new Gateway(applied.config, { ...applied, clock, seed, journal, worker })
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
    received: (kind = {}) => inquiry.received(members(kind, 'received()', KIND_MEMBERS)),
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
  // Represents one connection of all `fetch` calls, as if each call waited for the response to the last.
  const caller = {}
  return {
    ...parts,
    // A getter, so that printing the whole object does not show the key.
    get key() {
      return parts.key
    },
    url,
    respond: (request, target) => respondAt(request, target),
    fetch: async (input, init) => {
      const request = new Request(input instanceof Request ? input : new URL(input, url), init)
      request.signal.throwIfAborted()
      const { pathname, search } = new URL(request.url)
      const path = pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname
      const response = await respondAt(request, path + search, caller)
      if (response.type === 'error') throw lost()
      return response
    },
  }
}

/** The error that Node's `fetch` throws: some clients retry only if it has this cause. */
function lost(): TypeError {
  const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })
  return new TypeError('fetch failed', { cause })
}

function usableKey({ projects }: MockConfig): string | undefined {
  return Object.values(projects).find(({ disabled, models }) => !disabled && models.length > 0)?.keys[0]
}
