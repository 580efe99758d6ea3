/** The proxy forwards everything as it was sent: interim responses, trailers, chunks, headers, aborted responses. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { generate } from 'selfsigned'
import { startMock } from '../../../mock/index.ts'
import { type Listening, listen } from '../../adversary/null-servers/listening.ts'
import { exchangeBytes, passTo } from './passing.ts'

/** A gateway on a raw socket; `serve` gets the text of a request so far, and the socket. */
function bytesGateway(serve: (text: string, socket: Socket) => void): Promise<Listening> {
  const server = createServer((socket) => {
    let text = ''
    socket.on('data', (data) => {
      text += data.toString('latin1')
      if (text.includes('\r\n\r\n')) serve(text, socket)
    })
  })
  return listen(server)
}

const GET = 'GET /v1/models HTTP/1.1\r\nHost: a\r\n\r\n'
const HEAD = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n'

test('forwards interim responses, headers as written, each chunk and the trailers', async () => {
  await using gateway = await bytesGateway((_, socket) => {
    socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n')
    socket.write(
      `${HEAD}Trailer: x-end\r\nX-A: 1\r\nX-A: 2\r\n\r\n3\r\none\r\n1\r\n2\r\n5\r\nthree\r\n0\r\nX-End: yes\r\n\r\n`,
    )
  })
  await using proxy = await passTo(gateway.url)
  const { text } = await exchangeBytes(proxy.port, GET, (so) => so.endsWith('\r\n\r\n') && so.includes('X-End'))
  assert.match(text, /^HTTP\/1\.1 103 Early Hints\r\nLink: <\/a>; rel=preload\r\n\r\nHTTP\/1\.1 200 OK\r\n/)
  assert.match(text, /\r\nX-A: 1\r\nX-A: 2\r\n/)
  assert.ok(text.endsWith('\r\n\r\n3\r\none\r\n1\r\n2\r\n5\r\nthree\r\n0\r\nX-End: yes\r\n\r\n'), text)
  assert.doesNotMatch(text, /\r\n(?:Date|Via):/i)
})

test('forwards all headers of a request except those of the connection, with the Host of the gateway', async () => {
  let received = ''
  await using gateway = await bytesGateway((text, socket) => {
    received = text
    socket.write('HTTP/1.1 204 No Content\r\n\r\n')
  })
  await using proxy = await passTo(`${gateway.url}/base/`)
  const head =
    'Accept-Encoding: zstd, br\r\nX-B: 1\r\nx-b: 2\r\nConnection: keep-alive, X-Hop\r\nX-Hop: 1\r\nTE: trailers, deflate\r\n'
  await exchangeBytes(proxy.port, `GET /v1/models?a=%20b HTTP/1.1\r\nHost: a\r\n${head}\r\n`, (so) =>
    so.includes('204'),
  )
  const host = new URL(gateway.url).host
  assert.equal(
    received.replace('Connection: keep-alive\r\n', ''),
    `GET /base/v1/models?a=%20b HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: zstd, br\r\nX-B: 1\r\nx-b: 2\r\nTE: trailers\r\n\r\n`,
  )
})

test('sends a body only after the 100 Continue of the gateway', async () => {
  const received: string[] = []
  await using gateway = await bytesGateway((text, socket) => {
    received.push(text)
    if (received.length === 1) socket.write('HTTP/1.1 100 Continue\r\n\r\n')
    else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
  })
  await using proxy = await passTo(gateway.url)
  let sent = false
  const { text } = await exchangeBytes(
    proxy.port,
    'POST /v1/chat/completions HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n',
    (so) => so.endsWith('ok'),
    (so) => {
      if (sent || !so.includes('100 Continue\r\n\r\n')) return undefined
      sent = true
      return 'body'
    },
  )
  assert.match(text, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/)
  assert.match(received[0] ?? '', /\r\nExpect: 100-continue\r\n/)
  assert.ok(!received[0]?.endsWith('body') && received[1]?.endsWith('body'))
})

for (const version of ['1.1', '1.0'])
  test(`a truncated response never looks complete to a client of HTTP/${version}`, async () => {
    await using gateway = await bytesGateway((_, socket) => {
      socket.write(`${HEAD}\r\n3\r\none\r\n`, () => setImmediate(() => socket.destroy()))
    })
    await using proxy = await passTo(gateway.url)
    const { text, code } = await exchangeBytes(proxy.port, GET.replace('1.1', version))
    assert.doesNotMatch(text, /\r\n0\r\n/)
    if (version === '1.0') assert.equal(code, 'ECONNRESET')
    else assert.ok(text.endsWith('3\r\none\r\n'), text)
  })

test('closes the connection of the client if the gateway closes its own without a response', async () => {
  await using gateway = await bytesGateway((_, socket) => socket.destroy())
  await using proxy = await passTo(gateway.url)
  assert.equal((await exchangeBytes(proxy.port, GET)).text, '')
})

test('ends the request to the gateway if the client disconnects', async () => {
  const closed = Promise.withResolvers<void>()
  await using gateway = await bytesGateway((_, socket) => {
    socket.once('close', () => closed.resolve())
    socket.write(`${HEAD}\r\n3\r\none\r\n`)
  })
  await using proxy = await passTo(gateway.url)
  await exchangeBytes(proxy.port, GET, (so) => so.endsWith('one\r\n'))
  await closed.promise
})

test('responds with 503 in the shape of the contract and Proxy-Status if the gateway cannot be reached', async () => {
  const gateway = await bytesGateway(() => undefined)
  await gateway[Symbol.asyncDispose]()
  await using proxy = await passTo(gateway.url)
  const response = await fetch(`${proxy.url}/v1/models`)
  assert.equal(response.status, 503)
  assert.equal(response.headers.get('proxy-status'), 'svc-conformance; error=connection_refused')
  assert.equal(((await response.json()) as { error: { type: string } }).error.type, 'server_error')
  assert.match(proxy.failed.join(), /ECONNREFUSED/)
})

test('closes an idle connection of the client when the gateway closes its own', async () => {
  await using gateway = await bytesGateway((_, socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', () => setImmediate(() => socket.end()))
  })
  await using proxy = await passTo(gateway.url)
  const socket = connect(proxy.port, '127.0.0.1')
  socket.write(GET)
  socket.resume()
  await once(socket, 'end')
})

test('forwards a stream by HTTP/2 over TLS', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }])
  await using mock = await startMock()
  await using proxy = await passTo(mock.url, { cert: Buffer.from(cert), key: Buffer.from(key) })
  const session = connectHttp2(proxy.url, { ca: cert, servername: 'localhost' })
  const stream = session.request({
    ':method': 'POST',
    ':path': '/v1/chat/completions',
    'content-type': 'application/json',
    authorization: `Bearer ${mock.key}`,
  })
  stream.end(JSON.stringify({ model: 'svc/echo-1', stream: true, messages: [{ role: 'user', content: 'Hello' }] }))
  const [headers] = (await once(stream, 'response')) as [Record<string, string>]
  const body = (await stream.toArray()).join('')
  session.close()
  assert.equal(headers[':status'], 200)
  assert.ok(headers['x-svc-request-id'])
  assert.ok(body.endsWith('data: [DONE]\n\n'), body)
})
