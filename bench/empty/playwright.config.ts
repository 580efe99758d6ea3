import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

/** Runs empty tests, to measure the cost of Playwright itself. */
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
  reporter: 'line',
  outputDir: join(tmpdir(), 'svc-conformance-empty'),
})
