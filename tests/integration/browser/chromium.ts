/** The browser for tests of pages. */
import { type Browser, chromium } from '@playwright/test'
import { findChromium, placesOf } from '../chromium/find.ts'

/** @throws Error with installation instructions if there is no Chromium */
export const chromiumPath = (): string => findChromium(placesOf(process.env)).path

/** Starts it headless and without its sandbox, which needs rights that containers lack: it opens only our own pages. */
export function launch(): Promise<Browser> {
  const { path, env } = findChromium(placesOf(process.env))
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return chromium.launch({
    executablePath: path,
    args: ['--no-sandbox'],
    env: { ...Object.fromEntries(inherited), ...env },
  })
}
