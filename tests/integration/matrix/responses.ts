/** Records the bytes that the mock sends in a scenario, and resends them from a server without the mock. */
import { isUtf8 } from 'node:buffer'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { ScenarioName } from '../../../cli/commands/client/names.ts'
import { scenarios } from '../../../cli/commands/client/scenarios.ts'
import { startMock } from '../../../mock/index.ts'
import { type Listening, listen } from '../../adversary/null-servers/listening.ts'

const MODEL = 'svc/small'

/** Longer responses are not published, because they are not readable. */
const MAX = 6_000

/** The maximum number of requests before a success: a scenario that refuses this often always refuses. */
const REQUESTS = 3

/** Milliseconds of silence after which nothing more is expected. */
const SILENCE = 4_000

export const callOf = (name: ScenarioName, base_url: string, key: string) => ({
  stream: scenarios[name].streams,
  base_url,
  key,
  model: MODEL,
  prompt: 'Tell me a story.',
})

/** The responses in the order sent; undefined if they are long, or not text. */
export async function responsesOf(name: ScenarioName): Promise<readonly string[] | undefined> {
  const { variant, streams, play } = scenarios[name]
  await using mock = await startMock()
  const project = mock.project({ models: [MODEL] })
  play(project)
  const path = `${variant === undefined ? '' : `/variants/${variant}`}/v1/chat/completions`
  const body = JSON.stringify({ model: MODEL, stream: streams, messages: [{ role: 'user', content: 'Hi' }] })
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${new URL(mock.url).host}`,
    `Authorization: Bearer ${project.key}`,
    ...['Content-Type: application/json', `Content-Length: ${body.length}`, 'Connection: close', '', ''],
  ]
  const sent: Buffer[] = []
  while (sent.length < REQUESTS && !String(sent.at(-1)).startsWith('HTTP/1.1 200'))
    sent.push(await received(Number(new URL(mock.url).port), head.join('\r\n') + body))
  if (sent.some((bytes) => bytes.length > MAX || !isUtf8(bytes))) return undefined
  const isAlways = !String(sent.at(-1)).startsWith('HTTP/1.1 200')
  return (isAlways ? sent.slice(0, 1) : sent).map(String)
}

async function received(port: number, request: string): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1').setTimeout(SILENCE, () => socket.destroy())
  const parts: Buffer[] = []
  socket.on('data', (part: Buffer) => void parts.push(part)).on('error', () => undefined)
  socket.write(request)
  // A reset counts as an empty response.
  await new Promise((resolve) => socket.once('close', resolve))
  return Buffer.concat(parts)
}

/** The server on the page. */
export function resend(sent: readonly string[]): Promise<Listening> {
  let next = 0
  const server = createServer((request, response) => {
    const bytes = sent[Math.min(next++, sent.length - 1)]
    request.resume().on('end', () => response.socket?.end(bytes ?? ''))
  })
  return listen(server)
}
