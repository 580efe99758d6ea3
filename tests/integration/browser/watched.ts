/** Opens a page and records its requests, dialogs, windows, errors and console messages. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { folder } from '../../cli/command.ts'
import { written } from '../../cli/files.ts'

export interface Watched {
  readonly page: Page
  /** Everything that the page did and may not do, in order. */
  readonly violations: string[]
  [Symbol.asyncDispose](): Promise<void>
}

export interface Screen {
  readonly width?: number
  readonly javaScriptEnabled?: boolean
}

/** Milliseconds that a page may take: usually it is immediate, but the machine may be busy. */
export const MAX_WAIT = { timeout: 120_000 }

/** Opens a page from a file, as a reader does. */
export const watch = (browser: Browser, html: string, screen?: Screen): Promise<Watched> =>
  watchAt(browser, pathToFileURL(written(join(folder(), 'report.html'), html)).href, screen)

/** Opens a page of a server. @param isOwn whether the page may request an address other than its own */
export async function watchAt(
  browser: Browser,
  address: string,
  screen: Screen = {},
  isOwn: (url: string) => boolean = () => false,
): Promise<Watched> {
  const { width = 1280, javaScriptEnabled = true } = screen
  const context = await browser.newContext({ viewport: { width, height: 900 }, javaScriptEnabled })
  context.setDefaultTimeout(MAX_WAIT.timeout)
  const page = await context.newPage()
  const violations: string[] = []
  context.on('request', (request) => {
    if (request.url() !== address && !isOwn(request.url())) violations.push(`asked for ${request.url()}`)
  })
  context.on('page', () => violations.push('opened a window'))
  page.on('dialog', (dialog) => {
    violations.push(`opened a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', ({ message }) => violations.push(`threw: ${message}`))
  // The browser reports here what the policy of the page forbade.
  page.on('console', (message) => violations.push(`said: ${message.text()}`))
  await page.goto(address)
  return {
    page,
    violations,
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/** Opens every `details` element, so that nothing is hidden. */
export async function openAll(page: Page): Promise<void> {
  await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
}

const SCHEMES = ['light', 'dark'] as const

/**
 * Accessibility violations that axe rates as serious or critical.
 * @param part selects what to check; a whole page takes seconds
 */
export async function barriers(
  page: Page,
  part = 'html',
  schemes: readonly (typeof SCHEMES)[number][] = SCHEMES,
): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    const axe = new AxeBuilder({ page }).include(part).setLegacyMode(true)
    // Dark mode changes only colours.
    if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block'])
    const { violations } = await axe.analyze()
    for (const { id, impact, help, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue
      found.push(`${colorScheme}: ${id}: ${help}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`)
    }
  }
  return found
}
