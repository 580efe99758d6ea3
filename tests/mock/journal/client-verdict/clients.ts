/** Small clients for tests of the verdict, with each correct or faulty call written out. */
import type { MockServer, ProjectHandle } from '../../../../mock/index.ts'

export const MODEL = 'svc/small'

/** A mock with one project, and a caller that receives each response before its next call. */
export interface Scene {
  readonly mock: MockServer
  readonly project: ProjectHandle
}

export function ask(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { model: MODEL, messages: [{ role: 'user', content: 'Hello' }], ...changes }
}

export interface Sending {
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
  /** Whether to use a socket instead of the mock's fetch. */
  readonly socket?: boolean
}

export function send({ mock, project }: Scene, body: unknown = ask(), sending: Sending = {}): Promise<Response> {
  const { path = '/v1/chat/completions', headers = {}, signal, socket = false } = sending
  return (socket ? fetch : mock.fetch)(mock.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${project.key}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal ? { signal } : {}),
  })
}

/** Sends a request and reads its response, success or error. */
export async function call(scene: Scene, body?: unknown, sending?: Sending): Promise<string> {
  return (await send(scene, body, sending)).text()
}

/** Reads the texts of a stream event by event; a `careful` client stops at `[DONE]` and fails without it. */
export async function readStream(response: Response, careful: boolean): Promise<string> {
  let [pending, text] = ['', '']
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? []) {
    pending += decoder.decode(bytes, { stream: true })
    const events = pending.split('\n\n')
    pending = events.pop() ?? ''
    for (const event of events) {
      const data = event.replace(/^data: /, '')
      if (data === '[DONE]' && careful) return text
      if (data !== '[DONE]') text += JSON.parse(data).choices?.[0]?.delta.content ?? ''
    }
  }
  if (careful) throw new Error('The stream has ended without [DONE].')
  return text
}

/** Reads a stream, and accepts what has arrived as the response even if the connection breaks. */
export async function readAnything(response: Response): Promise<string> {
  let text = ''
  try {
    for await (const bytes of response.body ?? []) text += new TextDecoder().decode(bytes)
  } catch {
    // This is the bug of this client: it ignores the broken connection.
  }
  return [...text.matchAll(/"content":"([^"]*)"/g)].map(([, content]) => content).join('')
}

/** Yields to the event loop until the condition holds. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}
