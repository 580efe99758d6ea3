/** The browser of the distribution: the one that Playwright downloads cannot be had everywhere. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'

/** @throws Error that says how to install one, when there is no Chromium */
export function chromiumPath(env: NodeJS.ProcessEnv = process.env): string {
  const { CHROMIUM_PATH: named, PATH = '' } = env
  const candidates = named ? [named] : PATH.split(delimiter).map((folder) => join(folder, 'chromium'))
  const found = candidates.find(isProgram)
  if (found) return found
  throw new Error(
    named
      ? `NO BROWSER: CHROMIUM_PATH is ${named}, which is no program; let it name the executable of a Chromium.`
      : 'NO BROWSER: there is no chromium on the PATH; install it (Debian: apt-get install chromium), or let CHROMIUM_PATH name its executable.',
  )
}

/** A headless one. Its sandbox needs rights that containers lack, and it sees nothing but our own pages. */
export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
