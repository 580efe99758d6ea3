import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Exchange, identityOf } from '../../../../suites/harness/http/exchange.ts'
import { complete } from '../../../../suites/harness/http/request.ts'
import { clientOf } from '../client/asked.ts'
import { inPieces, rawServer } from '../client/raw-server.ts'
import { brokenBy } from './exchanges.ts'
import { streams } from './streams.ts'

const HEAD = 'HTTP/1.1 200 OK\r\nx-svc-request-id: req-1\r\nconnection: close\r\ncontent-type: '

/** The request has the number of the stream to send, and the offsets to split it at. */
const { url } = await rawServer(async (socket, head) => {
  const [index = 0, ...cuts] = (/x-send: (.*)/i.exec(head)?.[1] ?? '').split(',').map(Number)
  const { body = '', mediaType = 'text/event-stream' } = streams[index] ?? {}
  const start = `${HEAD}${mediaType}\r\n\r\n`
  const behind = cuts.map((cut) => start.length + cut)
  await inPieces(socket, Buffer.concat([Buffer.from(start), Buffer.from(body as string)]), behind)
  socket.end()
})
const client = clientOf(url, { keys: {}, concurrency: 8 })

/** The exchange of the stream with this number, split at these offsets. */
const streamed = (title: string, ...send: readonly number[]): Promise<Exchange> => {
  const body = { model: 'svc/echo-1', messages: [], stream: true }
  return client.send(identityOf(title), complete(body, { form: null, headers: [['x-send', send.join(',')]] }))
}

test('a stream in pieces over a socket has the same verdicts as one in memory', async () => {
  const cutting = fc.sample(fc.uniqueArray(fc.nat(700), { maxLength: 12 }), { numRuns: streams.length, seed: 7 })
  await Promise.all(
    streams.map(async ({ title, breaks, body: sent }, index) => {
      const cuts = [...(cutting[index] ?? [])].sort((a, b) => a - b)
      const exchange = await streamed(title, index, ...cuts)
      assert.deepEqual(Buffer.from(exchange.response?.body ?? []), Buffer.from(sent as string), title)
      assert.deepEqual(brokenBy(exchange), [...breaks].sort(), `${title}, cut at ${cuts.join(' ')}`)
    }),
  )
})

test('a stream received byte by byte has the same verdicts as a whole one', async () => {
  const exchange = await streamed('bytes', 0, ...Array(400).keys())
  assert.ok((exchange.response?.packets.length ?? 0) > 100)
  assert.deepEqual(brokenBy(exchange), [])
})
