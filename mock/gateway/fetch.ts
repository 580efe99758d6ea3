import { beyondFetch } from '../core/disturbances/capabilities.ts'
import { bytesOf } from '../core/disturbances/events.ts'
import { type HttpResponse, isBytes, joined, type Part, type RequestHead, sizeOf, wantsBody } from '../core/http.ts'
import type { Clock } from '../core/time/clock.ts'
import type { Gateway } from './gateway.ts'
import { type Outlet, Playback } from './playback.ts'

/** Plays the parts before the head, without a socket. Resolves to false if the connection ends there. */
async function passBeforeHead(response: HttpResponse, signal: AbortSignal, clock: Clock): Promise<boolean> {
  const { before = [], raw } = response.delivery ?? {}
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const outlet: Outlet = {
    write: () => {
      reject(beyondFetch('bytes', response))
      return false
    },
    onceReady: () => undefined,
    act: (act) => {
      if (act !== 'hang') resolve(false)
    },
    end: () => resolve(true),
  }
  // The connection ends without a response.
  const playback = new Playback(raw ? joined(before, raw, [{ act: 'cut' }]) : before, outlet, clock)
  const onAbort = (): void => reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  else playback.play()
  let goesOn = false
  try {
    goesOn = await promise
    return goesOn
  } finally {
    signal.removeEventListener('abort', onAbort)
    if (!goesOn) {
      playback.stop()
      response.onDelivered?.(0, true)
    }
  }
}

/** The destination of a standard request: `target` is its path and query below the gateway's base. */
export interface Destination {
  readonly gateway: Gateway
  readonly target: string
  readonly clock: Clock
  /** Represents the connection if all requests are from one caller. */
  readonly connection?: object | undefined
}

/** Responds to a standard request without a socket. */
export async function respond(request: Request, destination: Destination): Promise<Response> {
  const { gateway, clock } = destination
  const begun = gateway.begin(headOf(request, destination))
  const opening = wantsBody(begun) ? begun : ((await begun.later) ?? begun)
  if (!wantsBody(opening)) {
    if (opening.onUnreadBytes && request.body) {
      opening.onUnreadBytes(new Uint8Array(await request.arrayBuffer()))
      opening.onUnreadBytes(undefined)
    }
    return toResponse(opening, request, clock)
  }
  const bytes = new Uint8Array(await request.arrayBuffer())
  const response = bytes.length > opening.limit ? opening.overflow() : opening.finish(decode(bytes), bytes.length)
  return toResponse((await response.later) ?? response, request, clock)
}

function headOf(request: Request, { target, connection }: Destination): RequestHead {
  return { method: request.method, target, connection, header: (name) => request.headers.get(name) ?? undefined }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

async function toResponse(response: HttpResponse, request: Request, clock: Clock): Promise<Response> {
  const { interim, before, raw, framing } = response.delivery ?? {}
  if (interim) {
    response.onDelivered?.(0, true)
    throw beyondFetch('interim', response)
  }
  if ((before || raw) && !(await passBeforeHead(response, request.signal, clock))) return Response.error()
  const headers = new Headers()
  for (let i = 0; i < response.headers.length; i += 2)
    headers.append(response.headers[i] ?? '', response.headers[i + 1] ?? '')
  const { status, body } = response
  if (isBytes(body) && framing !== 'chunked') {
    response.onDelivered?.(sizeOf(response), false)
    const own = request.method === 'HEAD' ? null : (body as string | Uint8Array<ArrayBuffer>)
    return new Response(own, { status, headers })
  }
  headers.delete('content-length')
  // Without this header msw 3 turns a cut stream into a clean end.
  headers.set('transfer-encoding', 'chunked')
  return new Response(streamOf(isBytes(body) ? [body] : body, response, request.signal, clock), { status, headers })
}

function streamOf(
  parts: Iterable<Part>,
  response: HttpResponse,
  signal: AbortSignal,
  clock: Clock,
): ReadableStream<Uint8Array> {
  let playback: Playback
  let over = false
  let onceRead: (() => void) | undefined
  const leave = (): void => {
    over = true
    playback.stop()
    response.onDelivered?.(playback.sent, !playback.complete)
  }
  return new ReadableStream({
    start(controller) {
      const outlet: Outlet = {
        // Without one turn of the event loop between writes, msw 3 would join them.
        write: (part) => {
          controller.enqueue(bytesOf(part))
          return false
        },
        onceReady: (callback) => void clock.after(0, callback),
        act: (act) => {
          if (act === 'hang') return
          leave()
          const fail = (): void => controller.error(new TypeError('terminated'))
          // An error would discard unread bytes, unlike a cut connection, so wait until the caller has read them.
          if ((controller.desiredSize ?? 0) > 0) fail()
          else onceRead = fail
        },
        end: () => {
          leave()
          controller.close()
        },
      }
      playback = new Playback(parts, outlet, clock)
      signal.addEventListener('abort', () => {
        if (over) return
        leave()
        controller.error(signal.reason)
      })
      playback.play()
    },
    pull: () => onceRead?.(),
    cancel: () => leave(),
  })
}
