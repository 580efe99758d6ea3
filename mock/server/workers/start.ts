import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Worker } from 'node:worker_threads'
import { demo, demoConfig } from '../../control/config/demo.ts'
import { configure, createGateway, type GatewayOptions } from '../../control/create-gateway.ts'
import { checkOptions } from '../../control/create-mock.ts'
import type { MockConfig } from '../../core/config.ts'
import { CELL_BYTES, Cells, type Memories, sharedCells } from '../../core/metering/cells.ts'
import type { LedgerEntry } from '../../core/metering/ledger.ts'
import { TIMING_BYTES, Timings } from '../../core/metering/timings.ts'
import { systemClock } from '../../core/time/clock.ts'
import { milliseconds } from '../../core/time/duration.ts'
import { Deviations } from '../../deviations/registry.ts'
import { checkAdmin } from '../admin/auth.ts'
import { tlsServers, urlOf } from '../http/tls.ts'
import { administer, GRACE, type MockOptions, type MockServer, SHARED_OPTIONS } from '../start.ts'
import type { Order, Orders } from './messages.ts'
import { joining, listening, WorkerPool } from './pool.ts'

/** Starts a worker's thread. */
export type SpawnWorker = (orders: Orders) => Worker

/** Options of a mock with several workers, which always use system time. */
export interface WorkersOptions
  extends Omit<GatewayOptions, 'clock'>,
    Pick<MockOptions, 'config' | 'port' | 'host' | 'tls' | 'health' | 'admin'> {
  /** The number of threads, each with its own server on the same port. */
  workers: number
}

/**
 * A running mock of several workers, without scripts, journal and verdict, which need a single process. `admin` covers
 * all workers. `gateway` has the projects with the counts of all workers, but does not serve requests itself.
 */
export interface MockWorkers
  extends Pick<
    MockServer,
    'url' | 'port' | 'admin' | 'demo' | 'gateway' | 'drain' | 'close' | typeof Symbol.asyncDispose
  > {
  /** The usage of a project so far, in all workers. */
  ledger(project: string): LedgerEntry
  /** Applies another configuration in all workers. @throws ConfigError when it is invalid */
  configure(config: MockConfig): Promise<void>
  /** Resolves when the mock has been closed. @throws Error when a worker has died, which ends the others */
  readonly ended: Promise<void>
}

/** Allocates the shared memory, and starts all workers, each in a thread from `spawn`. */
export async function startAll(options: WorkersOptions, spawn: SpawnWorker): Promise<MockWorkers> {
  checkOptions(options, 'startWorkers()', ['workers', ...SHARED_OPTIONS])
  const { workers: count, config = demoConfig, port = 0, host = '127.0.0.1', admin: wanted, ...others } = options
  const settings = wanted && checkAdmin(wanted)
  const counted = settings && {
    anonymous: new SharedArrayBuffer(CELL_BYTES),
    times: new SharedArrayBuffer(TIMING_BYTES),
  }
  const timings = new Timings(counted?.times, Object.keys(config.models))
  const memories: Memories = new Map()
  const deviations = new Deviations()
  const gateway = createGateway(config, others, deviations, { meters: sharedCells(memories) })
  const sharing = () => ({ memories, models: timings.models })
  const start = (worker: number, at: number): Worker =>
    spawn({ worker, options: { ...others, config, host }, port: at, counted, ...sharing() })
  if (port !== 0) await beFree(port, host)
  const { workers, bound } = await startThreads(count, port, start)
  const workerParts = new WorkerPool(workers)
  let ending = false
  const end = (order: Order): Promise<void> => {
    ending = true
    return workerParts.end(order).then(() => ended)
  }
  const configureAll = async (next: MockConfig): Promise<void> => {
    configure(next, { gateway, deviations, options: others })
    // A later project with the name of a removed one starts from zero.
    for (const name of memories.keys()) if (!gateway.projects.includes(name)) memories.delete(name)
    timings.include(Object.keys(next.models))
    await workerParts.send({ type: 'configure', config: next, ...sharing() })
  }
  const make = settings && others.tls && (await tlsServers(others.tls))
  const administered = counted && {
    accounts: gateway.accounts,
    anonymous: new Cells(counted.anonymous, true),
    timings,
    clock: systemClock,
    configure: configureAll,
    isEnding: () => ending,
    engine: undefined,
  }
  const closeAfter = async (error: unknown): Promise<never> => {
    await workerParts.end({ type: 'close' })
    throw error
  }
  const admin = settings && administered && (await administer(administered, settings, make).catch(closeAfter))
  const ended = workerParts.ended.finally(() => admin?.close())
  const close = (): Promise<void> => end({ type: 'close' })
  return {
    url: urlOf(host, bound, others.tls !== undefined),
    port: bound,
    admin: admin?.address,
    demo,
    gateway,
    ledger: (project) => gateway.ledger(project),
    configure: configureAll,
    ended,
    drain: (grace = GRACE) => end({ type: 'drain', grace: milliseconds(grace) }),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Starts the workers. The first one binds the port, and the others share it. If one fails, all end. */
async function startThreads(count: number, port: number, start: (worker: number, port: number) => Worker) {
  const workers = [start(1, port)]
  try {
    const bound = await listening(workers[0] as Worker)
    for (let worker = 2; worker <= count; worker++) workers.push(start(worker, bound))
    await Promise.all(workers.slice(1).map(joining))
    return { workers, bound }
  } catch (error) {
    await Promise.all(workers.map((worker) => worker.terminate()))
    throw error
  }
}

/** Makes sure that no other mock shares the port. @throws the error of a port that is taken */
async function beFree(port: number, host: string): Promise<void> {
  const probe = createServer().listen({ port, host, exclusive: true })
  await once(probe, 'listening')
  await once(probe.close(), 'close')
}
