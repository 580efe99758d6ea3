/** A target that stops responding during a run: how the run detects it, and does not wait for more timeouts. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Exchange } from '../../../../suites/harness/http/exchange.ts'
import { complete, type Kind, listModels, postRaw, sentRequest } from '../../../../suites/harness/http/request.ts'
import { LifeCheck } from '../../../../suites/harness/run/session/life-check.ts'
import { Session } from '../../../../suites/harness/run/session/session.ts'
import { targetAt } from '../client/asked.ts'
import { http, rawServer } from '../client/raw-server.ts'
import { exchangeOf, responseOf } from '../http/exchanges.ts'
import { membersOf } from '../members.ts'

const plain = complete({ model: 'svc/echo-1', messages: [] })

function responded(kind: Kind): Exchange {
  const plan = kind === 'list' ? listModels() : { ...plain, stream: kind === 'stream' }
  return exchangeOf(responseOf('', { headers: [] }), { request: sentRequest(plan) })
}

function lost(kind: Kind, code: string): Exchange {
  const failure = { stage: code === 'TIMEOUT' ? 'headers' : 'connect', code, message: `${code} of a test` } as const
  return exchangeOf(undefined, { request: responded(kind).request, failure })
}

/** A target with these responses to plain requests, in order; the last one repeats. */
function target(...responses: (Exchange | Promise<Exchange>)[]): { life: LifeCheck; asked: Kind[]; slept: number[] } {
  const asked: Kind[] = []
  const slept: number[] = []
  let now = 0
  const life = new LifeCheck({
    baseUrl: 'http://gateway.test',
    now: () => now,
    sleep: async (milliseconds) => {
      slept.push(milliseconds)
      now += milliseconds
    },
    send: async (kind) => {
      asked.push(kind)
      now += 1
      return (await (responses.length > 1 ? responses.shift() : responses[0])) as Exchange
    },
  })
  return { life, asked, slept }
}

test('leaves a target that never responded to the preflight', async () => {
  const { life, asked } = target(lost('completion', 'ECONNREFUSED'))
  assert.equal(await life.note(lost('completion', 'ECONNREFUSED'), 0), undefined)
  assert.deepEqual(asked, [])
})

test('ignores a lost request if the target responds to a plain one of its kind', async () => {
  const { life, asked } = target(lost('completion', 'ECONNREFUSED'), responded('completion'))
  await life.note(responded('list'), 0)
  assert.equal(await life.note(lost('completion', 'ECONNREFUSED'), 1), undefined)
  assert.deepEqual(asked, ['completion', 'completion'])
})

test('does not check a target that has served the same kind in the meantime', async () => {
  const { life, asked } = target(lost('completion', 'TIMEOUT'))
  await life.note(responded('completion'), 0)
  assert.equal(await life.note(lost('completion', 'TIMEOUT'), -1), undefined)
  assert.deepEqual(asked, [])
})

test('checks a target that has only rejected a request in the meantime', async () => {
  const { life, asked } = target(lost('stream', 'TIMEOUT'))
  await life.note({ ...responded('stream'), response: responseOf('', { status: 400 }) }, 0)
  const stop = await life.note(lost('stream', 'TIMEOUT'), -1)
  assert.match(stop?.reason ?? '', /stopped answering plain valid stream requests/)
  assert.deepEqual(asked, ['stream', 'stream', 'stream'])
})

test('ends the run if the target is unreachable for seconds, with the reason and a fix', async () => {
  const { life, asked, slept } = target(lost('completion', 'ECONNREFUSED'))
  await life.note(responded('completion'), 0)
  const stop = await life.note(lost('completion', 'ECONNREFUSED'), 1)
  const { reason = '', mend = '' } = stop ?? {}
  assert.match(reason, /^http:\/\/gateway\.test stopped answering plain valid completion requests: no connection/)
  assert.match(mend, /that the gateway still runs/)
  assert.ok(asked.length >= 3)
  assert.ok(slept.reduce((sum, each) => sum + each, 0) < 10_000)
})

test('ends the run after a few concurrent plain requests if the target hangs', async () => {
  const { life, asked, slept } = target(lost('stream', 'TIMEOUT'))
  await life.note(responded('list'), 0)
  const stop = await life.note(lost('stream', 'TIMEOUT'), 1)
  assert.match(stop?.reason ?? '', /TIMEOUT/)
  assert.deepEqual([asked, slept], [['stream', 'stream', 'stream'], []])
})

test('incomplete streams do not end the run if completions are served', async () => {
  const broken = lost('stream', 'UND_ERR_SOCKET')
  const { life, asked } = target(...Array<Exchange>(6).fill(broken), responded('completion'))
  await life.note(responded('completion'), 0)
  assert.equal(await life.note(broken, 1), undefined)
  assert.equal(asked.at(-1), 'completion')
  assert.equal(await life.note(broken, 2), undefined)
  assert.equal(asked.length, 7)
})

test('one check is enough for all requests that were lost together', async () => {
  const { life, asked } = target(responded('completion'))
  await life.note(responded('list'), 0)
  await Promise.all([1, 2, 3, 4].map((at) => life.note(lost('completion', 'ECONNRESET'), at)))
  assert.deepEqual(asked, ['completion'])
})

test('does not wait for requests with a longer deadline once the target is gone', async () => {
  let responded = false
  const { url } = await rawServer((socket) => {
    if (!responded) socket.write(http('200 OK', '{"object":"list","data":[]}'))
    responded = true
  })
  const session = new Session(targetAt(url, { timeout: 1000 }), { seed: 1, runs: 1, profile: 'core' })
  after(() => session.live.client.close())
  const single = { retryOn: [], attempts: 1 }
  assert.equal((await session.ask({ name: 'first' }, listModels(), single)).response?.status, 200)
  const [large, plain] = await Promise.all([
    // Its deadline is up to half a minute.
    session.ask({ name: 'large' }, postRaw('x'.repeat(1024 * 1024)), single),
    session.ask({ name: 'plain' }, listModels(), single),
  ])
  assert.equal(plain.failure?.code, 'TIMEOUT')
  assert.deepEqual([large.failure?.stage, large.failure?.message], ['budget', 'the target stopped answering'])
  assert.match(session.live.stop?.reason ?? '', /stopped answering plain valid list requests: .*TIMEOUT/)
  const sent = ['first/1', 'plain/1', 'alive/list/1', 'alive/list/2', 'alive/list/3']
  assert.deepEqual(membersOf(session.exchanges, 'id'), sent)
})
