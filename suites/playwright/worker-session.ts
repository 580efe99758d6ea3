/** One session with the target for each worker of Playwright, which the worker's checks share. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, type FullConfig } from '@playwright/test'
import { UsageError } from '../harness/catalogue/usage-error.ts'
import { compact } from '../harness/http/compact.ts'
import type { Preflight } from '../harness/run/preflight.ts'
import type { Session } from '../harness/run/session/session.ts'
import type { Scoring } from '../harness/sets/scoring.ts'
import type { Limits } from '../harness/target/limits.ts'
import { type Settings, settingsFrom } from './settings.ts'
import type { Part } from './shards.ts'
import { type Cost, costBy, evenShare, partsIn, plannedIn, sharesOf, sumOf } from './shares.ts'
import { seedHere, startedIn } from './started.ts'

export interface WorkerSession {
  readonly settings: Settings
  readonly session: Session
  readonly preflight: Preflight
  readonly scoring: Scoring
  /** Adds the budget share of a check that is about to run. */
  begin(check: string): void
  /** What a report needs from this worker, with the exchanges that no earlier part has. */
  part(): Omit<Part, 'check' | 'evidence' | 'remarks'>
}

/**
 * Playwright looks up each frame of each step in source maps, which takes a fifth of a run. There are none: Node runs
 * these files directly. Playwright recognizes its own frames, in order to hide them, only without `async`.
 */
const plainStack = (error: Error, frames: readonly NodeJS.CallSite[]): string =>
  [error, ...frames.map((frame) => `    at ${String(frame).replace(/^async /, '')}`)].join('\n')

const OURS = /reporters[\\/]playwright\.[jt]s$/

/** Other reporters end with 0 for a broken gateway. Blobs of shards get their conclusion when they are merged. */
function assertConcluded({ reporter, shard }: FullConfig): void {
  if (reporter.some(([name]) => (shard && name === 'blob') || OURS.test(name))) return
  throw new UsageError(
    'no reporter of this run gives a verdict: leave out --reporter, or put svc-conformance/reporters/playwright next to yours',
  )
}

export const test = base.extend<object, { worker: WorkerSession }>({
  worker: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use, { config, parallelIndex, project, workerIndex }) => {
      Error.prepareStackTrace = plainStack
      assertConcluded(config)
      const engine = await import('./engine.ts')
      const settings = settingsFrom(process.env)
      const target = engine.targetOf(settings, process.env)
      const started = startedIn(process.env)
      const scoring = engine.ourScoring(settings.set, started, target.about?.contract)
      mkdirSync(project.outputDir, { recursive: true })
      const { shard } = config
      const books = tally(join(project.outputDir, `left-${shard?.current ?? 0}.${parallelIndex}.json`))
      const { runs = engine.DEFAULT_RUNS, profile, depth } = settings
      const { seed, origin } = seedHere(process.env)
      const limits = engine.limitsFor(target.limits, { profile, depth })
      const workers = config.workers * (shard?.total ?? 1)
      const planned = plannedIn(process.env)
      const shares = planned && sharesOf(limits, planned, workers, target.limits.requests !== undefined)
      const share = books.read() ?? shares?.base ?? evenShare(limits, workers)
      let granted = share
      const session = new engine.Session(
        { ...target, limits: { ...paced(limits, workers), ...share, ...partsIn(share, limits) } },
        { seed, runs, profile, depth, requests: limits.requests },
      )
      const preflight = await engine.runPreflight(session)
      const { keys, models, provoke } = target
      const placeholders = engine.placeholderKeys(engine.shapesOf(keys))
      const asked = JSON.parse(engine.hideSecrets(JSON.stringify({ keys: placeholders, models, provoke })))
      let packed = 0
      await use({
        settings,
        session,
        preflight,
        scoring,
        begin: (check) => {
          if (!shares) return
          const more = shares.of(check)
          granted = sumOf([granted, more])
          session.live.limiter.budget.raise({ ...more, ...partsIn(more, limits) })
        },
        part: () => {
          const { live } = session
          const fresh = session.exchanges.slice(packed)
          packed = session.exchanges.length
          return {
            worker: `${shard?.current ?? 0}.${workerIndex}`,
            harness: engine.harnessVersion,
            started: started.toISOString(),
            sent: live.spent.requests,
            settings,
            seed,
            origin,
            runs,
            ...compact({ depth, shard: shard ?? undefined, drawn: session.rounds.drawn, waivers: target.waivers }),
            target: engine.describeTarget(target, { profile, depth }),
            asked,
            preflight,
            ...compact({ peers: live.peers, spent: live.leftOut.limit, stop: live.stop }),
            exchanges: fresh.map(engine.packExchange),
          }
        },
      })
      const { spent, client } = session.live
      books.write(costBy((name) => Math.max(0, granted[name] - spent[name])))
      await client.close()
    },
    { scope: 'worker' },
  ],
})

/** The rate and concurrency of one worker: its part of the total for all workers on all machines. */
function paced<T extends Limits>(limits: T, workers: number): T {
  const concurrency = Math.max(1, Math.floor(limits.concurrency / workers))
  return { ...limits, rate: limits.rate / workers, concurrency }
}

/** The budget that earlier workers with this index left: after a failed test, Playwright starts a new worker. */
function tally(path: string): { read(): Cost | undefined; write(left: Cost): void } {
  return {
    read: () => {
      try {
        return JSON.parse(readFileSync(path, 'utf8'), (_, value: unknown) => value ?? Number.POSITIVE_INFINITY) as Cost
      } catch {
        return undefined
      }
    },
    // JSON has no Infinity, so null means no limit.
    write: (left) => writeFileSync(path, JSON.stringify(left)),
  }
}
