/** Describes what a client sees of a response, as data that is the same in Node and in a page. */
import type { Mock } from '../../../mock/portable.ts'

/** A mock, and a `fetch` that reaches it over some transport. */
export interface Reached {
  readonly mock: Mock
  readonly ask: typeof fetch
}

/** How a body ended for its reader. */
export type Ending = 'clean' | 'broken off' | 'aborted'

export interface Observed {
  readonly status: number
  /** The texts of the body, one per read. */
  readonly packets: string[]
  readonly ending: Ending
}

/** Sends a completion. @param init `path` is a base path below the URL of the mock, such as that of a fault */
export function complete(
  { mock, ask }: Reached,
  body: object,
  init: { key?: string | null; headers?: Record<string, string>; signal?: AbortSignal; path?: string } = {},
): Promise<Response> {
  const { key = mock.key, headers = {}, signal, path = '' } = init
  return ask(`${mock.url}${path}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: JSON.stringify({ model: mock.demo.chat, messages: [{ role: 'user', content: 'Grüße 🎉' }], ...body }),
    ...(signal && { signal }),
  })
}

/** Reads a body to its end, and reports after each packet what has arrived so far. */
export async function observe(response: Response, onText?: (text: string) => void): Promise<Observed> {
  const packets: string[] = []
  const reader = readerOf(response)
  try {
    for (;;) {
      const packet = await reader.next()
      if (packet === undefined) return { status: response.status, packets, ending: 'clean' }
      packets.push(packet)
      onText?.(packets.join(''))
    }
  } catch (error) {
    return { status: response.status, packets, ending: endingOf(error) }
  }
}

export function endingOf(error: unknown): Ending {
  return (error as Error).name === 'AbortError' ? 'aborted' : 'broken off'
}

/** Reads one packet at a time, as text; undefined at the end. */
export function readerOf(response: Response): { next(): Promise<string | undefined> } {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  return {
    next: async () => {
      const { value, done } = await reader.read()
      return done ? undefined : decoder.decode(value, { stream: true })
    },
  }
}

/** The content texts of the events, regardless of packet boundaries. */
export function contentsOf(packets: readonly string[]): string[] {
  return packets
    .join('')
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .flatMap((event) => {
      const chunk = JSON.parse(event.slice('data: '.length)) as { choices: { delta: { content?: string } }[] }
      return chunk.choices.flatMap(({ delta }) => delta.content ?? [])
    })
    .filter((content) => content !== '')
}

/** Waits until the condition holds; the peer may need several turns of the event loop. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pass()
}

/** Yields to other tasks. */
export function pass(): Promise<void> {
  return new Promise((go) => void setTimeout(go, 1))
}
