import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { pause, stream } from '../../../mock/index.ts'
import { mockForFile } from '../../mock/asking.ts'
import { assertUnharmed, streaming } from './arena.ts'

const mock = await mockForFile()

for (const [title, behind] of [
  ['garbage', 'GARBAGE\r\n\r\n'],
  ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a head of 40 kB', `GET / HTTP/1.1\r\nX-A: ${'a'.repeat(40_000)}`],
] as const) {
  test(`${title} in the middle of a stream ends the connection, and puts no other response into the stream`, async () => {
    const project = mock.project()
    project.next(stream(['a', pause('24h'), 'b']))
    const socket = connect(mock.port, '127.0.0.1', () => socket.write(streaming(project.key)))
    let received = ''
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      if (received === '') socket.write(behind)
      received += text
    })
    socket.on('error', () => socket.destroy())
    await once(socket, 'close')
    assert.equal(received.split('HTTP/1.1 ').length, 2)
    assert.doesNotMatch(received, /malformed/)
    assert.equal(project.journal()[0]?.ending, 'aborted')
  })
}

test('the mock still responds', () => assertUnharmed(mock))
