/** Targets that redirect callers. A client that follows them would send its key to a stranger. */
import { createServer } from 'node:http'
import { listen } from '../../null-servers/listening.ts'
import { type Hostile, onRequest } from './hostile.ts'
import { wire } from './responses.ts'

/** Requests that have reached the other origin in this process. None ever may. */
export const strayed: string[] = []

function redirecting(name: string, does: string, status: number, location: (other: string) => string): Hostile {
  return {
    name,
    does,
    async start() {
      const other = await listen(
        createServer((request, response) => {
          strayed.push(`${name} ${request.method} ${request.url}`)
          response.end('{}')
        }),
      )
      const target = await onRequest(name, does, ({ socket, honest }) => {
        socket.write(wire({ ...honest, status }, [`location: ${location(other.url)}`, `refresh: 0; url=${other.url}/`]))
      }).start()
      return {
        url: target.url,
        async close() {
          await target.close()
          await other.close()
        },
      }
    },
  }
}

export const elsewhere: readonly Hostile[] = [
  ...[301, 302, 303, 307, 308].map((status) =>
    redirecting(
      `redirect-${status}`,
      `redirects to another origin with ${status}`,
      status,
      (other) => `${other}/v1/models`,
    ),
  ),
  redirecting('redirect-loop', 'redirects to itself', 302, () => '/v1/models'),
  redirecting('redirect-scheme', 'redirects to a file', 302, () => 'file:///etc/passwd'),
  redirecting('success-with-location', 'responds well and names another place', 200, (other) => other),
  redirecting('proxy-authentication', 'asks for proxy credentials', 407, (other) => other),
]
