/**
 * The bare reference server, a separate process: `node bare.ts <file>`, where the file is a `Served` as JSON. It reads
 * each request to its end and always sends the same response. It inspects nothing, to measure the cost of node:http.
 */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Served {
  readonly type: string
  /** One part for a whole body; several parts are written one by one. */
  readonly parts: readonly string[]
  /** Milliseconds between two parts; without it, all parts are written in one turn of the event loop. */
  readonly gap?: number
  /** Whether to parse the request body as JSON, which every gateway must do. */
  readonly parses?: boolean
}

const { type, parts, gap, parses } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Served
const whole = Buffer.from(parts.join(''))
const buffers = parts.map((part) => Buffer.from(part))

function constant(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': type, 'content-length': whole.length })
  response.end(whole)
}

function chunkByChunk(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': type })
  for (const buffer of buffers) response.write(buffer)
  response.end()
}

function slowly(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': type })
  let at = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const step = (): void => {
    response.write(buffers[at++])
    if (at < buffers.length) timer = setTimeout(step, gap)
    else response.end()
  }
  response.once('close', () => clearTimeout(timer))
  step()
}

const respond = gap !== undefined ? slowly : parts.length > 1 ? chunkByChunk : constant

function parse(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
    const { model } = JSON.parse(body.toString('latin1')) as { model: string }
    response.setHeader('x-model', model)
    respond(response)
  })
}

function ignore(request: IncomingMessage, response: ServerResponse): void {
  request.on('data', () => {})
  request.on('end', () => respond(response))
}

const server = createServer(parses ? parse : ignore)
// Use the backlog and timeouts of the mock, so that they do not affect the comparison.
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', 4096, () => {
  process.stdout.write(`listens at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
