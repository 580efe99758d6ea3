/**
 * Playwright's global set-up. An invalid target, or a folder with a foreign file, ends the run once here, instead of in
 * every test. Without a target, it starts the mock and passes its address to the workers. It also passes the start of
 * the run, so that all workers score by the same day, even those that start after midnight.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'
import { DEFAULT_SEED, seedOf } from '../suites/harness/run/generated/seed.ts'
import { ourScoring } from '../suites/harness/sets/scoring.ts'
import type { Target } from '../suites/harness/target/target.ts'
import { type Settings, settingsFrom } from '../suites/playwright/settings.ts'
import { passPlanned } from '../suites/playwright/shares.ts'
import { SEEDED, STARTED } from '../suites/playwright/started.ts'
import { MOCK_TARGET, targetOf } from '../suites/playwright/target.ts'
import { outputsOf } from './ending/playwright-end.ts'
import { selfHosted } from './self-hosted.ts'

export default async function setUp(config: Pick<FullConfig, 'shard'>): Promise<(() => Promise<void>) | undefined> {
  const settings = settingsFrom(process.env)
  const isShard = (config.shard?.total ?? 1) > 1
  // Remove old files now, so that no old report remains if this run fails. For shards, the merge writes the files.
  outputsOf(isShard ? { out: settings.out } : settings).begin()
  process.env[STARTED] = new Date().toISOString()
  if (settings.target !== undefined || settings.baseUrl !== undefined) {
    const target = targetOf(settings, process.env)
    // Use a fixed seed, because shards on several machines could not agree on a random one.
    const env = isShard ? { SVC_CONFORMANCE_SEED: `${DEFAULT_SEED}`, ...process.env } : process.env
    const seed = seedOf(settings, target.baseUrl, env)
    process.env[SEEDED] = JSON.stringify(seed)
    if (isShard) await planShares(target, { ...settings, seed: seed.seed })
    return undefined
  }
  process.env[SEEDED] = JSON.stringify(seedOf(settings, undefined, process.env))
  const { text, close } = await selfHosted()
  const folder = mkdtempSync(join(tmpdir(), 'svc-conformance-'))
  const path = join(folder, 'mock-target.yaml')
  writeFileSync(path, text)
  process.env[MOCK_TARGET] = path
  return async () => {
    rmSync(folder, { recursive: true, force: true })
    await close()
  }
}

/** Divides the budget by the cost of each check: shards get checks at random, and few checks cause most of the cost. */
async function planShares(target: Target, settings: Settings): Promise<void> {
  const { costsOfChecks } = await import('./commands/plan/rehearsal.ts')
  const { profile, set, suites, requirements, seed, runs, depth } = settings
  const scoring = ourScoring(set, new Date(), target.about?.contract)
  const planned = { profile, scoring, suites, requirements, seed, runs, depth }
  passPlanned(process.env, await costsOfChecks(target, planned))
}
