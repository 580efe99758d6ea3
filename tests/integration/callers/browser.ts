/** A page of another origin than the gateway, in Chromium. */
import { createServer } from 'node:http'
import { listen } from '../../adversary/null-servers/listening.ts'
import { launch } from '../browser/chromium.ts'

export interface Asked {
  readonly base: string
  readonly key: string
  readonly model: string
  readonly text: string
}

export interface OpenedPage extends AsyncDisposable {
  readonly version: string
  run(asked: Asked): Promise<string>
}

/** @param script the page's code, which reads its parameters from the fragment of the address */
export async function openPage(script: string): Promise<OpenedPage> {
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(`<title>…</title><script type="module">${script}</script>`),
  )
  const { port, close } = await listen(server)
  const browser = await launch()
  return {
    version: browser.version(),
    run: async (asked) => {
      const page = await browser.newPage()
      await page.goto(`http://localhost:${port}/#${new URLSearchParams({ ...asked })}`)
      await page.waitForFunction('document.title === "done"')
      return ''
    },
    [Symbol.asyncDispose]: async () => {
      await browser.close()
      await close()
    },
  }
}
