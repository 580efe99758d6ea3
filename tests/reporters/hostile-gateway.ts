/** Hostile texts with markup and control characters, a gateway that sends only these, and reports with nothing else. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Listening, listen } from '../adversary/null-servers/listening.ts'

/** Printable, so that it is valid in a header. */
const HOSTILE_LINE = [
  `"'></code></pre></style></script></details><script>globalThis.owned = true</script>`,
  '<img src="https://example.invalid/x.png" onerror="globalThis.owned = true">',
  '<svg onload="globalThis.owned = true"><a href="javascript:globalThis.owned = true">x</a></svg>',
  '<link rel="stylesheet" href="https://example.invalid/x.css"><meta http-equiv="refresh" content="0;url=javascript:1">',
  ']]> --> &lt;b&gt; ${owned} [a](javascript:owned) ![b](https://example.invalid/b.png) **c** `d` | e | ::error::f',
].join('')

/** With control characters, bidirectional marks and lone surrogates. */
const HOSTILE = `${HOSTILE_LINE}\u001b]0;owned\u0007\u001b[2J\r\n::error::gotcha\u202Eevil\u2028x\u009b31m\u0000\ufeff\ud800😀`

const error = { message: HOSTILE, type: HOSTILE, param: HOSTILE, code: HOSTILE, [HOSTILE]: HOSTILE }
const model = { id: HOSTILE, object: HOSTILE, created: HOSTILE, owned_by: HOSTILE, [HOSTILE]: null }
const of = (choice: object): object => ({ id: HOSTILE, object: HOSTILE, created: 1, model: HOSTILE, choices: [choice] })
const said = { role: HOSTILE, content: HOSTILE }
const completion = of({ index: 0, message: said, finish_reason: HOSTILE })
const chunk = of({ index: 0, delta: said, finish_reason: HOSTILE })

function respondTo(response: ServerResponse, status: number, type: string, body: string): void {
  response
    .writeHead(status, { 'content-type': type, 'x-svc-request-id': HOSTILE_LINE, 'retry-after': HOSTILE_LINE })
    .end(body)
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request)
  if (request.method === 'GET')
    return respondTo(response, 200, 'application/json', JSON.stringify({ object: HOSTILE, data: [model], x: HOSTILE }))
  if (body.includes('"stream":true')) {
    const event = `: ${HOSTILE_LINE}\nevent: ${HOSTILE_LINE}\ndata: ${JSON.stringify(chunk)}\n\n`
    const type = `text/event-stream; ${HOSTILE_LINE}`
    return respondTo(response, 200, type, `${event}data: ${HOSTILE}\n\ndata: ${HOSTILE_LINE}`)
  }
  if (body.includes('temperature')) return respondTo(response, 400, HOSTILE_LINE, JSON.stringify({ error }))
  if (body.includes('top_p')) return respondTo(response, 502, 'text/html', HOSTILE)
  return respondTo(response, 200, 'application/json', JSON.stringify(completion))
}

/** A gateway that sends only hostile texts. */
export function hostileGateway(): Promise<Listening> {
  return listen(createServer((request, response) => void respond(request, response).catch(() => response.destroy())))
}

/** Members that decide the layout of a report; their values never stem from a target. */
const STRUCTURE = ['format', 'verdict', 'level', 'conclusion', 'section', 'started', 'finished', 'outcome', 'framing']

/** Makes every text hostile, except those that decide the layout. */
export function poisoned<T>(value: T, name = ''): T {
  if (typeof value === 'string') return (STRUCTURE.includes(name) ? value : `${HOSTILE}${value}`) as T
  if (Array.isArray(value)) return value.map((item) => poisoned(item, name)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, poisoned(item, key)])) as T
}
