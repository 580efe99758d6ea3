/** A site on loopback with one page, a browser bundle and the service worker of msw. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { type Listening, listen } from '../../adversary/null-servers/listening.ts'

/** Bundles for browsers. Fails if the entry imports a Node builtin, directly or indirectly. */
export async function bundle(entry: URL, msw: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2024',
    alias: { msw },
    write: false,
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

/** @param msw the package to use as msw: `msw`, or the alias of another major version */
export async function openSite(entry: URL, msw: string): Promise<Listening> {
  const worker = createRequire(import.meta.url).resolve(`${msw}/mockServiceWorker.js`)
  const files: Record<string, readonly [type: string, text: string]> = {
    '/': ['text/html', '<!doctype html><title>mock</title><script type="module" src="/page.js"></script>'],
    '/page.js': ['text/javascript', await bundle(entry, msw)],
    '/mockServiceWorker.js': ['text/javascript', readFileSync(worker, 'utf8')],
  }
  const server = createServer((request, response) => {
    const [type, text] = files[request.url ?? ''] ?? []
    if (type) response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(text)
    else response.writeHead(404).end()
  })
  return listen(server)
}
