/** Reading what arrived before a connection was closed, also if writing fails first. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { readToTheEnd } from '../../../../suites/harness/client/early-responses.ts'
import { buildConnector } from '../../../../suites/harness/client/undici.ts'
import { listening } from './listening.ts'

const RESPONSE = 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n'

for (const response of [RESPONSE, ''])
  test(`a write fails, and the connection is read to its end: '${response.slice(0, 12)}'`, async () => {
    // The server reads nothing, so closing resets the connection.
    const server = createServer({ pauseOnConnect: true }, (socket) =>
      socket.end(response, () => socket.resetAndDestroy()),
    )
    const reset = once(server, 'connection').then(([socket]) => once(socket as Socket, 'close'))
    const port = `${await listening(server)}`
    const connect = buildConnector({ allowH2: false })
    const socket = await new Promise<Socket>((resolve, reject) =>
      connect({ hostname: '127.0.0.1', port, protocol: 'http:' }, (...[error, opened]) => {
        if (error) return reject(error)
        // Nothing is read before the write has failed.
        resolve((opened as Socket).pause())
      }),
    )
    readToTheEnd(socket)
    const errors: unknown[] = []
    socket.on('error', (error) => errors.push(error))
    await reset
    for (const part of ['one', 'two', 'three']) socket.write(part)
    assert.equal(await text(socket), response)
    assert.deepEqual(errors, [])
  })
