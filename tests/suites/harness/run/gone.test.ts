/** A target that falls silent in the middle of a run: nothing is waited for that can only say the same. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listModels, postRaw } from '../../../../suites/harness/http/request.ts'
import { Session } from '../../../../suites/harness/run/session/session.ts'
import { defaultLimits } from '../../../../suites/harness/target/limits.ts'
import { http, rawServer } from '../client/raw-server.ts'

const MIB = 1024 * 1024

test('once a target is gone, requests with a longer deadline are not waited for', async () => {
  let answered = false
  const { url } = await rawServer((socket) => {
    if (!answered) socket.write(http('200 OK', '{"object":"list","data":[]}'))
    answered = true
  })
  const limits = { ...defaultLimits(url), timeout: 1000 }
  const target = { baseUrl: url, keys: { valid: 'svc_project1_averysecretsecret' }, models: {}, provoke: {}, limits }
  const session = new Session(target, { seed: 1, runs: 1, profile: 'core' })
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
  assert.deepEqual(
    session.exchanges.map(({ id }) => id),
    ['first/1', 'plain/1', 'alive/list/1', 'alive/list/2', 'alive/list/3'],
  )
})
