import assert from 'node:assert/strict'
import { after, before, describe, it, test } from 'node:test'
import type { Browser, Page as Tab } from '@playwright/test'
import type { Listening } from '../../adversary/null-servers/listening.ts'
import { cannotCarry } from '../transports/cannot-carry.ts'
import { scenariosOf } from '../transports/scenarios-of.ts'
import { chromiumPath, launch } from './chromium.ts'
import type { Page } from './page.ts'
import { bundle, openSite } from './site.ts'

// Without a browser, the file ends here with an error that says so.
chromiumPath()

const script = new URL('./page.ts', import.meta.url)
const exceptions = cannotCarry['service worker']

declare const page: Page

for (const msw of ['msw', 'msw-2']) {
  describe(`the mock behind the service worker of ${msw}`, () => {
    let site: Listening
    let browser: Browser
    let tab: Tab
    before(async () => {
      browser = await launch()
      site = await openSite(script, msw)
      tab = await browser.newPage()
      await tab.goto(site.url)
      await tab.evaluate(() => page.start())
    })
    after(async () => {
      await browser?.close()
      await site?.[Symbol.asyncDispose]()
    })

    for (const { title, expected } of scenariosOf('service worker')) {
      const reason = exceptions[title]
      it(`${title}${reason ? ` is not carried: ${reason}` : ''}`, { timeout: 120_000 }, async () => {
        const seen = await tab.evaluate((wanted) => page.run(wanted), title)
        if (reason) assert.notDeepEqual(seen, expected)
        else assert.deepEqual(seen, expected)
      })
    }
  })
}

test('the entry point for Node cannot be bundled for browsers', async () => {
  await assert.rejects(bundle(new URL('../../../mock/index.ts', import.meta.url), 'msw'), /node:/)
})
