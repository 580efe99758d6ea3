/** A gateway that sends each further event of its stream only on demand, so that no two events can be joined. */
import { createServer, type ServerResponse } from 'node:http'
import { listening } from '../../suites/harness/client/listening.ts'
import { chunk, DONE, framed } from '../../suites/harness/http/event-writer.ts'

const TEXTS = ['one', 'two', 'three', 'four']
const EVENTS = [...TEXTS.map((text) => chunk({ text })), chunk({ finish: 'stop' }), DONE].map((each) => framed([each]))

/** A request for the path `/next` has the same effect as `next`. */
export async function steppedGateway() {
  let left: string[] = []
  let stream: ServerResponse | undefined
  const next = (): void => {
    const event = left.shift()
    if (event !== undefined) stream?.write(event)
    if (left.length === 0) stream?.end()
  }
  const server = createServer((request, response) => {
    if (request.url === '/next') return void response.end(next())
    left = [...EVENTS]
    stream = response.writeHead(200, { 'content-type': 'text/event-stream', 'x-svc-request-id': 'r' })
    next()
  })
  return { url: `http://127.0.0.1:${await listening(server)}`, next, events: EVENTS, text: TEXTS.join('') }
}
