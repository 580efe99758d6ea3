import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMock } from '../../../mock/index.ts'
import { demo, mockForFile, models, post, read, talk, valid } from '../asking.ts'

const mock = await mockForFile()
const authorization = `Bearer ${demo.valid}`

const ELSEWHERE: [method: string, path: string, hint: RegExp][] = [
  ['GET', '/', /GET \/v1\/models/],
  ['GET', '/v1', /GET \/v1\/models/],
  ['GET', '/v1/v1/models', /\/v1 twice/],
  ['POST', '/chat/completions', /lacks \/v1/],
  ['GET', '/models', /lacks \/v1/],
  ['POST', '/v1/responses', /Responses API/],
  ['GET', '/v1/models/svc%2Fecho-1', /One model/],
  ['GET', '/v1/models/', /One model|last slash/],
  ['GET', '/v1/chat/completions', /accept only POST/],
  ['PUT', '/v1/chat/completions', /accept only POST/],
  ['DELETE', '/v1/models', /accepts only GET/],
  ['POST', '/v1/models', /accepts only GET/],
  ['OPTIONS', '/v1/models', /accepts only GET/],
  ['POST', '/v1/embeddings', /GET \/v1\/models/],
  ['GET', '/faults/no-such-fault/v1/models', /no fault called no-such-fault/],
]

for (const [method, path, hint] of ELSEWHERE)
  test(`${method} ${path} gives 404 with a hint`, async () => {
    const received = await read(await fetch(mock.url + path, { method, headers: { authorization } }))
    assert.equal(received.status, 404)
    assert.ok(received.id)
    assert.deepEqual(Object.keys(received.json.error), ['message', 'type', 'param', 'code'])
    assert.match(received.json.error.message, hint)
  })

test('a whole body has its length, and a stream comes in chunks', async () => {
  const framing = ({ headers }: { headers: Headers }) => [
    headers.get('content-length') !== null,
    headers.get('transfer-encoding'),
  ]
  assert.deepEqual(framing(await post(mock.url, valid())), [true, null])
  assert.deepEqual(framing(await post(mock.url, valid({ n: 2 }))), [true, null])
  assert.deepEqual(framing(await models(mock.url)), [true, null])
  assert.deepEqual(framing(await post(mock.url, valid({ stream: true }))), [false, 'chunked'])
  const refused = await post(`${mock.url}/faults/stream-refused-as-event-with-400`, valid({ stream: true, n: 2 }))
  assert.deepEqual(framing(refused), [false, 'chunked'])
})

test('HEAD has a request id and no body', async () => {
  const response = await fetch(`${mock.url}/v1/models`, { method: 'HEAD', headers: { authorization } })
  assert.equal(response.status, 404)
  assert.ok(response.headers.get('x-svc-request-id'))
})

test('an absolute request target is understood', async () => {
  const got = await talk(
    mock.port,
    `GET http://any.host/v1/models?x=1 HTTP/1.1\r\nHost: any.host\r\nConnection: close\r\nAuthorization: ${authorization}\r\n\r\n`,
  )
  assert.match(got, /^HTTP\/1\.1 200 /)
})

for (const [title, text] of [
  ['what is not HTTP', 'HELLO\r\n\r\n'],
  ['a request without Host', 'GET /v1/models HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['a head that is too large', `GET /v1/models HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(40_000)}\r\n\r\n`],
  [
    'a broken chunk',
    `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
  ],
] as const)
  test(`${title} gives 400 with an error body and a request id`, async () => {
    const got = await talk(mock.port, text)
    assert.match(got, /^HTTP\/1\.1 400 /)
    assert.match(got, /x-svc-request-id: \S+\r\n/)
    assert.match(got, /"type":"invalid_request_error"/)
  })

test('every response has its own request id, made here', async () => {
  const own = { 'x-svc-request-id': 'mine' }
  const all = [
    await models(mock.url),
    await models(mock.url, { authorization, ...own }),
    await models(mock.url, {}),
    await post(mock.url, valid(), demo.valid, own),
    await post(mock.url, valid({ stream: true }), demo.valid, own),
    await post(mock.url, valid({ n: 2 })),
    await post(mock.url, ' '.repeat(1_048_577)),
    await post(mock.url, valid({ model: 'svc/none' })),
    await post(mock.url, valid({ model: demo.unavailable })),
    await post(mock.url, valid(), demo.disabled),
  ]
  const ids = all.map(({ id }) => id)
  assert.equal(new Set(ids).size, all.length)
  for (const id of ids) assert.match(id ?? '', /^req_\w+$/)
})

test('500 and 503 are provoked by a test header, with a valid key only, and an unknown wish is refused', async () => {
  for (const [wish, status] of [
    ['internal', 500],
    ['unavailable', 503],
    ['other', 400],
  ] as const) {
    const headers = { 'x-test-fault': wish }
    assert.equal((await models(mock.url, { authorization, ...headers })).status, status)
    assert.equal((await post(mock.url, valid(), demo.valid, headers)).status, status)
    assert.equal((await post(mock.url, valid(), null, headers)).status, 401)
  }
})

test('two mocks side by side know nothing of each other', async () => {
  await using other = await startMock()
  assert.notEqual(other.port, mock.port)
  assert.equal(other.gateway.ledger('main').requests, 0)
})
