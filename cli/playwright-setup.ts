/**
 * Playwright's global set-up: a target that cannot be used ends the run here, once, and not in
 * every test; where none is named, the mock is started and the workers are told where it is.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadBaseline } from '../suites/harness/report/baseline-file.ts'
import { settingsFrom } from '../suites/playwright/settings.ts'
import { MOCK_TARGET, targetOf } from '../suites/playwright/target.ts'
import { selfHosted } from './self-hosted.ts'

export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  const settings = settingsFrom(process.env)
  if (settings.baseline !== undefined) loadBaseline(settings.baseline)
  if (settings.target !== undefined || settings.baseUrl !== undefined) {
    targetOf(settings, process.env)
    return undefined
  }
  const { text, close } = await selfHosted()
  mkdirSync(settings.out, { recursive: true })
  const path = join(settings.out, 'mock-target.yaml')
  writeFileSync(path, text)
  process.env[MOCK_TARGET] = path
  return close
}
