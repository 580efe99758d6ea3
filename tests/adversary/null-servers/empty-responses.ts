import { constantServer, httpServer } from './constant.ts'
import type { NullServer } from './listening.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }
const page = (title: string): string => `<!doctype html><title>${title}</title><h1>${title}</h1>\n`

/** Servers that send well-formed HTTP and know nothing of the contract. */
export const emptyResponses: readonly NullServer[] = [
  constantServer('constant-200-empty-object', {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }),
  constantServer('constant-200-html', { status: 200, headers: html, body: page('It works') }),
  constantServer('constant-204', { status: 204 }),
  constantServer('static-404-html', {
    status: 404,
    headers: { ...html, server: 'static' },
    body: page('Not Found'),
  }),
  constantServer('proxy-502-html', { status: 502, headers: html, body: page('Bad Gateway') }),
  httpServer('echo', (request, response) => {
    response.writeHead(200, {
      'content-type': request.headers['content-type'] ?? 'application/json',
    })
    request.pipe(response)
  }),
  httpServer('redirect-to-itself', (request, response) => {
    request.resume().on('end', () => {
      response.writeHead(302, { location: request.url ?? '/' }).end()
    })
  }),
]
