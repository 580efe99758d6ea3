import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { startMock } from '../../../../mock/index.ts'
import { namingHops, reordered } from '../../../../suites/harness/client/sending/prepare.ts'
import { ABORTED, type Exchange, identityOf } from '../../../../suites/harness/http/exchange.ts'
import { complete, listModels, type Plan, postRaw } from '../../../../suites/harness/http/request.ts'
import { asked, clientOf, textOf } from './asked.ts'
import { http2Front } from './http2-front.ts'
import { http, rawServer } from './raw-server.ts'

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n'

/** The exchange of a caller that disconnects, and whether the server saw the connection end. */
async function left(response: string, hangUp: Plan['hangUp']): Promise<{ exchange: Exchange; ended: boolean }> {
  let ended: Promise<unknown> = Promise.resolve()
  const { url } = await rawServer((socket: Socket) => {
    ended = new Promise((resolve) => socket.once('close', resolve))
    socket.write(response)
  })
  const exchange = await asked(url, {}, { ...listModels(), ...(hangUp ? { hangUp } : {}) })
  const late = new Promise((resolve) => setTimeout(resolve, 2000, 'late').unref())
  return { exchange, ended: (await Promise.race([ended, late])) !== 'late' }
}

test('a caller disconnects in mid-stream, and keeps the bytes received so far', async () => {
  const { exchange, ended } = await left(`${HEAD}5\r\nhello\r\n`, 'after-first-bytes')
  assert.deepEqual([exchange.failure?.code, textOf(exchange), exchange.response?.complete], [ABORTED, 'hello', false])
  assert.ok(ended)
})

test('a caller disconnects before there is a response', async () => {
  const { exchange, ended } = await left('', 'after-request')
  const { failure, response } = exchange
  assert.deepEqual([failure?.code, failure?.stage, response], [ABORTED, 'headers', undefined])
  assert.ok(ended)
})

test('a slow caller sends a body in pieces with pauses, with Content-Length', async () => {
  const at: number[] = []
  const server = await rawServer((socket) => {
    socket.on('data', () => {
      at.push(performance.now())
      if (server.requests[0]?.endsWith('the end}')) socket.write(http('200 OK', '{}'))
    })
  })
  const body = `{${'x'.repeat(100)} the end}`
  const begun = performance.now()
  const exchange = await asked(server.url, {}, { ...postRaw(body), slow: true })
  assert.equal(exchange.response?.status, 200)
  assert.match(server.requests[0] ?? '', /content-length: 110\r\n/)
  assert.ok(at.length > 1, 'it arrived in one piece')
  // A busy server may see the first piece late, but nothing before the pauses are over.
  assert.ok((at.at(-1) ?? 0) - begun > 100, `${at}`)
})

test('a request on a fresh connection does not affect the kept connection', async () => {
  const ports = new Set<number | undefined>()
  const { url } = await rawServer((socket) => {
    ports.add(socket.remotePort)
    socket.write(http('200 OK', '{}'))
  })
  const client = clientOf(url)
  for (const plan of [listModels(), listModels(), { ...listModels(), fresh: true as const }, listModels()])
    assert.equal((await client.send(identityOf('x/1'), plan)).response?.status, 200)
  assert.equal(ports.size, 2)
})

test('sends a request as HTTP/1.0, and accepts a response that ends with the connection', async () => {
  const { url, requests } = await rawServer((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\n{}'))
  const { response, request } = await asked(url, {}, { ...listModels(), version: '1.0', fresh: true })
  assert.match(requests[0] ?? '', /^GET \/v1\/models HTTP\/1\.0\r\n/)
  assert.deepEqual([response?.complete, String(response?.body), request.version], [true, '{}', '1.0'])
})

test('sends Expect, although the library refuses it', async () => {
  const both = `HTTP/1.1 100 Continue\r\n\r\n${http('200 OK', '{}')}`
  const { url, requests } = await rawServer((socket) => socket.write(both))
  const plan: Plan = { ...postRaw('{}'), headers: [['expect', '100-continue']] }
  assert.equal((await asked(url, {}, plan)).response?.status, 200)
  assert.match(requests[0] ?? '', /\r\nexpect: 100-continue\r\n/)
})

test('names TE in Connection', () => {
  const head = (...lines: string[]): string => ['GET / HTTP/1.1', ...lines, '', ''].join('\r\n')
  const order = ['Host', 'TE', 'Connection']
  const sent = head('te: trailers', 'host: a', 'connection: close')
  assert.equal(reordered(namingHops(sent), order), head('Host: a', 'te: trailers', 'Connection: close, TE'))
  const kept = head('te: trailers', 'connection: keep-alive')
  assert.equal(namingHops(kept), head('te: trailers', 'connection: keep-alive, TE'))
  assert.equal(reordered(namingHops(kept), ['host']), namingHops(kept))
  assert.equal(namingHops(head('connection: keep-alive')), head('connection: keep-alive'))
  assert.equal(reordered(head('connection: keep-alive'), ['host']), head())
})

test('over HTTP/2 a caller cancels one request, and the next one is served', async () => {
  await using mock = await startMock()
  const front = await http2Front(mock.url)
  const client = clientOf(front, { keys: { valid: mock.demo.valid }, network: { http2: true } })
  const body = { model: mock.demo.chat, messages: [{ role: 'user', content: 'Hello.' }], stream: true }
  const sent = (id: string, more: Partial<Plan>): Promise<Exchange> =>
    client.send(identityOf(id), { ...complete(body), ...more })
  assert.equal((await sent('x/1', { hangUp: 'after-first-bytes' })).failure?.code, ABORTED)
  assert.equal((await sent('x/2', {})).response?.complete, true)
  assert.equal((await sent('x/3', { fresh: true, slow: true })).response?.complete, true)
})
