import { cut, end, fail, limit, startMock, stream } from 'svc-conformance/mock'
import { gatewayMatchers } from 'svc-conformance/testing'
import { ask, GatewayError } from '../../client/gateway.js'

expect.extend(gatewayMatchers)

let gateway
let project
beforeAll(async () => {
  gateway = await startMock()
})
beforeEach(() => {
  project = gateway.project()
})
afterEach(() => {
  expect(project).toBeDrained()
  project.close()
})
afterAll(() => gateway.close())

/** Returns the answer that the client reads. `pieces` keeps what arrived before an error. */
async function answerTo(question, pieces = []) {
  const sleep = (milliseconds) => gateway.clock.advance(milliseconds)
  const settings = { baseUrl: gateway.url, key: project.key, model: 'svc/echo-1', sleep }
  for await (const piece of ask(question, settings)) pieces.push(piece)
  return pieces.join('')
}

test('an answer arrives in pieces', async () => {
  project.when({ text: /capital of France/ }).next(stream(['Par', 'is.']))
  expect(await answerTo('What is the capital of France?')).toBe('Paris.')
  expect(project).toHaveReceived({ stream: true, times: 1 })
})

test('the client waits for as long as Retry-After says', async () => {
  project.next(limit({ retryAfter: 60 }), fail('unavailable'), stream('At last'))
  expect(await answerTo('Hello')).toBe('At last')
  expect(project).toBehave({ strict: true })
})

test('an error has the request id', async () => {
  project.next(fail(403))
  const failing = answerTo('Hello')
  await expect(failing).rejects.toBeInstanceOf(GatewayError)
  await expect(failing).rejects.toMatchObject({ status: 403, requestId: expect.any(String) })
})

test.each([
  ['is cut', cut({ after: 2 })],
  ['ends early', end({ after: 2 })],
])('a stream that %s fails after the pieces that arrived', async (_how, breaking) => {
  project.next(stream(['Once ', 'upon ', 'a time']).with(breaking))
  const pieces = []
  await expect(project.observe(() => answerTo('A story', pieces))).rejects.toThrow()
  expect(pieces.join('')).toBe('Once ')
  expect(project).toBehave()
})
