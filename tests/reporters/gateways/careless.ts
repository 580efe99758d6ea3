/** A gateway that validates nothing, not even the key: it accepts every request, and returns `n` choices. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Listening, listen } from '../../adversary/null-servers/listening.ts'

const MODEL = { id: 'svc/careless', object: 'model', created: 1, owned_by: 'svc' }

let count = 0

function respondTo(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

function choicesFor(n: unknown): object[] {
  const many = typeof n === 'number' && n > 1 ? Math.min(n, 5) : 1
  const message = { role: 'assistant', content: 'Hello.' }
  return Array.from({ length: many }, (_, index) => ({ index, message, finish_reason: 'stop' }))
}

/** The parsed body; an empty request if it cannot be parsed. */
function readBody(text: string): { readonly [name: string]: unknown } {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? (value as { [name: string]: unknown }) : {}
  } catch {
    return {}
  }
}

function stream(response: ServerResponse, head: object): void {
  const choice = (delta: object, finish_reason: string | null): object => ({ index: 0, delta, finish_reason })
  const events = [choice({ content: 'Hello.' }, null), choice({}, 'stop')].map((each) => ({
    ...head,
    object: 'chat.completion.chunk',
    choices: [each],
  }))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`)
  response.end('data: [DONE]\n\n')
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  count += 1
  const number = count
  response.setHeader('x-svc-request-id', `careless-${number}`)
  const sent = await text(request)
  if (request.method === 'GET') return respondTo(response, { object: 'list', data: [MODEL] })
  const { model = MODEL.id, n, stream: streamed } = readBody(sent)
  const head = { id: `completion-${number}`, created: 1, model }
  if (streamed === true) return stream(response, head)
  respondTo(response, { ...head, object: 'chat.completion', choices: choicesFor(n) })
}

export function carelessGateway(): Promise<Listening> {
  return listen(createServer((request, response) => void respond(request, response).catch(() => response.destroy())))
}
