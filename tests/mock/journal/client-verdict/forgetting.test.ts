import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expect as base } from '@playwright/test'
import { cut, fail, gatewayMatchers, hang, startMock, stream } from '../../../../mock/index.ts'
import { draw } from '../../../../mock/journal/client-verdict/verdict.ts'
import { accountOf } from '../../../../mock/testing/account.ts'
import { mockForFile } from '../../asking.ts'
import { ask as admin } from '../../server/admin/admin-client.ts'
import { ask, call, MODEL, readAnything, type Scene, send } from './clients.ts'
import { rows } from './rows.ts'

const mock = await mockForFile({ journal: { entries: 8, projects: 200 } })
const expect = base.extend(gatewayMatchers)

const fitting = (verdict: { findings: readonly { level: string; id: string }[] }): string[] =>
  verdict.findings.map(({ level, id }) => `${level} ${id}`)

/** Sends `count` valid requests, all different. */
async function goOn(scene: Scene, count = 40): Promise<void> {
  scene.project.clear()
  for (let number = 0; number < count; number++)
    await call(scene, ask({ messages: [{ role: 'user', content: `Question ${number}` }] }))
}

// A disabled project accepts no requests; tests below get the same findings from a script.
for (const { finding, level = 'breach', steps = [], bad, good } of rows.filter(({ options }) => !options))
  test(`${level} ${finding} stays after the journal has dropped its requests, without new findings`, async () => {
    for (const client of [bad, good]) {
      const scene = { mock, project: mock.project({ models: [MODEL] }).next(...steps) }
      await client(scene)
      const before = scene.project.verdict()
      await goOn(scene)
      const after = scene.project.verdict()
      assert.deepEqual(fitting(after), client === bad ? [`${level} ${finding}`] : [])
      const timesIn = ({ findings }: typeof before): number[] => findings.map(({ times }) => times)
      assert.deepEqual(timesIn(after), timesIn(before))
      assert.deepEqual([after.requests, after.forgotten], [before.requests + 40, before.requests + 32])
    }
  })

test('detects a call after a 403, however many requests ago the 403 was', async () => {
  const project = mock.project({ models: [MODEL] }).next(fail('disabled'))
  const scene = { mock, project }
  await call(scene)
  await goOn(scene)
  assert.deepEqual(fitting(project.verdict()), [])
  await mock.clock.advance('3s')
  await call(scene, ask({ top_p: 1 }))
  await goOn(scene)
  const [found] = project.verdict().findings
  assert.deepEqual([found?.id, found?.times], ['called-after-403', 41])
})

test('a stream that stays open while other entries are dropped is judged by how it ends', async () => {
  const project = mock.project({ models: [MODEL] }).next(stream('Hi').with(hang({ after: 1 })))
  const scene = { mock, project }
  const { body } = await send(scene, ask({ stream: true }))
  await goOn(scene)
  await mock.clock.advance('11m')
  assert.deepEqual(fitting(project.verdict()), ['warning waited-forever'])
  await body?.cancel()
  await goOn(scene)
  const [found] = project.verdict().findings
  assert.deepEqual([found?.id, found?.times], ['waited-forever', 1])
})

test('detects that a client continues with the text of a broken stream, however many requests ago', async () => {
  const project = mock.project({ models: [MODEL] }).next(stream(['Once ', 'upon ', 'a time']).with(cut({ after: 2 })))
  const scene = { mock, project }
  const content = await readAnything(await send(scene, ask({ stream: true })))
  await goOn(scene)
  const messages = [...(ask().messages as object[]), { role: 'assistant', content }]
  await call(scene, ask({ messages }))
  assert.deepEqual(fitting(project.verdict()), ['warning broken-answer-continued'])
})

test('findings from an observation of the whole mock stay, too', async () => {
  await using own = await startMock({ journal: { entries: 8 } })
  const scene = { mock: own, project: own.project({ models: [MODEL] }).next(fail('internal')) }
  await own.observe(() => call(scene))
  await goOn(scene)
  assert.deepEqual(fitting(own.verdict()), ['warning error-taken-for-success'])
})

test('findings of projects that the journal has dropped stay in the verdicts of project and mock', async () => {
  await using own = await startMock({ journal: { entries: 8, projects: 2 } })
  const projects = Array.from({ length: 5 }, () => own.project({ models: [MODEL] }))
  for (const round of [1, 2]) {
    for (const project of projects) await call({ mock: own, project }, ask({ tools: [] }))
    const times = projects.flatMap((project) => project.verdict().findings.map(({ times }) => times))
    assert.deepEqual(times, Array(5).fill(round))
    const verdict = own.verdict()
    const counts = [verdict.findings[0]?.times, verdict.requests, verdict.forgotten]
    assert.deepEqual(counts, [5 * round, 5 * round, 5 * round - 2])
  }
})

test('counts a thousand breaches, and shows the first of them', async () => {
  const project = mock.project({ models: [MODEL] })
  for (let number = 0; number < 1_000; number++) await call({ mock, project }, ask({ tools: [number] }))
  const verdict = project.verdict()
  const [found] = verdict.findings
  assert.equal(found?.times, 1_000)
  assert.ok(found && found.evidence.length <= 62)
  assert.match(String(verdict), /in 1000 requests \(the journal has only the last 8 of them\)\..*and 995 more/s)
})

test('matchers mention dropped requests', async () => {
  const project = mock.project({ models: [MODEL] })
  const scene = { mock, project }
  await call(scene, ask({ tools: [] }))
  await goOn(scene)
  expect(project).not.toBehave()
  expect(project).toHaveReceived({ status: 400, times: 1 })
  expect(project).toHaveReceived({ times: 41 })
  expect(project).toHaveReceived({ model: MODEL, stream: false, status: 200, times: 40 })
  expect(project).not.toHaveReceived({ stream: true })
  assert.throws(
    () => expect(project).not.toHaveReceived({ status: 400 }),
    /found 1 among 41 requests, of which the journal has only the last 8:/,
  )
  assert.equal(project.received({ status: 400 }), 1)
  assert.ok(mock.received() >= 41)
})

test('the admin API reports how many requests its journal has dropped', async () => {
  await using own = await startMock({ journal: { entries: 8 }, admin: {} })
  const project = own.project({ models: [MODEL] })
  await call({ mock: own, project }, ask({ tools: [] }))
  await goOn({ mock: own, project })
  for (const prefix of ['', `/projects/${project.name}`]) {
    const verdict = (await admin(own, 'GET', `${prefix}/verdict`)).json
    assert.deepEqual([verdict.ok, verdict.requests, verdict.forgotten, verdict.findings[0].times], [false, 41, 33, 1])
    const journal = (await admin(own, 'GET', `${prefix}/journal`)).json
    assert.deepEqual([journal.entries.length, journal.forgotten], [8, 33])
  }
})

test('the report of a failed test says that its list is incomplete', async () => {
  const project = mock.project({ models: [MODEL] })
  await goOn({ mock, project })
  assert.match(accountOf(project), /^Requests of the project [\w-]+, without the first 32:\n {2}#/)
})

test('the work of a verdict grows linearly with the requests', async () => {
  const project = mock.project({ models: [MODEL] })
  await call({ mock, project })
  const [entry] = project.journal()
  let reads = 0
  const entries = Array.from({ length: 500 }, (_, number) => {
    const one = { ...entry, number, echoes: number % 2 === 0 ? undefined : number - 1 }
    return Object.defineProperty(one, 'number', {
      get() {
        reads++
        return number
      },
    })
  })
  draw({ entries: entries as never, observations: [], now: mock.clock.now() })
  assert.ok(reads < 20 * entries.length, `${reads} reads of ${entries.length} requests`)
})
