/** Runs the checks under Playwright Test, for its sharding, filters, UI and reports. No browser is involved. */
import { cpus } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { settingsOrDefaults } from './suites/playwright/settings.ts'

/** `.ts` in a checkout, `.js` in the package, where Playwright transforms nothing. */
const ending = extname(fileURLToPath(import.meta.url))
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const { out, profile } = settingsOrDefaults(process.env)

/** Lets Node load the sources directly. That is faster than Playwright, whose workers do not cache transformed code. */
const build = ending === '.ts' ? { external: [here('./**/*.ts')] } : {}

export default defineConfig({
  build,
  testDir: here('./suites'),
  testMatch: `conformance.spec${ending}`,
  respectGitIgnore: false,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // The profile smoke sends too few requests to divide them.
  workers: profile === 'smoke' ? 1 : Math.min(2, cpus().length),
  // Each request has its own timeout, and the budget of the run limits them all.
  timeout: 0,
  globalSetup: here(`./cli/playwright-setup${ending}`),
  reporter: [[here(`./reporters/playwright${ending}`)]],
  // The name is unique, because Playwright deletes this folder with all its files.
  outputDir: join(out, '.svc-conformance-playwright'),
  preserveOutput: 'never',
  use: { trace: 'off', screenshot: 'off', video: 'off' },
})
