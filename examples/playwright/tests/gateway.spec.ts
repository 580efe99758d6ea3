import { cut, end, fail, limit, type MockServer, type ProjectHandle, stream } from 'svc-conformance/mock'
import { ask } from '../../client/gateway.js'
import { expect, test } from './gateway-test.ts'

/** Returns the answer that the client reads. `pieces` keeps what arrived before an error. */
async function answerTo(question: string, { url, clock }: MockServer, { key }: ProjectHandle, pieces: string[] = []) {
  const sleep = (milliseconds: number) => clock.advance(milliseconds)
  for await (const piece of ask(question, { baseUrl: url, key, model: 'svc/echo-1', sleep })) pieces.push(piece)
  return pieces.join('')
}

test('an answer arrives in pieces', async ({ gateway, project }) => {
  project.when({ text: /capital of France/ }).next(stream(['Par', 'is.']))
  expect(await answerTo('What is the capital of France?', gateway, project)).toBe('Paris.')
  expect(project).toHaveReceived({ stream: true, times: 1 })
})

test('the client waits for as long as Retry-After says', async ({ gateway, project }) => {
  project.next(limit({ retryAfter: 60 }), fail('unavailable'), stream('At last'))
  expect(await answerTo('Hello', gateway, project)).toBe('At last')
  expect(project).toBehave({ strict: true })
})

test.describe('with a disabled account', () => {
  test.use({ projectOptions: { disabled: true } })

  test('an error has the request id', async ({ gateway, project }) => {
    await expect(answerTo('Hello', gateway, project)).rejects.toMatchObject({
      status: 403,
      requestId: expect.any(String),
    })
  })
})

for (const [how, breaking] of Object.entries({ 'is cut': cut({ after: 2 }), 'ends early': end({ after: 2 }) }))
  test(`a stream that ${how} fails after the pieces that arrived`, async ({ gateway, project }) => {
    project.next(stream(['Once ', 'upon ', 'a time']).with(breaking))
    const pieces: string[] = []
    await expect(project.observe(() => answerTo('A story', gateway, project, pieces))).rejects.toThrow()
    expect(pieces.join('')).toBe('Once ')
    expect(project).toBehave()
  })
