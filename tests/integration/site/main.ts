/** `npm run test:site`, after `npm run site`: tests axe, phone width, the size of the first page, and the search. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { listen } from '../../adversary/null-servers/listening.ts'
import { launch } from '../browser/chromium.ts'
import { barriers } from '../browser/watched.ts'

const folder = fileURLToPath(new URL('../../../out/site/', import.meta.url))
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}
const PAGES = [
  '',
  'docs/certify.html',
  'requirements/stream-done.html',
  'faults.html',
  'variants.html',
  'examples.html',
]
/** Search terms, with the pages that a result has to link to. */
const SOUGHT = {
  422: /fixes/,
  buffering: /fixes|stream-pace|troubleshooting/,
  '[DONE]': /stream-done/,
  'unknown-field-as-422': /requirements|faults/,
  'json-charset': /requirements|variants/,
} as const
const MAX_BYTES = 300_000

/** Bytes sent since the page was opened. */
let sent = 0

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://site.test')
  const path = join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname)
  if (!existsSync(path)) return response.writeHead(404).end()
  const type = TYPES[extname(path)]
  // Compressed as by static hosts.
  const body = type === undefined ? readFileSync(path) : gzipSync(readFileSync(path))
  sent += body.length
  response.writeHead(200, {
    'content-type': type ?? 'application/octet-stream',
    ...(type !== undefined && { 'content-encoding': 'gzip' }),
  })
  return response.end(body)
})
const { url, close } = await listen(server)
const browser = await launch()
try {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390])
      for (const path of PAGES) {
        const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme })
        sent = 0
        await page.goto(`${url}/${path}`, { waitUntil: 'networkidle' })
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        const found = await barriers(page)
        console.log(
          `${path || 'the first page'}, ${colorScheme}, ${width} px: ${sent} bytes, ${overflow} px too wide, ${JSON.stringify(found)}`,
        )
        assert.ok(overflow <= 0)
        assert.deepEqual(found, [])
        if (path === '') assert.ok(sent < MAX_BYTES, `${sent} bytes`)
        await page.close()
      }
  const page = await browser.newPage()
  await page.goto(`${url}/`, { waitUntil: 'networkidle' })
  for (const [text, leadsTo] of Object.entries(SOUGHT)) {
    await page.locator('.VPNavBarSearch button').first().click()
    await page.locator('.search-input').fill(text)
    await page.locator('.result').first().waitFor()
    const found = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.result')].map((one) => one.getAttribute('href'))",
    )
    console.log(`${text}: ${found.join(', ')}`)
    assert.ok(
      found.some((href) => leadsTo.test(href)),
      `${text} leads to none of ${leadsTo}`,
    )
    await page.keyboard.press('Escape')
  }
} finally {
  await browser.close()
  await close()
}
