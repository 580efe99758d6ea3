/** A proxy between a harness and a gateway that causes one kind of error at a chosen request. */
import { Agent, createServer, type Server } from 'node:http'
import { listen } from '../null-servers/listening.ts'
import type { Kind } from './kinds.ts'
import { type Listener, Passing } from './passing.ts'
import { slowLine } from './slow-line.ts'

export type DisturbingProxy = Awaited<ReturnType<typeof disturbingProxy>>

const MAX_HEADERS = 256 * 1024

/**
 * Listens on loopback and forwards everything to `url`.
 * @param place the affected request, counted from 1; ignored for a kind that affects every request
 */
export async function disturbingProxy(url: string, { kind, place }: { readonly kind: Kind; readonly place: number }) {
  const upstream = new URL(url)
  const agent = new Agent({ keepAlive: true })
  let passed = 0
  let met: string | undefined
  let back: ReturnType<typeof setTimeout> | undefined

  const listener: Listener = {
    goAway: (milliseconds) => {
      server.close()
      server.closeAllConnections()
      if (milliseconds !== undefined) back = setTimeout(() => server.listen(port, '127.0.0.1'), milliseconds)
    },
  }
  const meddle = kind.start(listener)

  const waitForNext = (): boolean =>
    kind.reach === 'throughout' || (kind.reach === 'onward' ? passed >= place : passed === place)

  const server: Server = createServer({ maxHeaderSize: MAX_HEADERS, requestTimeout: 0 }, (request, response) => {
    passed += 1
    const passing = new Passing(request, response, upstream, agent)
    if (!waitForNext()) return passing.pass()
    met ??= passing.words
    meddle(passing)
  })
  const { port, url: direct, close: stop } = await listen(server)
  const line = kind.line && (await slowLine(port, kind.line))
  const close = async (): Promise<void> => {
    clearTimeout(back)
    await line?.close()
    await stop()
    agent.destroy()
  }
  return {
    url: line?.url ?? direct,
    /** The number of requests so far. */
    get passed() {
      return passed
    },
    /** The first affected request; undefined if there was none yet. */
    get met() {
      return met
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
