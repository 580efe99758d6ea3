/** The browser that the tests of pages open. */
import { type Browser, chromium } from '@playwright/test'
import { findChromium, placesOf } from '../chromium/find.ts'

/** @throws Error that says how to install one, when there is no Chromium */
export const chromiumPath = (): string => findChromium(placesOf(process.env)).path

/** A headless one. Its sandbox needs rights that containers lack, and it sees nothing but our own pages. */
export function launch(): Promise<Browser> {
  const { path, env } = findChromium(placesOf(process.env))
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return chromium.launch({
    executablePath: path,
    args: ['--no-sandbox'],
    env: { ...Object.fromEntries(inherited), ...env },
  })
}
