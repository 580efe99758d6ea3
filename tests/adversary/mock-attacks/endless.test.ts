/** Clients that never stop sending: each gets its response while it sends, and the mock stops reading. */
import { connect } from 'node:net'
import { test } from 'node:test'
import { mockForFile } from '../../mock/asking.ts'
import { assertOnly, assertUnharmed, HOST, posting, receivedBy } from './arena.ts'

const mock = await mockForFile()

const BLOCK = Buffer.alloc(65_536, 'a')

/** Sends `head` and then blocks of data while the other side accepts them; returns what was received. */
function pour(head: string): Promise<Buffer> {
  const socket = connect({ port: mock.port, host: '127.0.0.1', allowHalfOpen: true }, () => {
    socket.write(head, 'latin1')
    pump()
  })
  const pump = (): void => {
    while (socket.writable) {
      if (socket.write(BLOCK)) continue
      socket.once('drain', pump)
      return
    }
  }
  return receivedBy(socket)
}

for (const [title, head, status] of [
  ['garbage', '', 400],
  ['a request line', 'GET /', 400],
  ['a header', `GET / HTTP/1.1\r\n${HOST}X-A: `, 400],
  ['a chunk extension', `${posting('Transfer-Encoding: chunked\r\n')}5;`, 400],
  ['bytes after CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['a body of a refused caller', posting('Content-Length: 99999999999\r\n', ''), 401],
  ['a body', posting('Content-Length: 99999999999\r\n'), 413],
  ['a chunk', `${posting('Transfer-Encoding: chunked\r\n')}ffffffff\r\n`, 413],
] as const) {
  test(`${title} without end gives ${status}, and the connection ends`, async () => {
    assertOnly(await pour(head), status)
  })
}

test('the mock still responds', () => assertUnharmed(mock))
