import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClientOptions } from '../../../../suites/harness/client/client.ts'
import { type Exchange, headerValues, identityOf } from '../../../../suites/harness/http/exchange.ts'
import { complete, listModels, type Plan, postRaw } from '../../../../suites/harness/http/request.ts'
import { names } from '../../../../suites/harness/text/names.ts'
import { asked, clientOf, KEY, textOf } from './asked.ts'
import { type Act, http, inPieces, pouring, rawServer } from './raw-server.ts'

/** The recorded exchange of one request to a server with this behaviour. */
const exchanged = async (act: Act, plan?: Plan, options?: Partial<ClientOptions>, paced?: boolean): Promise<Exchange> =>
  asked((await rawServer(act)).url, options, plan, paced)

/** Status and body of a response, marked if it is incomplete. */
const received = (exchange: Exchange): unknown[] => [
  exchange.response?.status,
  textOf(exchange),
  ...(exchange.response?.complete ? [] : ['incomplete']),
]
const OK = http('200 OK', '{"a":1}')
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
const HINTS = 'HTTP/1.1 103 Early Hints\r\n\r\n'
const big = postRaw('x'.repeat(4 * 1024 * 1024))

test('records status, headers as written, body and times', async () => {
  const exchange = await exchanged((socket) =>
    socket.write(http('200 OK', '{}', ['X-Thing: a', 'x-thing: b', 'X-THING: ', 'Content-Type: application/json'])),
  )
  const lines = exchange.response?.headers.slice(0, 4).map((line) => line.join(': '))
  assert.deepEqual(lines, ['X-Thing: a', 'x-thing: b', 'X-THING: ', 'Content-Type: application/json'])
  assert.deepEqual(exchange.response && headerValues(exchange.response, 'x-thing'), ['a', 'b', ''])
  assert.deepEqual([received(exchange), exchange.failure], [[200, '{}'], undefined])
  assert.ok((exchange.firstByte ?? -1) >= 0 && exchange.duration >= (exchange.firstByte ?? 0))
})

const everyByte = [...Array(60).keys()]
const continues: readonly [how: string, act: Act][] = [
  ['in one packet with the response', (socket) => socket.write(CONTINUE + OK)],
  ['twice', (socket) => socket.write(CONTINUE + CONTINUE + OK)],
  ['after Early Hints', (socket) => socket.write(`HTTP/1.1 103 Early Hints\r\nx: y\r\n\r\n${CONTINUE}${OK}`)],
  ['with its own headers', (socket) => socket.write(`HTTP/1.1 100 Continue\r\nx-a: b\r\n\r\n${OK}`)],
  ['in its own packet', (socket) => void inPieces(socket, CONTINUE + OK, [CONTINUE.length])],
  ['split in several packets', (socket) => void inPieces(socket, CONTINUE + OK, [5, 12, 20])],
  ['byte by byte', (socket) => void inPieces(socket, CONTINUE + OK, everyByte)],
]
for (const [how, act] of continues)
  test(`an unrequested 100 Continue is accepted: ${how}`, async () => {
    for (const plan of [listModels(), postRaw('{}')]) {
      const exchange = await exchanged(act, plan)
      assert.deepEqual([exchange.failure, ...received(exchange)], [undefined, 200, '{"a":1}'])
    }
  })

test('accepts 100 Continue for every request on a kept connection', async () => {
  const { url, requests } = await rawServer((socket) => socket.write(CONTINUE + OK))
  const client = clientOf(url, { concurrency: 1 })
  for (const id of ['a', 'b', 'c']) assert.equal(textOf(await client.send(identityOf(id), listModels())), '{"a":1}')
  assert.equal(requests.length, 3)
})

test('does not skip a response that only begins like an interim one', async () => {
  const exchange = await exchanged((socket) => void inPieces(socket, OK, [1, 8, 9, 10]))
  assert.equal(exchange.response?.status, 200)
})

test('records other interim responses, and uses the final one', async () => {
  const exchange = await exchanged((socket) =>
    socket.write(
      `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\nConnection: close\r\n\r\n${OK}`,
    ),
  )
  assert.deepEqual([exchange.response?.interim, exchange.response?.status], [[103, 102], 200])
  assert.equal(exchange.response && headerValues(exchange.response, 'link').length, 0)
})

test('reads an early 413 during an upload', async () => {
  const exchange = await exchanged((socket) => socket.write(http('413 Payload Too Large', '{"error":{}}')), big)
  assert.deepEqual(received(exchange), [413, '{"error":{}}'])
})

test('a paced upload reads an early 413 before the connection is reset', async () => {
  const act: Act = (socket) =>
    socket.write(http('413 Payload Too Large', '{"error":{}}', ['Connection: close']), () =>
      setTimeout(() => socket.resetAndDestroy(), 20),
    )
  assert.deepEqual(received(await exchanged(act, big, {}, true)), [413, '{"error":{}}'])
})

for (const [framing, expected] of [
  ['length', /content-length: 7/i],
  ['chunked', /transfer-encoding: chunked/i],
] as const)
  for (const paced of [false, true])
    test(`a body is framed by ${framing}${paced ? ', also when it is paced' : ''}`, async () => {
      const { url, requests } = await rawServer((socket) => setTimeout(() => socket.write(OK), 30))
      const exchange = await asked(url, {}, postRaw('{"a":1}', { framing }), paced)
      const [request = ''] = requests
      assert.equal(exchange.response?.status, 200)
      assert.match(request, expected)
      assert.equal(/content-length/i.test(request), framing === 'length')
      assert.match(request.replaceAll(/\r\n[\da-f]+\r\n/g, ''), /\{"a":1\}/)
    })

for (const [version, framings] of [
  ['1.0', ['chunked', 'length', 'length']],
  ['1.1', ['chunked', 'chunked', 'chunked']],
] as const)
  test(`bodies after a response in HTTP/${version} are framed by ${framings.at(-1)}`, async () => {
    const { url, requests } = await rawServer((socket) => void inPieces(socket, OK.replace('1.1', version), everyByte))
    const client = clientOf(url)
    const plan = { ...postRaw('{"a":1}', { framing: 'chunked' }), fresh: true } as const
    const sent: Exchange[] = []
    for (const id of ['a', 'b', 'c']) sent.push(await client.send(identityOf(id), plan))
    assert.deepEqual(
      sent.map(({ request, response }) => [request.framing, response?.status]),
      framings.map((framing) => [framing, 200]),
    )
    assert.deepEqual(
      requests.map((request) => (/transfer-encoding: chunked/i.test(request) ? 'chunked' : 'length')),
      framings,
    )
  })

test('sends the bytes of a body unchanged', async () => {
  const { url, requests } = await rawServer((socket) => socket.write(OK))
  await asked(url, {}, postRaw(Buffer.from([0x7b, 0xff, 0x00, 0x7d])))
  assert.ok(requests[0]?.endsWith('\r\n\r\n{\xff\x00}'))
})

for (const [title, rest, text, ...failed] of [
  ['a body shorter than Content-Length is incomplete, and is kept', 'Content-Length: 9\r\n\r\nhalf', 'half', 'body'],
  ['chunks without the last one are incomplete', 'Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n', 'half', 'body'],
  ['a body that ends with its connection is complete', '\r\nwhole', 'whole'],
] as const)
  test(title, async () => {
    const exchange = await exchanged((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`))
    const seen = [...received(exchange), exchange.failure?.stage]
    assert.deepEqual(seen, [200, text, ...failed.map(() => 'incomplete'), failed[0]])
  })

const HEAD = 'HTTP/1.1 200 \r\nContent-Type: text/plain \t\r\nx-empty: \t\r\n'
for (const [framing, rest] of [
  ['Content-Length', 'Content-Length:\t5 \t\r\n\r\nwh  \r'],
  ['Transfer-Encoding', 'Transfer-Encoding: chunked \t\r\n\r\n5\r\nwh  \r\r\n0\r\n\r\n'],
] as const)
  test(`ignores white space around ${framing}, however the head is split`, async () => {
    const every = [...HEAD, ...rest].map((_, at) => at)
    for (const cuts of [[], every, every.filter((at) => at % 7 === 0)]) {
      const exchange = await exchanged((socket) => void inPieces(socket, HEAD + rest, cuts))
      assert.deepEqual(received(exchange), [200, 'wh  \r'])
      assert.deepEqual(exchange.response && headerValues(exchange.response, 'content-type'), ['text/plain'])
    }
  })

test('records the offset of each packet', async () => {
  const text = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabcdef'
  const cuts = [text.length - 4, text.length - 1]
  let offsets: number[] = []
  // A busy machine joins packets that arrive close together, so the pauses become longer.
  for (let pause = 1; offsets.length < 3 && pause < 2000; pause *= 4) {
    const exchange = await exchanged((socket) => void inPieces(socket, text, cuts, pause))
    assert.equal(textOf(exchange), 'abcdef')
    offsets = exchange.response?.packets.map(([offset]) => offset) ?? []
  }
  assert.deepEqual(offsets, [0, 2, 5])
})

test('cuts off an endless body at the limit', async () => {
  const act = pouring('HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(10_000))
  const { response, failure } = await exchanged(act, listModels(), { maxBody: 100_000 })
  assert.deepEqual([failure?.stage, failure?.code, response?.complete], ['body', 'TOO_LARGE', false])
  assert.ok((response?.body.length ?? 0) < 300_000)
})

test('does not follow a redirect', async () => {
  const { url, requests } = await rawServer((socket) => socket.write(http('302 Found', '', ['Location: /elsewhere'])))
  const { response } = await asked(url)
  assert.deepEqual([response?.status, requests.length], [302, 1])
})

/** A timeout that is long enough for a connection and a head on any machine. */
const TIMEOUT_MS = 1000

const HALF = 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'
const silences: readonly [what: string, act: Act, stage: string, code: string][] = [
  ['no response at all', () => {}, 'headers', 'TIMEOUT'],
  ['an interim response and then none', (socket) => socket.write(HINTS), 'headers', 'TIMEOUT'],
  ['a response that stops in its body', (socket) => socket.write(HALF), 'body', 'TIMEOUT'],
  ['a closed connection', (socket) => socket.destroy(), 'headers', 'UND_ERR_SOCKET'],
  ['a reset', (socket) => socket.resetAndDestroy(), 'headers', 'ECONNRESET'],
  ['bytes that are not HTTP', (socket) => socket.end('SSH-2.0-x\r\n\r\n'), 'headers', 'HTTPParserError'],
]
for (const [what, act, stage, code] of silences)
  test(`${what} is a failure at the stage ${stage}`, async () => {
    const timeout = code === 'TIMEOUT' ? TIMEOUT_MS : 60_000
    const { failure, duration } = await exchanged(act, listModels(), { timeout })
    assert.deepEqual([failure?.stage, failure?.code], [stage, code])
    assert.ok(duration < 30_000, `${duration} ms`)
  })

const { url: speakingHttp } = await rawServer((socket) => socket.end(OK))
for (const [what, url, stage] of [
  ['a closed port', 'http://127.0.0.1:1', 'connect'],
  ['an unknown host', 'http://no-such-host.invalid', 'name'],
  ['plain text instead of TLS', speakingHttp.replace('http:', 'https:'), 'tls'],
] as const)
  test(`${what} fails at the stage ${stage}`, async () => assert.equal((await asked(url)).failure?.stage, stage))

test('prepends the path of the base URL to the path of the contract', async () => {
  const { url, requests } = await rawServer((socket) => socket.write(OK))
  const exchange = await asked(`${url}/gateway/eu/`, {}, listModels({ query: '?a=b' }))
  assert.match(requests[0] ?? '', /^GET \/gateway\/eu\/v1\/models\?a=b HTTP/)
  assert.equal(exchange.request.path, '/v1/models?a=b')
})

test('sends the key, but does not record it, even if the target echoes it', async () => {
  const echo: Act = (socket, head) =>
    socket.write(http('200 OK', JSON.stringify({ head }), [`x-echo: ${/authorization: (.*)/i.exec(head)?.[1] ?? ''}`]))
  for (const form of names('bearer basic other-headers parameters member quoted secret-longer lower-case-scheme')) {
    const { url, requests } = await rawServer(echo)
    const exchange = await asked(url, {}, complete({ model: 'svc/a', messages: [] }, { form }))
    const sent = `${requests[0]}${Buffer.from(/Basic (\S+)/i.exec(requests[0] ?? '')?.[1] ?? '', 'base64').toString()}`
    assert.ok(sent.includes(KEY), form)
    const record = JSON.stringify(exchange) + textOf(exchange)
    for (const trace of [KEY, 'averysecretsecret', Buffer.from(`${KEY}:`).toString('base64')])
      assert.ok(!record.includes(trace), `${form}: ${trace}`)
    assert.equal(exchange.response?.status, 200)
  }
})

test('does not record the rest of a key with one wrong character either', async () => {
  const echo: Act = (socket, head) => socket.write(http('401 Unauthorized', JSON.stringify({ head })))
  for (const form of ['secret-left-out-at-5', 'secret-changed-at-5', 'secret-preceded-at-5'] as const) {
    const { url, requests } = await rawServer(echo)
    const exchange = await asked(url, {}, listModels({ form }))
    const [, token = ''] = /authorization: Bearer (\S+)/i.exec(requests[0] ?? '') ?? []
    assert.notEqual(token, KEY)
    assert.ok(token.length >= KEY.length - 1)
    const record = JSON.stringify(exchange) + textOf(exchange)
    for (const trace of [token, token.slice(-8), token.slice(-16, -8)]) assert.ok(!record.includes(trace), form)
  }
})

test('records where a response contains a key, but not the key', async () => {
  const responseTo = async (text: string) => (await exchanged((socket) => socket.write(text))).response
  assert.deepEqual((await responseTo(http('200 OK', `{"key":"${KEY.slice(0, -4)}…"}`)))?.keyIn, ['body'])
  const inBoth = await responseTo(http('200 OK', KEY, [`X-Key: ${KEY}`]))
  assert.deepEqual(inBoth?.keyIn, ['headers', 'body'])
  assert.doesNotMatch(JSON.stringify(inBoth?.headers), /secret/)
  const inNone = await responseTo(OK)
  assert.equal(inNone && 'keyIn' in inNone, false)
})
