/** One session with the target for each worker of Playwright, which the worker's checks share. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { compact } from '../harness/http/compact.ts'
import type { Preflight } from '../harness/run/preflight.ts'
import type { Session } from '../harness/run/session/session.ts'
import type { Scoring } from '../harness/sets/scoring.ts'
import type { Limits } from '../harness/target/limits.ts'
import { type Settings, settingsFrom } from './settings.ts'
import type { Part } from './shards.ts'
import { startedIn } from './started.ts'

export interface WorkerSession {
  readonly settings: Settings
  readonly session: Session
  readonly preflight: Preflight
  readonly scoring: Scoring
  /** What a report has to know of this worker, with the exchanges that no part holds yet. */
  part(): Omit<Part, 'check' | 'evidence' | 'remarks'>
}

/**
 * Playwright looks every frame up in source maps, for each step of each test: a fifth of the run's time. There are none,
 * since Node runs these files as they stand. It knows its own frames, and leaves them out, only without the `async`.
 */
const plainStack = (error: Error, frames: readonly NodeJS.CallSite[]): string =>
  [error, ...frames.map((frame) => `    at ${String(frame).replace(/^async /, '')}`)].join('\n')

export const test = base.extend<object, { worker: WorkerSession }>({
  worker: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use, { config, parallelIndex, project, workerIndex }) => {
      Error.prepareStackTrace = plainStack
      const {
        DEFAULT_RUNS,
        DEFAULT_SEED,
        describeTarget,
        limitsFor,
        harnessVersion,
        ourScoring,
        packExchange,
        Session,
        runPreflight,
        targetOf,
      } = await import('./engine.ts')
      const settings = settingsFrom(process.env)
      const target = targetOf(settings, process.env)
      const started = startedIn(process.env)
      const scoring = ourScoring(settings.set, started)
      mkdirSync(project.outputDir, { recursive: true })
      const { shard } = config
      const books = tally(join(project.outputDir, `spent-${shard?.current ?? 0}.${parallelIndex}.json`))
      const before = books.read()
      const { seed = DEFAULT_SEED, runs = DEFAULT_RUNS, profile, depth } = settings
      const limits = limitsFor(target.limits, { depth })
      const session = new Session(
        { ...target, limits: share(limits, config.workers * (shard?.total ?? 1), before) },
        { seed, runs, profile, depth, requests: limits.requests },
      )
      const preflight = await runPreflight(session)
      let packed = 0
      await use({
        settings,
        session,
        preflight,
        scoring,
        part: () => {
          const fresh = session.exchanges.slice(packed)
          packed = session.exchanges.length
          return {
            worker: `${shard?.current ?? 0}.${workerIndex}`,
            ...compact({ shard: shard ?? undefined }),
            harness: harnessVersion,
            started: started.toISOString(),
            sent: session.sent,
            settings,
            seed,
            runs,
            ...compact({ depth }),
            target: describeTarget(target, { profile, depth }),
            ...compact({ waivers: target.waivers }),
            preflight,
            exchanges: fresh.map(packExchange),
          }
        },
      })
      const { requests, tokens, bytes } = session.spent
      books.write({
        requests: before.requests + requests,
        tokens: before.tokens + tokens,
        bytes: before.bytes + bytes,
      })
      await session.close()
    },
    { scope: 'worker' },
  ],
})

type Spent = Session['spent']

/** The share of a run's limits that belongs to one of its workers, on all machines together. */
function share<T extends Limits>(limits: T, workers: number, spent: Spent): T {
  const { requests, tokens, bytes } = limits
  const part = (whole: number, used: number): number => Math.max(0, Math.floor(whole / workers) - used)
  return {
    ...limits,
    requests: part(requests, spent.requests),
    ...compact({
      tokens: tokens === undefined ? undefined : part(tokens, spent.tokens),
      bytes: bytes === undefined ? undefined : part(bytes, spent.bytes),
    }),
    rate: limits.rate / workers,
    concurrency: Math.max(1, Math.floor(limits.concurrency / workers)),
  }
}

/** What earlier workers with this index have spent: after a failed test Playwright starts a new worker. */
function tally(path: string): { read(): Spent; write(spent: Spent): void } {
  return {
    read: () => {
      try {
        return JSON.parse(readFileSync(path, 'utf8')) as Spent
      } catch {
        return { requests: 0, tokens: 0, bytes: 0 }
      }
    },
    write: (spent) => writeFileSync(path, JSON.stringify(spent)),
  }
}
