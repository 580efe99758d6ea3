/** Targets that redirect callers. A client that follows a redirect would send its key to another origin. */
import { createServer } from 'node:http'
import { listen } from '../../null-servers/listening.ts'
import { type Hostile, onRequest, targetsOf } from './hostile.ts'
import { wire } from './responses.ts'

/** Requests that have reached the other origin in this process. There must never be any. */
export const strayed: string[] = []

/** A redirect with this status, and a location that may lead to the other origin. */
type Redirect = readonly [status: number, location: (other: string) => string]

const toModels = (other: string): string => `${other}/v1/models`
const toOther = (other: string): string => other

const REDIRECTS: Readonly<Record<string, Redirect>> = {
  'redirect-301: redirects to another origin with 301': [301, toModels],
  'redirect-302: redirects to another origin with 302': [302, toModels],
  'redirect-303: redirects to another origin with 303': [303, toModels],
  'redirect-307: redirects to another origin with 307': [307, toModels],
  'redirect-308: redirects to another origin with 308': [308, toModels],
  'redirect-loop: redirects to itself': [302, () => '/v1/models'],
  'redirect-scheme: redirects to a file': [302, () => 'file:///etc/passwd'],
  'success-with-location: responds well and names another place': [200, toOther],
  'proxy-authentication: asks for proxy credentials': [407, toOther],
}

export const elsewhere: readonly Hostile[] = targetsOf(REDIRECTS, ([status, location], name) => async () => {
  const other = await listen(
    createServer((request, response) => {
      strayed.push(`${name} ${request.method} ${request.url}`)
      response.end('{}')
    }),
  )
  const target = await onRequest(({ socket, honest }) => {
    socket.write(wire({ ...honest, status }, [`location: ${location(other.url)}`, `refresh: 0; url=${other.url}/`]))
  })()
  const close = async (): Promise<void> => void (await Promise.all([target.close(), other.close()]))
  return { url: target.url, close }
})
