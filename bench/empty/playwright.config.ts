import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

/** Empty tests: what Playwright itself costs. */
export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
  reporter: 'line',
  outputDir: join(tmpdir(), 'svc-conformance-empty'),
})
