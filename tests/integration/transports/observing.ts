/** What a client sees of a response, as data that is the same in Node and in a page. */
import type { Mock } from '../../../mock/portable.ts'

/** A mock, and the `fetch` that leads to it over some transport. */
export interface Reached {
  readonly mock: Mock
  readonly ask: typeof fetch
}

/** How a body ended for its reader. */
export type Ending = 'clean' | 'broken off' | 'aborted'

export interface Observed {
  readonly status: number
  /** The texts of the body, one for each read. */
  readonly packets: string[]
  readonly ending: Ending
}

/** A completion, corrupted or not. `base` replaces the base URL of the mock. */
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

/** Reads a body to its end, packet by packet, and reports after each what has arrived so far. */
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

/** The texts of the content in events, however they are cut into packets. */
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

/** Waits until something holds; the other side may need turns of several event loops for it. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pass()
}

/** Lets everybody else have a turn. */
export function pass(): Promise<void> {
  return new Promise((go) => void setTimeout(go, 1))
}
