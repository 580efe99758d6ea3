import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cut, end, fail, limit, type ProjectHandle, startMock, stream } from 'svc-conformance/mock'
import { ask } from '../../client/gateway.js'

const gateway = await startMock()
after(() => gateway.close())

/** Returns the answer that the client reads. `pieces` keeps what arrived before an error. */
async function answerTo(question: string, { key }: ProjectHandle, pieces: string[] = []): Promise<string> {
  const sleep = (milliseconds: number) => gateway.clock.advance(milliseconds)
  for await (const piece of ask(question, { baseUrl: gateway.url, key, model: 'svc/small', sleep })) pieces.push(piece)
  return pieces.join('')
}

test('an answer arrives in pieces', async () => {
  using project = gateway.project({ models: ['svc/small'] })
  project.when({ text: /capital of France/ }).next(stream(['Par', 'is.']))
  assert.equal(await answerTo('What is the capital of France?', project), 'Paris.')
  assert.equal(project.ledger().requests, 1)
  project.assertDrained()
})

test('the client waits for as long as Retry-After says', async () => {
  using project = gateway.project({ models: ['svc/small'] })
  project.next(limit({ retryAfter: 60 }), fail('unavailable'), stream('At last'))
  assert.equal(await answerTo('Hello', project), 'At last')
  const verdict = project.verdict()
  assert.ok(verdict.ok, String(verdict))
  project.assertDrained()
})

test('an error has the request id', async () => {
  using project = gateway.project({ models: ['svc/small'], disabled: true })
  await assert.rejects(answerTo('Hello', project), { status: 403, requestId: /./ })
})

for (const [how, breaking] of Object.entries({ 'is cut': cut({ after: 2 }), 'ends early': end({ after: 2 }) }))
  test(`a stream that ${how} fails after the pieces that arrived`, async () => {
    using project = gateway.project({ models: ['svc/small'] })
    project.next(stream(['Once ', 'upon ', 'a time']).with(breaking))
    const pieces: string[] = []
    await assert.rejects(project.observe(() => answerTo('A story', project, pieces)))
    assert.equal(pieces.join(''), 'Once ')
    assert.ok(project.verdict().ok)
  })
