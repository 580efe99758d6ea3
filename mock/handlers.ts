import type { HttpHandler } from 'msw'
import { type Clock, systemClock } from './clock.ts'
import { createGateway } from './create.ts'
import { type Answer, type Body, type Part, type RequestHead, wantsBody } from './exchange.ts'
import type { Gateway } from './gateway.ts'
import { Playback } from './playback.ts'

/** How msw handlers reach a gateway. */
export interface HandlerOptions {
  /** The base URL that clients are given, without `/v1`. Default `http://gateway.test`. */
  base?: string
  /** Default: a gateway with the zero configuration. */
  gateway?: Gateway
  clock?: Clock
}

/** The gateway as msw handlers, for `setupServer(...await gatewayHandlers())` and `setupWorker`. */
export async function gatewayHandlers(options: HandlerOptions = {}): Promise<HttpHandler[]> {
  const { base = 'http://gateway.test', gateway = createGateway(), clock = systemClock } = options
  const prefix = new URL(base).pathname.replace(/\/$/, '')
  const { http } = await import('msw')
  return [http.all(`${base.replace(/\/$/, '')}/*`, ({ request }) => respond(request, gateway, prefix, clock))]
}

async function respond(request: Request, gateway: Gateway, prefix: string, clock: Clock): Promise<Response> {
  const opening = gateway.begin(headOf(request, prefix))
  if (!wantsBody(opening)) return toResponse(opening, request, clock)
  const bytes = new Uint8Array(await request.arrayBuffer())
  const answer = bytes.length > opening.limit ? opening.overflow() : opening.finish(decode(bytes), bytes.length)
  return toResponse(answer, request, clock)
}

function headOf(request: Request, prefix: string): RequestHead {
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    target: pathname.slice(prefix.length) + search,
    header: (name) => request.headers.get(name) ?? undefined,
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function toResponse(answer: Answer, request: Request, clock: Clock): Response {
  for (const member of ['before', 'raw', 'interim'] as const) {
    if (answer[member])
      throw new Error(
        `msw cannot carry "${member}" of an answer: it needs a socket; use startMock() for this fault or variant.`,
      )
  }
  const headers = new Headers()
  for (let i = 0; i < answer.headers.length; i += 2)
    headers.append(answer.headers[i] ?? '', answer.headers[i + 1] ?? '')
  const { status, body } = answer
  if (isWhole(body) && answer.framing !== 'chunked')
    return new Response(body as string | Uint8Array<ArrayBuffer>, { status, headers })
  // Without this header msw 3 turns a cut stream into a clean end.
  headers.set('transfer-encoding', 'chunked')
  return new Response(streamOf(isWhole(body) ? [body] : body, answer, request.signal, clock), { status, headers })
}

function streamOf(
  parts: Iterable<Part>,
  answer: Answer,
  signal: AbortSignal,
  clock: Clock,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let playback: Playback
  const leave = (): void => {
    const aborted = !playback.finished
    playback.stop()
    answer.settled?.(playback.sent, aborted)
  }
  return new ReadableStream({
    start(controller) {
      const outlet = {
        // One turn of the event loop between writes, or msw 3 glues them together.
        write: (part: string | Uint8Array) => {
          controller.enqueue(typeof part === 'string' ? encoder.encode(part) : part)
          return false
        },
        onceReady: (callback: () => void) => void setTimeout(callback, 0),
        act: (act: 'cut' | 'reset' | 'hang') => {
          if (act !== 'hang') controller.error(new TypeError('terminated'))
        },
        end: () => {
          controller.close()
          answer.settled?.(playback.sent, false)
        },
      }
      playback = new Playback(parts, outlet, clock)
      signal.addEventListener('abort', () => {
        if (playback.finished) return
        leave()
        controller.error(signal.reason)
      })
      playback.play()
    },
    cancel: () => leave(),
  })
}

function isWhole(body: Body): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array
}
