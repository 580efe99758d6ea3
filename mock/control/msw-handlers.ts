import { type HttpHandler, http } from 'msw'
import { members } from '../scripts/checks.ts'
import { createMock, type Mock } from './create-mock.ts'

/**
 * Milliseconds to wait after the last bytes of a body before signalling an error. Between a service worker and its
 * page, an error discards bytes in transit, and nothing signals their arrival.
 */
const ARRIVAL = 100

/** Whether this code runs in a page, where responses pass through a service worker. */
export function inPage(): boolean {
  const { navigator } = globalThis as { navigator?: { serviceWorker?: unknown } }
  return navigator?.serviceWorker !== undefined
}

/** Delays the error of a truncated body, so that the client reads all bytes before it, as on a socket. */
export function breakingLate(response: Response): Response {
  const { body, status, headers } = response
  if (!body) return response
  const reader = body.getReader()
  const late = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { value, done } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          await new Promise((arrived) => setTimeout(arrived, ARRIVAL))
          controller.error(error)
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  return new Response(late, { status, headers })
}

/** Options of the msw handlers. */
export interface HandlerOptions {
  /** The mock that responds, with its projects, clock and journal. Default: a new mock with the zero configuration. */
  gateway?: Pick<Mock, 'respond' | 'url'>
  /** The base URL for clients, without `/v1`. Default: the base URL of the mock. */
  base?: string
}

/**
 * A mock as handlers for msw 2 and 3: `setupServer(...gatewayHandlers())`, also for `setupWorker`. It responds to every
 * request below the base URL, so that no request leaks to the network.
 * @example const server = setupServer(...gatewayHandlers({ base: 'https://gateway.example.com' }))
 */
export function gatewayHandlers(options: HandlerOptions = {}): HttpHandler[] {
  const { gateway, base = gateway?.url } = members(options, 'gatewayHandlers()', ['gateway', 'base'])
  const mock = gateway ?? createMock(base === undefined ? {} : { url: base })
  const { origin, pathname } = new URL(base ?? mock.url)
  const prefix = pathname.replace(/\/$/, '')
  // Not a path with a wildcard: msw would decode the path, and fail on malformed percent-encoding.
  const below = new RegExp(`^${(origin + prefix).replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}(?:/|$)`)
  return [http.all(below, ({ request }) => respond(mock, request, prefix))]
}

async function respond(mock: Pick<Mock, 'respond'>, request: Request, prefix: string): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  try {
    const response = await mock.respond(request, pathname.slice(prefix.length) + search)
    return inPage() ? breakingLate(response) : response
  } catch (error) {
    // The client no longer waits for this response; msw would print the abort as an error of the handler.
    if (request.signal.aborted) return Response.error()
    if (inPage()) {
      // A page cannot see the reason for a network error, so print it to the console.
      console.error((error as Error).message)
      return Response.error()
    }
    // With `code` and `errno` msw rejects the client's call with this error; otherwise it would return 500.
    throw Object.assign(error as Error, { code: 'ERR_SVC_TRANSPORT', errno: 0 })
  }
}
