/**
 * Clients that hold a connection and send almost nothing. Node's timeouts are shortened here, but not so much that a
 * busy machine would be too late with a valid head; so the clients wait concurrently.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { mountsOf } from '../../../mock/gateway/mounts.ts'
import { createGateway, systemClock } from '../../../mock/index.ts'
import { listen, serverFor } from '../../../mock/server/http/server.ts'
import { assertOnly, HOST, KEY, listing, posting, receivedBy } from './arena.ts'

const plain = createGateway()
const { server, connections } = serverFor({
  plain,
  mounts: mountsOf(plain, () => undefined),
  clock: systemClock,
  make: (options) => {
    assert.equal(options.requestTimeout, 120_000, 'docs/mock-server.md says two minutes')
    return createServer({ ...options, headersTimeout: 3000, requestTimeout: 5000, connectionsCheckingInterval: 50 })
  },
})
const port = await listen(server, { port: 0, host: '127.0.0.1' })
after(() => connections.close())

/** Sends some text, and then a little more at each interval, until the other side disconnects. */
function drip(first: string, drop: string): Promise<Buffer> {
  const socket: Socket = connect({ port, host: '127.0.0.1' }, () => socket.write(first, 'latin1'))
  const dripping = setInterval(() => drop && socket.write(drop), 10)
  socket.on('close', () => clearInterval(dripping))
  return receivedBy(socket)
}

describe('a slow client is refused with the reason', { concurrency: true }, () => {
  for (const [title, first, drop, status] of [
    ['a connection that says nothing', '', '', 400],
    ['a head that never ends', `GET /v1/models HTTP/1.1\r\n${HOST}${KEY}X-A: `, 'a', 400],
    ['headers that never end', `GET /v1/models HTTP/1.1\r\n${HOST}${KEY}`, 'a: b\r\n', 400],
    ['a head that stops', `GET /v1/models HTTP/1.1\r\n${HOST}`, '', 400],
    ['a body that drips', posting('Content-Length: 1000\r\n'), ' ', 400],
    ['a body that stops', posting('Content-Length: 1000\r\n'), '', 400],
    ['chunks that drip', posting('Transfer-Encoding: chunked\r\n'), '1\r\n \r\n', 400],
    ['a promise that is never kept', posting('Expect: 100-continue\r\nContent-Length: 10\r\n'), '', 400],
    ['the body of a refused request that stops', posting('Content-Length: 99\r\n', ''), '', 401],
  ] as const) {
    test(`${title} gives ${status}, and the connection ends`, async () => {
      assertOnly(await drip(first, drop), status)
    })
  }
})

test('a thousand of them do not delay other clients', async () => {
  const slow = Array.from({ length: 1_000 }, () => drip(`GET /v1/models HTTP/1.1\r\n${HOST}X-A: `, ''))
  const [first] = await Promise.all([drip(listing('Connection: close\r\n'), ''), Promise.any(slow)])
  assert.match(first.toString(), /^HTTP\/1\.1 200 /)
  for (const bytes of await Promise.all(slow)) assert.match(bytes.toString(), /^HTTP\/1\.1 400 /)
})
