/** Runs the checks under Playwright Test, for its sharding, filters, UI and reports. No browser is involved. */
import { cpus } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { settingsFrom } from './suites/playwright/settings.ts'

/** `.ts` among the sources, `.js` in the package, where Playwright transforms nothing. */
const ending = extname(fileURLToPath(import.meta.url))
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const { out, profile } = settingsFrom(process.env)

/** Node reads the sources as they are, and sooner than Playwright, whose workers do not keep what they transform. */
const build = ending === '.ts' ? { external: [here('./**/*.ts')] } : {}

export default defineConfig({
  build,
  testDir: here('./suites'),
  testMatch: `conformance.spec${ending}`,
  respectGitIgnore: false,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // The few requests of smoke are too few to share.
  workers: profile === 'smoke' ? 1 : Math.min(2, cpus().length),
  // Every request has its own deadline, and the budget of the run is an end to all of them.
  timeout: 0,
  globalSetup: here(`./cli/playwright-setup${ending}`),
  reporter: [[here(`./reporters/playwright${ending}`)]],
  // Playwright clears it with all files in it, so it has a unique name.
  outputDir: join(out, '.svc-conformance-playwright'),
  preserveOutput: 'never',
  use: { trace: 'off', screenshot: 'off', video: 'off' },
})
