/** The admin port: metrics, the report on demand, and a page with the latest findings. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { isLoopback } from '../../../../suites/harness/target/base-url.ts'
import { listening, type Place } from '../path/listening.ts'
import type { JudgedTraffic } from '../proxy.ts'
import { reportOf } from '../report.ts'
import { metricsOf, OPEN_METRICS } from './metrics.ts'
import { pageOf } from './page.ts'

export interface Admin {
  readonly url: string
  close(): void
}

const isSame = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(first, second)
}

/** Requests need the token, if there is one. Otherwise the Host must be this machine, which stops DNS rebinding. */
function mayRead({ headers: { authorization = '', host = '' } }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return isLoopback(host.replace(/:\d+$/, ''))
  return isSame(authorization, `Bearer ${token}`)
}

export async function openAdmin(
  traffic: JudgedTraffic,
  { token, ...place }: Place & { readonly token: string | undefined },
): Promise<Admin> {
  const pages: Readonly<Record<string, () => Promise<readonly [type: string, text: string]>>> = {
    '/': async () => ['text/html; charset=utf-8', pageOf(traffic, await traffic.summary())],
    '/metrics': async () => [OPEN_METRICS, metricsOf(traffic, await traffic.summary())],
    '/report': async () => [
      'application/json',
      JSON.stringify(reportOf(traffic, await traffic.summary()), undefined, 2),
    ],
    '/healthz': async () => ['application/json', '{"status":"ok"}'],
  }
  const server = createServer(async (request, response) => {
    const page = pages[(request.url ?? '').split('?', 1)[0] ?? '']
    const allowed = mayRead(request, token)
    const [type, text] = !allowed
      ? [
          'text/plain',
          'This admin port needs its token as Authorization: Bearer <token>, or a loopback name as Host.\n',
        ]
      : ((await page?.()) ?? ['text/plain', 'There are /, /metrics, /report and /healthz.\n'])
    response.writeHead(allowed ? (page ? 200 : 404) : 401, {
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    })
    response.end(text)
  })
  const { url } = await listening(server, place)
  return {
    url,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
