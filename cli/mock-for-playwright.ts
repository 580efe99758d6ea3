/** Playwright's global set-up where no target is named: starts the mock and tells the workers where it is. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MOCK_TARGET, settingsFrom } from '../suites/playwright/settings.ts'
import { selfHosted } from './self-hosted.ts'

export default async function startForPlaywright(): Promise<() => Promise<void>> {
  const { out } = settingsFrom(process.env)
  const { text, close } = await selfHosted()
  mkdirSync(out, { recursive: true })
  const path = join(out, 'mock-target.yaml')
  writeFileSync(path, text)
  process.env[MOCK_TARGET] = path
  return close
}
