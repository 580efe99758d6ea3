import {
  assemble,
  type CreateOptions,
  checkOptions,
  type Mock,
  mockAt,
  type WorkerParts,
} from '../control/create-mock.ts'
import { Cells } from '../core/metering/cells.ts'
import { Timings } from '../core/metering/timings.ts'
import type { Clock } from '../core/time/clock.ts'
import { type Duration, milliseconds } from '../core/time/duration.ts'
import type { VirtualClock } from '../core/time/virtual-clock.ts'
import { type AdminAddress, type AdminOptions, type AdminSettings, checkAdmin } from './admin/auth.ts'
import type { Admin } from './admin/listener.ts'
import type { Administered } from './admin/operation.ts'
import { listen, serverFor } from './http/server.ts'
import { type MakeServer, type TlsOptions, tlsServers, urlOf } from './http/tls.ts'
import type { SharedStore } from './store/shared-store.ts'

/** The default time for open responses after the server is asked to stop. */
export const GRACE = '10s'

/** Options to start a mock; everything has a default. */
export interface MockOptions<C extends Clock = VirtualClock> extends CreateOptions<C> {
  /** Default 0: any free port. */
  port?: number
  /** Default 127.0.0.1. */
  host?: string
  /** Enables TLS, so that the URL begins with https. */
  tls?: TlsOptions
  /** Whether it serves `/healthz`, without a key. Default true. */
  health?: boolean
  /** Starts an admin API next to the mock, for tests in other processes and for Prometheus. Default: none. */
  admin?: AdminOptions
  /**
   * The URL of a Valkey or Redis, such as `redis://127.0.0.1:6379`, in which several mocks share the quotas and ledger
   * of their configured projects. Needs the package `@redis/client`. Default: no store.
   */
  store?: string
  /**
   * Called with a sentence when the connection to the store is lost or restored, and when other mocks use different
   * limits. The sentence does not contain the URL. Default: none.
   */
  storeNews?: (sentence: string) => void
}

/** Options of a mock with one worker or several, in addition to those of every gateway. */
export const SHARED_OPTIONS = ['port', 'host', 'tls', 'health', 'admin']

/** A running mock. */
export interface MockServer<C extends Clock = VirtualClock> extends Mock<C> {
  readonly port: number
  /** The address of the admin API, if there is one. */
  readonly admin: AdminAddress | undefined
  /** Frees the port, waits a while (default 10 s) for open responses, and then ends the rest. */
  drain(grace?: Duration): Promise<void>
  /** Ends every connection at once and frees the port. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Starts the reference gateway as a server. Every fault and every variant is also served alone, under the base URL
 * `<url>/faults/<name>` or `<url>/variants/<name>`.
 * @example
 * const gateway = await startMock()
 * const models = await fetch(`${gateway.url}/v1/models`, { headers: { authorization: `Bearer ${gateway.key}` } })
 * await gateway.close()
 */
export async function startMock<C extends Clock = VirtualClock>(options: MockOptions<C> = {}): Promise<MockServer<C>> {
  checkOptions(options, 'startMock()', [...SHARED_OPTIONS, 'clock', 'journal', 'store', 'storeNews'])
  if (options.store === undefined) return startShared(options)
  // The store is loaded only if it is used.
  const { SharedStore } = await import('./store/shared-store.ts')
  const store = await SharedStore.open(options.store, options.storeNews)
  try {
    return await startShared(options, undefined, store)
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Starts the admin API of a mock. Its modules are loaded only here. @throws ConfigError */
export async function administer(mock: Administered, settings: AdminSettings, make?: MakeServer): Promise<Admin> {
  const { openAdmin } = await import('./admin/listener.ts')
  return openAdmin(mock, settings, make)
}

/** Starts a mock, possibly as one of several workers, which share counters and a port. */
export async function startShared<C extends Clock>(
  options: MockOptions<C>,
  workerParts?: WorkerParts,
  store?: SharedStore,
): Promise<MockServer<C>> {
  const { port = 0, host = '127.0.0.1', tls, health } = options
  if (host === '') throw new RangeError('host is empty; write an address such as 127.0.0.1, or leave it out.')
  const settings = options.admin && checkAdmin(options.admin)
  const counted = settings ? { anonymous: new Cells(), timings: new Timings() } : workerParts?.counted
  const { parts, mounts, handles } = assemble(options, { ...workerParts, counted, shared: store })
  const make = tls && (await tlsServers(tls))
  const { server, connections } = serverFor({ plain: parts.gateway, mounts, clock: parts.clock, make, health })
  const { accounts } = parts.gateway
  const engine = store ? undefined : handles
  const administered = { ...parts, accounts, isEnding: () => connections.draining, engine, store }
  const admin = settings && counted && (await administer({ ...administered, ...counted }, settings, make))
  const bound = await listen(server, { port, host, reusePort: workerParts !== undefined }).catch(async (error) => {
    await admin?.close()
    throw error
  })
  const close = async (): Promise<void> => {
    await Promise.all([connections.close(), admin?.close()])
    await store?.close()
  }
  const drain = async (grace: Duration): Promise<void> => {
    await connections.drain(milliseconds(grace)).finally(() => admin?.close())
    await store?.close()
  }
  return Object.assign(mockAt(urlOf(host, bound, tls !== undefined), parts, mounts), {
    port: bound,
    admin: admin?.address,
    drain: (grace: Duration = GRACE) => drain(grace),
    close,
    [Symbol.asyncDispose]: close,
  })
}
