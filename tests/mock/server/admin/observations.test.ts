import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cut, fail, type ProjectHandle, pause, reply, type ScriptedStep, stream } from '../../../../mock/index.ts'
import { mockForFile } from '../../asking.ts'
import {
  ask as body,
  call,
  MODEL,
  readAnything,
  readStream,
  send,
  until,
} from '../../journal/client-verdict/clients.ts'
import { ask } from './admin-client.ts'

const mock = await mockForFile({ admin: {} })

const projectWith = (...steps: ScriptedStep[]): ProjectHandle => mock.project({ models: [MODEL] }).next(...steps)
const start = (project: ProjectHandle) => ask(mock, 'POST', `/projects/${project.name}/observations`)
const end = (project: ProjectHandle, id: string, outcome: unknown) =>
  ask(mock, 'PATCH', `/projects/${project.name}/observations/${id}`, { outcome })

/** Observes what a client does, and gives the ids that the end of the observation tells. */
async function observed(project: ProjectHandle, client: () => Promise<unknown>): Promise<string[]> {
  const { json } = await start(project)
  const outcome = await client().then(
    () => 'returned',
    () => 'threw',
  )
  const told = await end(project, json.id, outcome)
  assert.equal(told.status, 200)
  const ids = (verdict: { findings: { id: string }[] }) => verdict.findings.map(({ id }) => id)
  assert.deepEqual(ids((await ask(mock, 'GET', `/projects/${project.name}/verdict`)).json), ids(told.json))
  return ids(told.json)
}

const broken = (): ScriptedStep => stream(['Once ', 'upon ', 'a time']).with(cut({ after: 2 }))
const asStream = body({ stream: true })

test('a client in another process that takes a broken answer for a whole one is found', async () => {
  const project = projectWith(broken())
  const bad = async () => readAnything(await send({ mock, project }, asStream, { socket: true }))
  assert.deepEqual(await observed(project, bad), ['broken-answer-accepted'])
})

test('one that throws is not blamed', async () => {
  const project = projectWith(broken())
  const good = async () => readStream(await send({ mock, project }, asStream, { socket: true }), true)
  assert.deepEqual(await observed(project, good), [])
})

test('one that takes an error for a success is found', async () => {
  const project = projectWith(fail('internal'))
  assert.deepEqual(await observed(project, () => call({ mock, project })), ['error-taken-for-success'])
})

test('the end tells of the requests of its own call alone', async () => {
  const project = projectWith()
  await call({ mock, project }, body({ tools: [] }))
  const { json } = await start(project)
  await call({ mock, project })
  const told = await end(project, json.id, 'returned')
  assert.deepEqual([told.json.ok, told.json.requests, project.verdict().ok], [true, 1, false])
})

test('an aborted call whose connection stays is found later, in the verdict of the project', async () => {
  const project = projectWith(stream(['a', pause('5s'), 'b']), reply('Hi'))
  const { json } = await start(project)
  const reading = send({ mock, project }, asStream, { socket: true }).then((response) => response.text())
  await until(() => project.journal().length === 1)
  assert.equal((await end(project, json.id, 'aborted')).status, 200)
  await mock.clock.advance('10s')
  await reading
  assert.deepEqual(
    project.verdict().findings.map(({ id }) => id),
    ['connection-kept-after-abort'],
  )
})

test('misuse is told with the reason, and changes nothing', async () => {
  const [project, other] = [projectWith(fail('internal')), projectWith()]
  const { json, status } = await start(project)
  assert.equal(status, 201)
  const second = await start(project)
  assert.deepEqual([second.status, second.json.error.code], [409, 'observation_running'])
  assert.equal((await start(other)).status, 201)
  const rows: [() => ReturnType<typeof end>, number, string, RegExp][] = [
    [() => end(project, json.id, 'done'), 400, 'invalid_request', /write returned, threw or aborted/],
    [() => end(project, 'obs_0', 'returned'), 404, 'no_such_observation', /No observation of this project has this id/],
    [() => end(other, json.id, 'returned'), 404, 'no_such_observation', /of this project/],
  ]
  for (const [asking, expected, code, words] of rows) {
    const told = await asking()
    assert.deepEqual([told.status, told.json.error.code], [expected, code])
    assert.match(told.json.error.message, words)
  }
  await call({ mock, project })
  assert.equal((await end(project, json.id, 'returned')).json.findings.length, 1)
  const again = await end(project, json.id, 'threw')
  assert.deepEqual([again.status, again.json.error.code], [409, 'observation_ended'])
  assert.equal((await start(project)).status, 201)
})
