import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createPlain, type Socket } from 'node:net'
import { Draw } from '../../../bench/fuzz/requests/draw.ts'
import { listen, type NullServer } from './listening.ts'

/** Reproducible noise: the same on every run, so that a failure can be repeated. */
function randomBytes(seed: number): Buffer {
  const draw = new Draw(seed)
  return Buffer.from(Array.from({ length: 2048 }, () => draw.below(256)))
}

const onSocket = (name: string, take: (socket: Socket) => void): NullServer => {
  return { name, start: () => listen(createPlain(take)) }
}

type Respond = (request: IncomingMessage, response: ServerResponse) => void

function onRequest(name: string, respond: Respond): NullServer {
  const take: Respond = (request, response) => {
    for (const message of [request, response]) message.on('error', () => undefined)
    respond(request, response)
  }
  return { name, start: () => listen(createServer(take)) }
}

/** Responds only after the whole request, because a reset in the middle would be a different behaviour. */
const afterBody = (name: string, respond: Respond): NullServer =>
  onRequest(name, (request, response) => void request.resume().on('end', () => respond(request, response)))

type Headers = Readonly<Record<string, string>>

/** The same response for everything, which has nothing to do with the contract. */
const constant = (name: string, status: number, headers: Headers = {}, body = ''): NullServer =>
  afterBody(name, (_, response) => response.writeHead(status, headers).end(body))

/** The same response with a new request id each time, so that no check fails because it is missing. */
const perfect = (name: string, status: number, headers: Headers, body: string): NullServer =>
  afterBody(name, (_, response) => response.writeHead(status, withId(headers)).end(body))

const withId = (headers: Headers): Headers => ({ ...headers, 'x-svc-request-id': randomUUID() })

/** Begins correctly, and then sends one piece per tick while the client reads: at most 50 KiB per second. */
const endless = (name: string, headers: Headers, begin: string, piece: string): NullServer =>
  onRequest(name, (request, response) => {
    request.resume()
    response.writeHead(200, withId(headers)).write(begin)
    const timer = setInterval(() => {
      // A client that reads nothing must not make this process grow.
      if (!response.writableNeedDrain) response.write(piece)
    }, 20)
    response.on('close', () => clearInterval(timer))
  })

const JSON_TYPE = { 'content-type': 'application/json' }
const STREAM_TYPE = { 'content-type': 'text/event-stream' }
const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' }
const page = (title: string): string => `<!doctype html><title>${title}</title><h1>${title}</h1>\n`

/** A correct error, which is the response to every request. */
function perfectError(status: number, type: string, headers: Headers = {}): NullServer {
  const error = { message: `This is always ${status}.`, type, param: null, code: `always_${status}` }
  return perfect(`perfect-${status}`, status, { ...JSON_TYPE, ...headers }, JSON.stringify({ error }))
}

const MODEL = 'svc/null'
const created = 1_700_000_000
const LIST = { object: 'list', data: [{ id: MODEL, object: 'model', created, owned_by: 'svc' }] }
const COMPLETION = {
  ...{ id: 'null-1', object: 'chat.completion', created, model: MODEL },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Nothing.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
}

function chunkEvent(delta: object, finish: 'stop' | null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }]
  const chunk = { id: 'null-1', object: 'chat.completion.chunk', created, model: MODEL, choices }
  return `data: ${JSON.stringify(chunk)}\n\n`
}

const STREAM = [
  chunkEvent({ role: 'assistant' }, null),
  chunkEvent({ content: 'Nothing.' }, null),
  chunkEvent({}, 'stop'),
  'data: [DONE]\n\n',
].join('')

const HALF = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"ob'

/** Servers that do nothing real. A harness that passes any of them checks nothing. */
export const nullServers: readonly NullServer[] = [
  // Well-formed HTTP that knows nothing of the contract.
  constant('constant-200-empty-object', 200, JSON_TYPE, '{}'),
  constant('constant-200-html', 200, HTML_TYPE, page('It works')),
  constant('constant-204', 204),
  constant('static-404-html', 404, { ...HTML_TYPE, server: 'static' }, page('Not Found')),
  constant('proxy-502-html', 502, HTML_TYPE, page('Bad Gateway')),
  onRequest('echo', (request, response) => {
    response.writeHead(200, { 'content-type': request.headers['content-type'] ?? 'application/json' })
    request.pipe(response)
  }),
  afterBody('redirect-to-itself', ({ url = '/' }, response) => response.writeHead(302, { location: url }).end()),
  perfectError(400, 'invalid_request_error'),
  perfectError(401, 'authentication_error', { 'www-authenticate': 'Bearer' }),
  perfectError(403, 'invalid_request_error'),
  perfectError(404, 'invalid_request_error'),
  perfectError(413, 'invalid_request_error'),
  perfectError(429, 'rate_limit_error', { 'retry-after': '1' }),
  perfectError(500, 'server_error'),
  perfectError(503, 'server_error'),
  // Correct successful responses for every request and every caller.
  perfect('perfect-model-list', 200, JSON_TYPE, JSON.stringify(LIST)),
  perfect('perfect-completion', 200, JSON_TYPE, JSON.stringify(COMPLETION)),
  perfect('perfect-stream', 200, STREAM_TYPE, STREAM),
  endless('endless-body', JSON_TYPE, '{"object":"list","data":[', ' '.repeat(1024)),
  endless('endless-stream', STREAM_TYPE, '', chunkEvent({ content: 'and ' }, null)),
  // Failures below the level of a whole HTTP response.
  onSocket('hang-up-on-connect', (socket) => socket.destroy()),
  onSocket('hang-up-on-request', (socket) => socket.once('data', () => socket.destroy())),
  onSocket('silence', (socket) => socket.resume()),
  onSocket('half-an-answer', (socket) => socket.once('data', () => socket.end(HALF))),
  onSocket('random-bytes', (socket) => socket.once('data', () => socket.end(randomBytes(1)))),
  afterBody('random-body', (_, response) => response.writeHead(200, JSON_TYPE).end(randomBytes(2))),
]
