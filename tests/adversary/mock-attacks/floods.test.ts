/** Many connections, and many requests on one. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { pause, stream } from '../../../mock/index.ts'
import { mockForFile, post, talk, valid } from '../../mock/asking.ts'
import { assertUnharmed, attack, CLOSE, listing, posting, streaming } from './arena.ts'

const mock = await mockForFile()

async function opened(first: string): Promise<Socket> {
  const socket = connect(mock.port, '127.0.0.1')
  socket.on('error', () => socket.destroy())
  await once(socket, 'connect')
  if (first !== '') socket.write(first, 'latin1')
  return socket
}

for (const [title, first] of [
  ['that say nothing', ''],
  ['in the middle of a head', 'GET /v1/models HTTP/1.1\r\nX-A: '],
  ['in the middle of a body', `${posting('Content-Length: 1000\r\n')}{`],
] as const) {
  test(`a thousand connections ${title} do not delay others, and may all be reset`, async () => {
    const sockets = await Promise.all(Array.from({ length: 1_000 }, () => opened(first)))
    await assertUnharmed(mock)
    for (const socket of sockets) socket.resetAndDestroy()
    await assertUnharmed(mock)
  })
}

test('a reset stream frees its slot', async () => {
  const most = 50
  const project = mock.project({ quota: { concurrent_requests: most } })
  project.next(stream(['a', pause('24h'), 'b']).times(most))
  const sockets = await Promise.all(Array.from({ length: most }, () => opened(streaming(project.key))))
  await Promise.all(sockets.map((socket) => once(socket, 'data')))
  assert.equal((await post(mock.url, valid(), project.key)).status, 429)
  for (const socket of sockets) socket.resetAndDestroy()
  // Retry while refused: each call gives the mock another turn of the event loop to notice the resets.
  while ((await post(mock.url, valid(), project.key)).status === 429);
  assert.ok(project.journal().filter(({ ending }) => ending === 'aborted').length > 0)
})

test('twenty thousand requests in a row on one connection have as many responses, each with its own id', async () => {
  const { responses } = await attack(mock.port, [listing('').repeat(19_999), listing(CLOSE)])
  assert.equal(responses.length, 20_000)
  assert.ok(responses.every(({ status }) => status === 200))
})

test('requests are not read on while their responses are unread', async () => {
  const row = Buffer.from(listing('').repeat(1_000))
  const socket = await opened('')
  socket.pause()
  const before = mock.gateway.begun
  let rows = 0
  const pump = (): void => {
    while (rows < 500 && socket.writable) {
      rows += 1
      if (socket.write(row)) continue
      socket.once('drain', pump)
      return
    }
  }
  pump()
  // The mock is idle when another client is served repeatedly and nothing else has begun.
  const others = 20
  for (let begun = -1; mock.gateway.begun !== begun + others; ) {
    begun = mock.gateway.begun
    for (let time = 0; time < others; time += 1) await talk(mock.port, listing(CLOSE))
  }
  assert.ok(rows < 500, 'the caller could send all')
  assert.ok(mock.gateway.begun - before < 250_000)
  socket.destroy()
  await assertUnharmed(mock)
})
