import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { type MockServer, type ProjectHandle, pause, startMock, stream } from '../../../mock/index.ts'
import { demo, rawPost, read, valid } from '../asking.ts'

interface Connection {
  readonly socket: Socket
  /** All that was received so far. */
  got(): string
  /** Waits until this text has arrived. */
  until(text: string): Promise<void>
  readonly ended: Promise<void>
}

/** Opens a connection, which stays open until the server closes it. */
async function open(mock: MockServer): Promise<Connection> {
  const socket = connect(mock.port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  socket.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await new Promise((resolve) => socket.once('connect', resolve))
  const until = async (wanted: string): Promise<void> => {
    while (!text.includes(wanted)) {
      assert.ok(!socket.closed, `the server closed the connection before it sent ${wanted}`)
      await Promise.race([ended, new Promise((resolve) => socket.once('data', resolve))])
    }
  }
  return { socket, got: () => text, until, ended }
}

const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'

/** Waits until everything sent before has reached the mock, by waiting for the response to a later request. */
async function arrived(mock: MockServer): Promise<Connection> {
  const after = await open(mock)
  after.socket.write(HEALTH)
  await after.until('ok')
  return after
}

/** A mock with an open stream on one connection, with two more chunks, an hour apart. */
async function streaming(): Promise<{ mock: MockServer; project: ProjectHandle; stream: Connection }> {
  const mock = await startMock()
  mock.clock.freeze()
  const project = mock.project({ models: ['svc/slow'] }).next(stream(['a', pause('1h'), 'b', pause('1h'), 'c']))
  const connection = await open(mock)
  connection.socket.write(rawPost(project.key, valid({ model: 'svc/slow', stream: true })))
  await connection.until('"a"')
  return { mock, project, stream: connection }
}

test('the health of the mock needs no key, and each response has its own request id', async () => {
  await using mock = await startMock()
  const ids = new Set<string | null>()
  for (const path of ['/healthz', '/healthz?deep=1']) {
    const { status, text, id } = await read(await fetch(mock.url + path))
    assert.deepEqual([status, text], [200, '{"status":"ok"}'])
    ids.add(id)
  }
  const head = await fetch(`${mock.url}/healthz`, { method: 'HEAD' })
  ids.add(head.headers.get('x-svc-request-id'))
  assert.equal(head.status, 200)
  assert.equal(ids.size, 3)
  for (const id of ids) assert.match(id ?? '', /^req_\w+$/)
})

test('only the exact path reports health, only for reading, and only if it is enabled', async () => {
  await using mock = await startMock()
  await using silent = await startMock({ health: false })
  const statuses = [
    await fetch(`${mock.url}/healthz`, { method: 'POST' }),
    await fetch(`${mock.url}/healthz/deep`),
    await fetch(`${mock.url}/v1/healthz`),
    await fetch(`${silent.url}/healthz`),
  ].map(({ status }) => status)
  assert.deepEqual(statuses, [404, 404, 404, 404])
})

test('health requests are not counted: they do not change identifiers or draws', async () => {
  const idsOf = async (probes: number): Promise<(string | null)[]> => {
    await using mock = await startMock({ seed: 'fixed' })
    for (let probe = 0; probe < probes; probe++) await (await fetch(`${mock.url}/healthz`)).text()
    const response = await fetch(`${mock.url}/v1/models`, { headers: { authorization: `Bearer ${demo.valid}` } })
    return [response.headers.get('x-svc-request-id')]
  }
  assert.deepEqual(await idsOf(3), await idsOf(0))
})

test('draining lets open responses finish, and then closes their connections', async () => {
  const { mock, stream } = await streaming()
  const idle = await open(mock)
  idle.socket.write(HEALTH)
  await idle.until('ok')
  const silent = await open(mock)
  const sending = await open(mock)
  const text = rawPost(demo.valid, valid())
  sending.socket.write(text.slice(0, -1))
  const after = await arrived(mock)

  const drained = mock.drain('1h')
  await Promise.all([idle.ended, silent.ended, after.ended])
  await assert.rejects(fetch(`${mock.url}/healthz`))
  sending.socket.write(text.slice(-1))
  await sending.ended
  assert.match(sending.got(), /^HTTP\/1\.1 200 [\s\S]*connection: close\r\n/i)
  await mock.clock.advance('1h')
  await mock.clock.advance('1h')
  await stream.ended
  assert.match(stream.got(), /"b"[\s\S]*"c"[\s\S]*\[DONE\]\n\n\r\n0\r\n\r\n$/)
  await drained
})

test('a request on an open connection gets 503 while the mock is draining', async () => {
  await using ending = await startMock()
  const waiting = await open(ending)
  waiting.socket.write(HEALTH.slice(0, 10))
  await arrived(ending)
  const draining = ending.drain('1h')
  waiting.socket.write(HEALTH.slice(10))
  await waiting.ended
  assert.match(waiting.got(), /^HTTP\/1\.1 503 [\s\S]*x-svc-request-id: req_\w+[\s\S]*"code":"unavailable"/)
  await draining
})

test('a response that is open after the grace period is cut, and metered up to the cut', async () => {
  const { mock, project, stream } = await streaming()
  await mock.drain(0)
  await stream.ended
  assert.doesNotMatch(stream.got(), /DONE/)
  const { aborted, completion_tokens } = project.ledger()
  assert.deepEqual([aborted, completion_tokens], [1, 1])
})

test('closing ends draining at once', async () => {
  const { mock, stream } = await streaming()
  const drained = mock.drain('1h')
  await Promise.all([mock.close(), drained, stream.ended])
  assert.doesNotMatch(stream.got(), /DONE/)
})
