/** A page of a report under watch: what it asks of the network, what it runs, what it complains about. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'

export interface Watched {
  readonly page: Page
  /** Everything that a report may not do, as it happened. */
  readonly misdeeds: string[]
  [Symbol.asyncDispose](): Promise<void>
}

export interface Screen {
  readonly width?: number
  readonly javaScriptEnabled?: boolean
}

/** Milliseconds that a page may take for what it does in no time: the machine may have other things to do. */
export const MAX_WAIT = { timeout: 120_000 }

/** Opens a page from a file, as its reader does. */
export async function watch(browser: Browser, html: string, screen: Screen = {}): Promise<Watched> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-conformance-page-'))
  const file = join(folder, 'report.html')
  writeFileSync(file, html)
  const address = pathToFileURL(file).href
  const watched = await watchAt(browser, address, screen)
  return {
    ...watched,
    [Symbol.asyncDispose]: async () => {
      await watched[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Opens a page of a server. @param isOwn which addresses it may ask for, besides its own */
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
  const misdeeds: string[] = []
  context.on('request', (request) => {
    if (request.url() !== address && !isOwn(request.url())) misdeeds.push(`asked for ${request.url()}`)
  })
  context.on('page', () => misdeeds.push('opened a window'))
  page.on('dialog', (dialog) => {
    misdeeds.push(`opened a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', ({ message }) => misdeeds.push(`threw: ${message}`))
  // The browser reports here what the policy of the page forbade.
  page.on('console', (message) => misdeeds.push(`said: ${message.text()}`))
  await page.goto(address)
  return {
    page,
    misdeeds,
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/** Opens everything that can be opened, so that nothing hides from a look at the page. */
export async function openAll(page: Page): Promise<void> {
  await page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
}

const SCHEMES = ['light', 'dark'] as const

/**
 * What keeps people from using the page, by axe.
 * @param part selects what to look at; on a whole page, it takes axe seconds
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
    // In the dark nothing but the colours is another.
    if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block'])
    const { violations } = await axe.analyze()
    for (const { id, impact, help, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue
      found.push(`${colorScheme}: ${id}: ${help}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`)
    }
  }
  return found
}
