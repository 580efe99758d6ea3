/** Tests how handlers find their mock; `msw-2.test.ts` also runs this file with msw 2. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setupServer } from 'msw/node'
import { createMock, gatewayHandlers, reply } from '../../../mock/msw.ts'
import { complete } from './observing.ts'

const first = createMock()
const second = createMock({ url: 'https://gateway.example.com' })
const network = setupServer(
  ...gatewayHandlers({ gateway: first, base: 'https://gateway.example.com/first' }),
  ...gatewayHandlers({ gateway: second }),
  ...gatewayHandlers({ base: 'http://zero.test/configuration/' }),
)
// The option has one name in msw 2, and the other in msw 3.
const nothingElse = { onUnhandledRequest: 'error', onUnhandledFrame: 'error' } as const
network.listen(nothingElse)
after(() => network.close())

const ask: typeof fetch = (input, init) => fetch(input, init)

test('two mocks work next to each other, each with its own projects', async () => {
  using one = first.project()
  using other = second.project()
  one.next(reply('the first'))
  other.next(reply('the second'))
  const at = (url: string, key: string) => complete({ mock: { ...first, url }, ask }, {}, { key })
  assert.equal((await at('https://gateway.example.com', one.key)).status, 401)
  assert.match(await (await at('https://gateway.example.com/first', one.key)).text(), /the first/)
  assert.match(await (await at('https://gateway.example.com', other.key)).text(), /the second/)
})

test('a base URL alone creates a mock with the demo configuration', async () => {
  const headers = { authorization: `Bearer ${first.demo.valid}` }
  const response = await fetch('http://zero.test/configuration/v1/models', { headers })
  assert.equal(((await response.json()) as { data: object[] }).data.length, 3)
})

test('a base URL may end in a slash, and HEAD gets no body', async () => {
  const { url, fetch: ask, demo } = createMock({ url: 'https://gateway.test/' })
  const headers = { authorization: `Bearer ${demo.valid}` }
  assert.equal((await ask(`${url}/v1/models`, { headers })).status, 200)
  assert.equal(await (await ask(`${url}/v1/models`, { method: 'HEAD', headers })).text(), '')
})

test('a host or path that only shares a prefix is not the mock', async () => {
  for (const url of [
    'http://zero.test/configurations/v1/models',
    'http://zero.test.example.com/configuration/v1/models',
  ])
    await assert.rejects(fetch(url), /"error" strategy|fetch failed/)
})

test('a response that needs a socket rejects with a hint', async () => {
  const asked = complete({ mock: second, ask }, {}, { path: '/variants/interim-103' })
  const error = (await asked.then(
    () => assert.fail('answered'),
    (reason: unknown) => reason,
  )) as Error
  const { message } = (error.cause ?? error) as Error
  assert.match(message, /interim-103.*needs a socket.*startMock\(\)/)
})
