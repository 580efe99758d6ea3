/** Finds the browser for tests of pages. */
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { type Chromium, carriedChromium } from './carried.ts'

/** The locations of a browser, in order of precedence. */
export interface Places {
  /** The value of CHROMIUM_PATH, which excludes all others. */
  readonly named: string | undefined
  /** The Chromium of a package comes first, since it is the same on every machine. */
  readonly carried: () => Chromium | undefined
  readonly playwright: string
  /** The system's Chromium: a name of `NAMES` on the PATH, then a file where installers place it. */
  readonly path: string
  readonly usual: readonly string[]
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const USUAL: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: ['/usr/bin/chromium', '/usr/bin/google-chrome'],
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  win32: ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
}

export function placesOf(env: NodeJS.ProcessEnv): Places {
  return {
    named: env.CHROMIUM_PATH || undefined,
    carried: carriedChromium,
    playwright: chromium.executablePath(),
    path: env.PATH ?? '',
    usual: USUAL[process.platform] ?? [],
  }
}

/** @throws Error with installation instructions if there is no Chromium */
export function findChromium({ named, carried, playwright, path, usual }: Places): Chromium {
  if (named !== undefined) {
    if (isProgram(named)) return { path: named }
    throw new Error(
      `NO BROWSER: CHROMIUM_PATH is ${named}, which is not a program; let it name the executable of a Chromium.`,
    )
  }
  const packaged = carried()
  if (packaged) return packaged
  const onPath = path.split(delimiter).flatMap((folder) => (folder ? NAMES.map((name) => join(folder, name)) : []))
  const found = [playwright, ...onPath, ...usual].find(isProgram)
  if (found !== undefined) return { path: found }
  throw new Error(
    'NO BROWSER: no package brought one that starts here, Playwright has none, and there is no chromium on the PATH; ' +
      'install one (npx playwright install chromium; Debian: apt-get install chromium), or let CHROMIUM_PATH name its executable.',
  )
}

/** Why the tests cannot open pages here; undefined when they can. */
export function whyNoBrowser(places: Places = placesOf(process.env)): string | undefined {
  try {
    findChromium(places)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
