import { connect } from 'node:net'
import { after } from 'node:test'
import type { MockConfig, MockOptions, MockServer, ModelConfig, ProjectConfig } from '../../mock/index.ts'
import { demo, startMock } from '../../mock/index.ts'

export { demo }

/** A mock that lives as long as the test file. */
export async function mockForFile(options: MockOptions = {}): Promise<MockServer> {
  const mock = await startMock(options)
  after(() => mock.close())
  return mock
}

/** A configuration of one model, and of the project `p` with the key `svc_p_x`. */
export const oneModel = (settings: ModelConfig, project: Partial<ProjectConfig> = {}, model = 'svc/a'): MockConfig => ({
  models: { [model]: settings },
  projects: { p: { keys: ['svc_p_x'], models: [model], ...project } },
})

/** The smallest valid request, with these changes. */
export function valid(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { model: demo.chat, messages: [{ role: 'user', content: 'Hello' }], ...changes }
}

/** The smallest valid request, with this text. */
export const saying = (content: string, changes: Record<string, unknown> = {}): Record<string, unknown> =>
  valid({ messages: [{ role: 'user', content }], ...changes })

export const times = (count: number): number[] => [...Array(count).keys()]

/** Sends one request after the other, and returns the responses. */
export async function inOrder<Item, HttpResponse>(
  items: readonly Item[],
  ask: (item: Item) => Promise<HttpResponse>,
): Promise<HttpResponse[]> {
  const responses: HttpResponse[] = []
  for (const item of items) responses.push(await ask(item))
  return responses
}

/** The text of a body; pauses and broken connections are left out. */
export function textOf(body: string | Uint8Array | Iterable<unknown>): string {
  if (typeof body === 'string') return body
  const parts: readonly unknown[] = body instanceof Uint8Array ? [body] : [...body]
  return parts
    .map((part) => (part instanceof Uint8Array ? new TextDecoder().decode(part) : typeof part === 'string' ? part : ''))
    .join('')
}

/** The response, with its JSON parsed if there is any. */
export interface Received {
  status: number
  headers: Headers
  id: string | null
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into documents of every shape.
  json: any
}

export async function read(response: Response): Promise<Received> {
  const { status, headers } = response
  const text = await response.text()
  const isJson = headers.get('content-type')?.startsWith('application/json')
  const json = isJson && text ? JSON.parse(text) : undefined
  return { status, headers, id: headers.get('x-svc-request-id'), text, json }
}

/** Posts a completion without reading the response; sends a string or bytes unchanged. */
export function send(
  url: string,
  body: unknown,
  key: string | null = demo.valid,
  { headers = {}, signal }: { headers?: Record<string, string>; signal?: AbortSignal | undefined } = {},
): Promise<Response> {
  const authorization = key === null ? {} : { authorization: `Bearer ${key}` }
  const raw = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { ...authorization, ...headers },
    body: raw as string,
    signal: signal ?? null,
  })
}

export async function post(
  url: string,
  body: unknown,
  key?: string | null,
  headers: Record<string, string> = {},
): Promise<Received> {
  return read(await send(url, body, key, { headers }))
}

/** The text of a completion. */
export const said = ({ json }: Received): string => json.choices[0].message.content

/** The texts of a stream. */
export const streamed = ({ text }: Pick<Received, 'text'>): string[] =>
  chunks(text).flatMap(({ choices }) => choices[0]?.delta.content ?? [])

/** The model list, requested with a key or other headers. */
export async function models(url: string, by: string | Record<string, string> = demo.valid): Promise<Received> {
  const headers = typeof by === 'string' ? { authorization: `Bearer ${by}` } : by
  return read(await fetch(`${url}/v1/models`, { headers }))
}

/** The payloads of a stream's events, without their framing. */
export function payloads(text: string): string[] {
  return text
    .split('\n\n')
    .filter(Boolean)
    .map((event) => event.replace(/^data: /, ''))
}

/** The chunks of a stream as objects. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into documents of every shape.
export function chunks(text: string): any[] {
  return payloads(text)
    .filter((payload) => payload !== '[DONE]')
    .map((payload) => JSON.parse(payload))
}

/** A completion with a key as it is sent over a socket. */
export function rawPost(key: string, body: unknown): string {
  const text = JSON.stringify(body)
  return `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${text.length}\r\n\r\n${text}`
}

/** Sends text on a new socket; returns what arrives until the peer closes or `enough` returns true. */
export function talk(port: number, text: string, enough: (got: string) => boolean = () => false): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let got = ''
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => {
      got += part
      if (enough(got)) socket.destroy()
    })
    socket.on('close', () => resolve(got))
    socket.on('error', (cause: NodeJS.ErrnoException) => (cause.code === 'ECONNRESET' ? resolve(got) : reject(cause)))
  })
}
