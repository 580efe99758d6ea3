/** A target that falls silent in the middle of a run: nothing is waited for that can only say the same. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listModels, postRaw } from '../../../../suites/harness/http/request.ts'
import { Session } from '../../../../suites/harness/run/session/session.ts'
import { targetAt } from '../client/asked.ts'
import { http, rawServer } from '../client/raw-server.ts'
import { membersOf } from '../members.ts'

const MIB = 1024 * 1024

test('once a target is gone, requests with a longer deadline are not waited for', async () => {
  let answered = false
  const { url } = await rawServer((socket) => {
    if (!answered) socket.write(http('200 OK', '{"object":"list","data":[]}'))
    answered = true
  })
  const session = new Session(targetAt(url, { timeout: 1000 }), { seed: 1, runs: 1, profile: 'core' })
  after(() => session.live.client.close())
  const single = { retryOn: [], attempts: 1 }
  assert.equal((await session.ask({ name: 'first' }, listModels(), single)).answer?.status, 200)
  const [large, plain] = await Promise.all([
    // Its way may take half a minute.
    session.ask({ name: 'large' }, postRaw('x'.repeat(MIB)), single),
    session.ask({ name: 'plain' }, listModels(), single),
  ])
  assert.equal(plain.failure?.code, 'TIMEOUT')
  assert.deepEqual([large.failure?.stage, large.failure?.message], ['budget', 'the target stopped answering'])
  assert.match(session.live.stop?.reason ?? '', /stopped answering plain valid list requests: .*TIMEOUT/)
  const sent = ['first/1', 'plain/1', 'alive/list/1', 'alive/list/2', 'alive/list/3']
  assert.deepEqual(membersOf(session.exchanges, 'id'), sent)
})
