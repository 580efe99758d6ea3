/** The project's Playwright configuration, with every output that Playwright can write. */
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import config from '../../../playwright.config.ts'
import { settingsFrom } from '../../../suites/playwright/settings.ts'

const { out } = settingsFrom(process.env)
const kept = (name: string): string => join(out, 'kept', name)

export default defineConfig(config, {
  preserveOutput: 'always',
  use: { trace: 'on' },
  reporter: [
    ...(Array.isArray(config.reporter) ? config.reporter : []),
    ['html', { open: 'never', outputFolder: kept('html') }],
    ['json', { outputFile: kept('results.json') }],
    ['junit', { outputFile: kept('results.xml') }],
    ['blob', { outputFile: kept('blob.zip') }],
    ['list'],
  ],
})
