/**
 * Milliseconds that an error waits behind the last bytes of a body. Between a page and its service worker an
 * error throws away what is still on its way, and nothing tells when that has arrived.
 */
const ARRIVAL = 100

/** Whether answers go through a service worker, as they do in pages. */
export function inPage(): boolean {
  const { navigator } = globalThis as { navigator?: { serviceWorker?: unknown } }
  return navigator?.serviceWorker !== undefined
}

/** The same answer, whose bytes are read before its body breaks off, as they are read on a socket. */
export function breakingLate(answer: Response): Response {
  const { body, status, headers } = answer
  if (!body) return answer
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
