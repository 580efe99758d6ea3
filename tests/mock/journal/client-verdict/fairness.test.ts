import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProjectHandle, ProjectOptions, ScriptedStep } from '../../../../mock/index.ts'
import { cut, endWithoutDone, fail, latency, limit, pause, reply, startMock, stream } from '../../../../mock/index.ts'
import { mockForFile } from '../../asking.ts'
import { ask, call, MODEL, readAnything, send } from './clients.ts'

const mock = await mockForFile()

const ids = (project: ProjectHandle): string[] => project.verdict().findings.map(({ id }) => id)

function projectWith(steps: ScriptedStep[], options: ProjectOptions = {}): ProjectHandle {
  return mock.project({ models: [MODEL], ...options }).next(...steps)
}

const asStream = ask({ stream: true })
const goOn = (response: string) =>
  ask({ messages: [...(ask().messages as object[]), { role: 'assistant', content: response }] })

test('a refusal of the script is not a breach of the client', async () => {
  for (const kind of ['invalid', 'too_large', 'model_not_found', 'unauthenticated', 'disabled'] as const) {
    const project = projectWith([fail(kind)])
    await call({ mock, project })
    assert.deepEqual(ids(project), [], kind)
  }
})

test('a client counts as knowing a 403 only if an observed call of its project received it', async (t) => {
  mock.clock.freeze()
  t.after(() => mock.clock.resume())
  const asking = (project: ProjectHandle) => (temperature: number) => call({ mock, project }, ask({ temperature }))

  const before = projectWith([fail('disabled')])
  await asking(before)(0.1)
  await before.observe(() => asking(before)(0.2))
  await asking(before)(0.3)
  assert.deepEqual(ids(before), [], 'observed after the 403')

  const after = projectWith([reply('Fine'), fail('disabled')])
  await after.observe(() => asking(after)(0.1))
  await asking(after)(0.2)
  await asking(after)(0.3)
  assert.deepEqual(ids(after), [], 'observed before the 403')

  const holding = projectWith([fail('disabled')])
  await assert.rejects(holding.observe(async () => Promise.reject(new Error(await asking(holding)(0.1)))))
  await asking(holding)(0.2)
  assert.deepEqual(ids(holding), ['called-after-403'])
})

test('an observed call of one project does not count as knowing a 403 of another', async () => {
  await using own = await startMock()
  own.clock.freeze()
  const [refused, observed] = [own.project({ models: [MODEL] }), own.project({ models: [MODEL] })]
  refused.next(fail('disabled'))
  await observed.observe(async () => {
    await call({ mock: own, project: refused })
    return call({ mock: own, project: observed })
  })
  await call({ mock: own, project: refused }, ask({ temperature: 1 }))
  assert.deepEqual(own.verdict().findings, [])
})

test('continuing with a complete text is fine, although an earlier response with that text lacked [DONE]', async () => {
  const project = projectWith([stream(['Once ', 'upon']).with(endWithoutDone()), stream(['Once ', 'upon'])])
  const scene = { mock, project }
  await readAnything(await send(scene, asStream))
  await call(scene, goOn(await readAnything(await send(scene, asStream))))
  assert.deepEqual(ids(project), [])
})

test('continuing with a partial text is fine if the client itself stopped the stream', async () => {
  const project = projectWith([stream(['Once ', pause('1s'), 'upon', pause('60s'), 'a time']).with(cut({ after: 4 }))])
  const scene = { mock, project }
  const abort = new AbortController()
  const reading = send(scene, asStream, { signal: abort.signal }).then(readAnything)
  await mock.clock.advance('1s')
  abort.abort()
  assert.equal(await reading, 'Once upon')
  await call(scene, goOn('Once upon'))
  assert.deepEqual(ids(project), [])
})

test('the same text after another question does not count as the text of a broken stream', async () => {
  const project = projectWith([stream(['Yes', ' and no']).with(cut({ after: 2 }))])
  const scene = { mock, project }
  assert.equal(await readAnything(await send(scene, asStream)), 'Yes')
  const other = [
    { role: 'user', content: 'Is it raining?' },
    { role: 'assistant', content: 'Yes' },
  ]
  await call(scene, ask({ messages: other }))
  assert.deepEqual(ids(project), [])
})

test('an observed call that returns an unread response or stream is not judged', async () => {
  const project = projectWith([stream('Hi').with(endWithoutDone()).times(2), fail('internal')])
  const scene = { mock, project }
  await (await project.observe(() => send(scene, asStream))).text()
  await readAnything({ body: await project.observe(async () => (await send(scene, asStream)).body) } as Response)
  await (await project.observe(() => send(scene))).text()
  assert.deepEqual(ids(project), [])
})

test('concurrent observed calls are not confused with each other', async () => {
  const project = projectWith([fail('internal'), reply('Hi')])
  const scene = { mock, project }
  const failing = project.observe(async () => Promise.reject(new Error(await call(scene))))
  await Promise.allSettled([project.observe(() => call(scene, ask({ top_p: 1 }))), failing])
  assert.deepEqual(ids(project), [])
})

test('detects a repeat on a new connection only within one observed call', async () => {
  const hasty = async (project: ProjectHandle): Promise<void> => {
    const scene = { mock, project }
    for (;;) {
      const response = await send(scene, ask(), { headers: { connection: 'close' }, socket: true })
      await response.arrayBuffer()
      if (response.status !== 429) return
    }
  }
  const watched = projectWith([limit({ retryAfter: 30 })])
  await watched.observe(() => hasty(watched))
  assert.ok(ids(watched).includes('retry-after-ignored'))
  const unwatched = projectWith([limit({ retryAfter: 30 })])
  await hasty(unwatched)
  assert.deepEqual(ids(unwatched), [])
})

test('equal requests that one observed call sends at once are not repeats', async () => {
  const late = fail('unavailable', { retryAfter: 30 }).with(latency({ ms: 20 }))
  const project = projectWith([late.times(2)])
  const scene = { mock, project }
  const failing = project.observe(async () => {
    await Promise.all([call(scene), call(scene)])
    throw new Error('both have failed')
  })
  await assert.rejects(failing)
  assert.deepEqual(ids(project), [])
})

test('a Retry-After of an hour counts for an hour', async () => {
  for (const [wait, found] of [
    ['15m', ['retry-after-ignored']],
    ['60m', []],
  ] as const) {
    const project = projectWith([limit({ retryAfter: 3600 }), reply('Hi')])
    await call({ mock, project })
    await mock.clock.advance(wait)
    await call({ mock, project })
    assert.deepEqual(ids(project), found, wait)
  }
})

test('any number of repeats is fine after the wait of Retry-After, and too many are not before it', async () => {
  for (const [wait, found] of [
    ['1s', []],
    ['500ms', ['retry-after-ignored', 'retry-storm']],
  ] as const) {
    const project = projectWith([limit({ retryAfter: 1 }).times(7), reply('Hi')])
    for (let count = 0; count < 8; count++) {
      await call({ mock, project })
      await mock.clock.advance(wait)
    }
    assert.deepEqual(ids(project), found, wait)
  }
})

test('a random pause may be shorter than the one before it', async () => {
  const project = projectWith([fail('unavailable').times(4)])
  for (const pause of ['400ms', '900ms', '300ms', '1s'] as const) {
    await call({ mock, project })
    await mock.clock.advance(pause)
  }
  assert.deepEqual(ids(project), [])
})

test('what it says of a repeat after a final error is true even if the repeat succeeded', async () => {
  const project = projectWith([fail('model_not_found'), reply('Hi')])
  for (let count = 0; count < 2; count++) await call({ mock, project })
  const [found] = project.verdict().findings
  assert.equal(found?.words, 'It repeated a request unchanged after an error that is not transient.')
})

test('a call may return the complete one of two concurrent responses, but not a broken completion after a list', async () => {
  const hedged = projectWith([reply('first').with(latency({ ms: 60 })), reply('second').with(cut({ bytes: 30 }))])
  await hedged.observe(async () => {
    const first = call({ mock, project: hedged })
    await assert.rejects(call({ mock, project: hedged }))
    return first
  })
  assert.deepEqual(ids(hedged), [])

  const listing = projectWith([stream(['Once ', 'upon']).with(endWithoutDone())])
  await listing.observe(async () => {
    await (await mock.fetch(`${mock.url}/v1/models`, { headers: { authorization: `Bearer ${listing.key}` } })).text()
    return readAnything(await send({ mock, project: listing }, asStream))
  })
  assert.deepEqual(ids(listing), ['broken-answer-accepted'])
})

test('observe returns what the call returns, and throws what it throws', async () => {
  const project = projectWith([])
  const value = {}
  assert.equal(await project.observe(() => value), value)
  const error = new Error('of the client')
  await assert.rejects(project.observe({ call: () => Promise.reject(error) }), (thrown) => thrown === error)
})

for (const socket of [true, false]) {
  const way = socket ? 'over sockets' : 'in this process'
  const question = (text: string) => ask({ messages: [{ role: 'user', content: text }] })

  test(`requests refused before their body was read are still distinguished by their bodies, ${way}`, async () => {
    const project = projectWith([], { quota: { requests_per_minute: 1 } })
    const scene = { mock, project }
    for (const text of ['zero', 'aaaa', 'bbbb', 'cccc', 'dddd']) await call(scene, question(text), { socket })
    assert.deepEqual(ids(project), [])
    for (const text of ['eeee', 'eeee', 'eeee']) await call(scene, question(text), { socket })
    assert.deepEqual(ids(project).slice(0, 1), ['retry-after-ignored'])
  })
}

test('the verdict of a mock covers all projects, and requests without a project', async () => {
  await using other = await startMock()
  const [one, two] = [other.project({ models: [MODEL] }), other.project({ models: [MODEL] })]
  await call({ mock: other, project: one }, ask({ tools: [] }))
  await call({ mock: other, project: two }, ask({ stop: [] }))
  const headers = { authorization: 'Bearer svc_no_one' }
  await call({ mock: other, project: two }, ask(), { path: '/v1/responses', headers })
  assert.deepEqual(ids(one), ['unknown-field'])
  assert.deepEqual(ids(two), ['invalid-request'])
  const all = other.verdict().findings.map(({ id }) => id)
  assert.deepEqual(all, ['unknown-field', 'invalid-request', 'unknown-route'])
})
