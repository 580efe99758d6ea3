import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closed, open, roots } from '../schemas/bounds.ts'
import { fields } from '../schemas/fields.ts'
import { samples, withMember, withoutMember } from '../schemas/samples.ts'
import { documentProblems, type Received, requestProblems, responseProblems, schemaProblems } from './openapi-reader.ts'

const components: Record<keyof typeof samples, string> = {
  model: 'Model',
  'model-list': 'ModelList',
  'chat-message': 'ChatMessage',
  usage: 'Usage',
  'chat-completion': 'ChatCompletion',
  'chat-completion-chunk': 'ChatCompletionChunk',
  error: 'Error',
  'chat-completion-request': 'ChatCompletionRequest',
}

test('the reader accepts the document as OpenAPI 3.1', async () => assert.deepEqual(await documentProblems(), []))

for (const [object, sample] of Object.entries(samples) as [keyof typeof samples, object][]) {
  const problems = (value: unknown): Promise<string[]> =>
    schemaProblems(`#/components/schemas/${components[object]}`, value)
  const own = fields.filter((field) => field.object === object)

  test(`${object}: the reader agrees with the harness`, async () => {
    assert.deepEqual(await problems(sample), [])
    for (const { at, good, bad, missing, base = samples[object] } of own) {
      for (const value of good)
        assert.deepEqual(await problems(withMember(base, at, value)), [], `${at} ${JSON.stringify(value)}`)
      for (const value of bad)
        assert.notDeepEqual(await problems(withMember(base, at, value)), [], `${at} ${JSON.stringify(value)}`)
      if (missing) assert.notDeepEqual(await problems(withoutMember(base, at)), [], `${at} missing`)
    }
    for (const [name, at] of closed)
      if (name === object) assert.notDeepEqual(await problems(withMember(samples[object], `${at}/extra`, 1)), [], at)
    for (const [name, at] of open)
      if (name === object) assert.deepEqual(await problems(withMember(samples[object], `${at}/extra`, 1)), [], at)
    for (const [name] of roots) if (name === object) assert.notDeepEqual(await problems([]), [])
  })
}

const response: Received = {
  method: 'GET',
  path: '/v1/models',
  status: 200,
  headers: new Map([
    ['content-type', 'application/json; charset=utf-8'],
    ['x-svc-request-id', 'a'],
  ]),
  body: '{"object":"list","data":[]}',
}
const limited: Received = {
  ...response,
  method: 'POST',
  path: '/v1/chat/completions',
  status: 429,
  headers: new Map([...response.headers, ['retry-after', '1']]),
  body: JSON.stringify(samples.error),
}

test('the reader accepts correct responses', async () => {
  assert.deepEqual(await responseProblems(response), [])
  assert.deepEqual(await responseProblems(limited), [])
})

const wrong: readonly [what: string, response: Received][] = [
  ['a status that the operation lacks', { ...response, status: 404 }],
  ['a response without a request id', { ...response, headers: new Map([['content-type', 'application/json']]) }],
  ['an empty request id', { ...response, headers: new Map([...response.headers, ['x-svc-request-id', '']]) }],
  ['another media type', { ...response, headers: new Map([...response.headers, ['content-type', 'text/plain']]) }],
  ['a body that is not JSON', { ...response, body: '<html>' }],
  ['a body of another form', { ...response, body: '{}' }],
  ['Retry-After 0', { ...limited, headers: new Map([...limited.headers, ['retry-after', '0']]) }],
  [
    'Retry-After as a date',
    { ...limited, headers: new Map([...limited.headers, ['retry-after', 'Sat, 21 Nov 2026 04:00:00 GMT']]) },
  ],
]
for (const [what, one] of wrong) {
  test(`the reader refuses ${what}`, async () => assert.notDeepEqual(await responseProblems(one), []))
}

test('the reader judges the chunks of a stream', async () => {
  const stream = (payload: object): Received => ({
    ...limited,
    status: 200,
    headers: new Map([
      ['content-type', 'text/event-stream'],
      ['x-svc-request-id', 'a'],
    ]),
    body: `data: ${JSON.stringify(payload)}\n\ndata: [DONE]\n\n`,
  })
  assert.deepEqual(await responseProblems(stream(samples['chat-completion-chunk'])), [])
  assert.notDeepEqual(await responseProblems(stream(samples['chat-completion'])), [])
})

test('the reader judges requests', async () => {
  assert.deepEqual(
    await requestProblems('POST', '/v1/chat/completions', JSON.stringify(samples['chat-completion-request'])),
    [],
  )
  assert.notDeepEqual(await requestProblems('POST', '/v1/chat/completions', '{"model":"svc/a"}'), [])
  assert.notDeepEqual(await requestProblems('POST', '/v1/chat/completions', 'x'), [])
  assert.deepEqual(await requestProblems('GET', '/v1/models', ''), [])
  assert.notDeepEqual(await requestProblems('GET', '/v1/models', '{}'), [])
})
