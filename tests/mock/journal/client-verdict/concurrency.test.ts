import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fail, limit, type ProjectHandle, reply, type ScriptedStep } from '../../../../mock/index.ts'
import { mockForFile } from '../../asking.ts'
import { ask, call, MODEL } from './clients.ts'

const mock = await mockForFile()

const ids = (project: ProjectHandle): string[] => project.verdict().findings.map(({ id }) => id)
const many = [...Array(40).keys()]

function projectWith(...steps: ScriptedStep[]): ProjectHandle {
  return mock.project({ models: [MODEL] }).next(...steps)
}

for (const socket of [true, false]) {
  const way = socket ? 'over sockets' : 'in this process'

  test(`different concurrent requests are not repeats of each other, ${way}`, async () => {
    const project = projectWith(limit({ retryAfter: 60 }).times(many.length))
    const texts = many.map((number) => ask({ messages: [{ role: 'user', content: `Question ${number + 10}` }] }))
    await Promise.all(texts.map((text) => call({ mock, project }, text, { socket })))
    for (const text of texts.slice(0, 5))
      await call({ mock, project }, ask({ ...text, user: undefined, top_p: 1 }), { socket })
    assert.deepEqual(ids(project), [])
  })

  test(`equal concurrent requests are not repeats of each other, ${way}`, async () => {
    const project = projectWith(limit({ retryAfter: 60 }).times(many.length))
    await Promise.all(many.map(() => call({ mock, project }, ask(), { socket })))
    assert.equal(project.journal().length, many.length)
    assert.deepEqual(ids(project), [])
  })

  test(`detects a client that keeps repeating a failed request, ${way}`, async () => {
    const project = projectWith(fail('unavailable').times(30))
    for (const _ of many.slice(0, 30)) await call({ mock, project }, ask(), { socket })
    assert.ok(ids(project).includes('retry-storm'))
  })
}

test('each of many equal requests may be repeated after the required wait', async () => {
  const project = projectWith(limit({ retryAfter: 2 }).times(20))
  const wave = () => Promise.all(many.slice(0, 10).map(() => call({ mock, project })))
  await wave()
  await mock.clock.advance('2s')
  await wave()
  assert.equal(project.journal().filter(({ repeats }) => repeats?.depth === 1).length, 10)
  assert.deepEqual(ids(project), [])
})

test('trusts a header that counts repeats, on any connection', async () => {
  const project = projectWith(limit({ retryAfter: 9 }), reply('Hi'))
  await call({ mock, project }, ask(), { socket: true })
  await call({ mock, project }, ask(), { headers: { 'x-stainless-retry-count': '1' } })
  assert.deepEqual(ids(project), ['retry-after-ignored'])
})

test('a request equal to a successful one is new, not a repeat', async () => {
  const project = projectWith(fail('unavailable'), reply('Hi'), fail('unavailable'))
  for (const _ of many.slice(0, 4)) {
    await call({ mock, project })
    await mock.clock.advance('1s')
  }
  const depths = project.journal().map(({ repeats }) => repeats?.depth)
  assert.deepEqual(depths, [undefined, 1, undefined, 1])
})

test('requests with different keys are not repeats of each other', async () => {
  const headers = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })
  const project = projectWith()
  for (const key of ['svc_no_one', 'svc_no_two', 'svc_no_one']) await call({ mock, project }, ask(), headers(key))
  const refused = mock.journal().filter(({ status }) => status === 401)
  const repeated = refused.map(({ repeats }) => repeats?.of)
  assert.deepEqual(repeated, [undefined, undefined, refused[0]?.number])
})
