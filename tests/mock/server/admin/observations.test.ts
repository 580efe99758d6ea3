import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assemble, mockAt } from '../../../../mock/control/create-mock.ts'
import { VirtualClock } from '../../../../mock/core/time/virtual-clock.ts'
import type { Project } from '../../../../mock/core/types.ts'
import {
  cut,
  fail,
  limit,
  type Mock,
  type ProjectHandle,
  pause,
  reply,
  type ScriptedStep,
  stream,
} from '../../../../mock/index.ts'
import type { Administered } from '../../../../mock/server/admin/operation.ts'
import { observationsOf } from '../../../../mock/server/admin/operations/observations.ts'
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

/** Observes what a client does, and returns the ids of the findings when the observation ends. */
async function observed(project: ProjectHandle, client: () => Promise<unknown>): Promise<string[]> {
  const { json } = await start(project)
  const [{ status }] = await Promise.allSettled([client()])
  const response = await end(project, json.id, status === 'fulfilled' ? 'returned' : 'threw')
  assert.equal(response.status, 200)
  const ids = (verdict: { findings: { id: string }[] }) => verdict.findings.map(({ id }) => id)
  assert.deepEqual(ids((await ask(mock, 'GET', `/projects/${project.name}/verdict`)).json), ids(response.json))
  return ids(response.json)
}

const broken = (): ScriptedStep => stream(['Once ', 'upon ', 'a time']).with(cut({ after: 2 }))
const asStream = body({ stream: true })

test('detects a client in another process that accepts a broken response', async () => {
  const project = projectWith(broken())
  const bad = async () => readAnything(await send({ mock, project }, asStream, { socket: true }))
  assert.deepEqual(await observed(project, bad), ['broken-answer-accepted'])
})

test('does not blame a client that throws on a broken response', async () => {
  const project = projectWith(broken())
  const good = async () => readStream(await send({ mock, project }, asStream, { socket: true }), true)
  assert.deepEqual(await observed(project, good), [])
})

test('detects a client that takes an error for a success', async () => {
  const project = projectWith(fail('internal'))
  assert.deepEqual(await observed(project, () => call({ mock, project })), ['error-taken-for-success'])
})

test('ending an observation reports only the requests of that call', async () => {
  const project = projectWith()
  await call({ mock, project }, body({ tools: [] }))
  const { json } = await start(project)
  await call({ mock, project })
  const response = await end(project, json.id, 'returned')
  assert.deepEqual([response.json.ok, response.json.requests, project.verdict().ok], [true, 1, false])
})

test('the verdict of the project later reports an aborted call that kept its connection', async () => {
  const project = projectWith(stream(['a', pause('5s'), 'b']), reply('Hi'))
  const { json } = await start(project)
  const reading = send({ mock, project }, asStream, { socket: true }).then((response) => response.text())
  await until(() => project.journal().length === 1)
  assert.equal((await end(project, json.id, 'aborted')).status, 200)
  await mock.clock.advance('10s')
  await reading
  const ids = project.verdict().findings.map(({ id }) => id)
  assert.deepEqual(ids, ['connection-kept-after-abort'])
})

test('reports misuse with the reason, and changes nothing', async () => {
  const [project, other] = [projectWith(fail('internal')), projectWith()]
  const { json, status } = await start(project)
  assert.equal(status, 201)
  const second = await start(project)
  assert.deepEqual([second.status, second.json.error.code], [409, 'observation_running'])
  assert.match(second.json.error.message, new RegExp(`\\(${json.id}\\).*PATCH .../observations/${json.id},.*DELETE`))
  assert.equal((await start(other)).status, 201)
  const rows: [() => ReturnType<typeof end>, number, string, RegExp][] = [
    [() => end(project, json.id, 'done'), 400, 'invalid_request', /: returned, threw or aborted/],
    [() => end(project, 'obs_0', 'returned'), 404, 'no_such_observation', /No observation of this project has this id/],
    [() => end(other, json.id, 'returned'), 404, 'no_such_observation', /of this project/],
  ]
  for (const [asking, expected, code, words] of rows) {
    const response = await asking()
    assert.deepEqual([response.status, response.json.error.code], [expected, code])
    assert.match(response.json.error.message, words)
  }
  await call({ mock, project })
  assert.equal((await end(project, json.id, 'returned')).json.findings.length, 1)
  const again = await end(project, json.id, 'threw')
  assert.deepEqual([again.status, again.json.error.code], [409, 'observation_ended'])
  assert.equal((await start(project)).status, 201)
})

const drop = (project: ProjectHandle, id: string) => ask(mock, 'DELETE', `/projects/${project.name}/observations/${id}`)

/** Sends two equal requests on separate connections, the second after the 429 to the first. */
async function sendTwice(at: Pick<Mock, 'respond'>, project: ProjectHandle): Promise<string[]> {
  project.clear()
  project.next(limit({ retryAfter: 60 }), reply('Hi'))
  for (let count = 0; count < 2; count++) {
    const headers = { authorization: `Bearer ${project.key}` }
    const request = new Request('http://gateway.test/', { method: 'POST', headers, body: JSON.stringify(body()) })
    await (await at.respond(request, '/v1/chat/completions')).text()
  }
  return project.verdict().findings.map(({ id }) => id)
}

test('an observation can be deleted, for example if its process has died, and then affects no verdict', async () => {
  const [project, other] = [projectWith(), projectWith()]
  const { json } = await start(project)
  assert.deepEqual(await sendTwice(mock, project), ['retry-after-ignored'])
  const { json: next } = await start(other)
  assert.equal((await drop(project, next.id)).status, 404)
  assert.equal((await drop(other, next.id)).status, 204)
  assert.deepEqual(await sendTwice(mock, other), [])
  assert.equal((await drop(other, next.id)).status, 204)
  assert.deepEqual([(await end(other, next.id, 'returned')).status, (await start(other)).status], [409, 201])
  // Deleting an ended observation has no effect.
  await end(project, json.id, 'returned')
  assert.equal((await drop(project, json.id)).status, 204)
  assert.ok(project.verdict().findings.some(({ id }) => id === 'retry-after-ignored'))
})

test('an unended observation expires, and then affects no verdict', async () => {
  const { parts, mounts, handles } = assemble({ clock: new VirtualClock() })
  const { accounts } = parts.gateway
  const { startObservation, endObservation } = observationsOf({ accounts, engine: handles } as Administered, 20)
  const project = parts.project({ models: [MODEL] })
  const asked = { parameters: { name: project.name, id: 'obs_1' }, query: new URLSearchParams(), body: {} }
  const begin = () => startObservation(asked, {} as Administered)
  assert.deepEqual(begin(), { id: 'obs_1' })
  assert.throws(begin, /is running \(obs_1\)/)
  await until(() => !handles.inquiry.isObserved({ name: project.name } as Project))
  assert.deepEqual(await sendTwice(mockAt('http://gateway.test', parts, mounts), project), [])
  const late = () => endObservation({ ...asked, body: { outcome: 'returned' } }, {} as Administered)
  assert.throws(late, /has expired/)
  assert.deepEqual(begin(), { id: 'obs_2' })
})
