import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { readResponses } from '../../../bench/fuzz/responses/wire-responses.ts'
import { demoConfig, pause, stream } from '../../../mock/index.ts'
import { mockForFile, models } from '../../mock/asking.ts'
import { assertUnharmed, CLOSE, streaming } from './arena.ts'

const MAX_TOKENS = 1_000_000_000

const mock = await mockForFile({ config: { ...demoConfig, max_tokens: MAX_TOKENS } })

const PIECE = 'x'.repeat(65_536)
const PIECES = 1_024

test('an unread stream is produced only as far as there is room, and continues when there is', async () => {
  const project = mock.project()
  project.next(stream([pause('1ms'), ...Array.from({ length: PIECES }, () => PIECE)]))
  const socket = connect({ port: mock.port, host: '127.0.0.1', allowHalfOpen: true })
  await once(socket, 'connect')
  socket.pause()
  socket.write(streaming(project.key, CLOSE, { max_tokens: MAX_TOKENS }))
  const made = (): number => project.journal()[0]?.answerBytes ?? 0
  for (let before = -1; made() === 0 || made() !== before; ) {
    before = made()
    for (let time = 0; time < 20; time += 1) await models(mock.url)
  }
  assert.ok(made() < (PIECE.length * PIECES) / 2, `${made()} bytes were produced without a reader`)
  assert.equal(project.journal()[0]?.ending, 'open')

  const received: Buffer[] = []
  socket.on('data', (bytes) => received.push(bytes))
  socket.resume()
  await once(socket, 'end')
  socket.end()
  const { responses, rest } = readResponses(Buffer.concat(received))
  assert.equal(rest, undefined)
  const [response] = responses
  assert.ok(response && response.body.length > PIECE.length * PIECES)
  assert.equal(response.body.subarray(-14).toString(), 'data: [DONE]\n\n')
  assert.equal(project.journal()[0]?.ending, 'complete')
})

test('the mock still responds', () => assertUnharmed(mock))
