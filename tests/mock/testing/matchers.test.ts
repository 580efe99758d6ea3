import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expect as base } from '@playwright/test'
import { gatewayMatchers, type ProjectHandle, reply } from '../../../mock/index.ts'
import { mockForFile } from '../asking.ts'
import { ask, call, MODEL } from '../journal/client-verdict/clients.ts'

const mock = await mockForFile()
const expect = base.extend(gatewayMatchers)

async function projectAfter(...bodies: unknown[]): Promise<ProjectHandle> {
  const project = mock.project({ models: [MODEL] })
  for (const body of bodies) await call({ mock, project }, body)
  return project
}

test('toBehave fails on breaches, and on warnings only if it is strict', async () => {
  const good = await projectAfter(ask())
  expect(good).toBehave({ strict: true })
  expect(good.verdict()).toBehave()
  assert.throws(() => expect(good).not.toBehave(), /expected to misbehave/)

  const bad = await projectAfter(ask({ tools: [] }))
  expect(bad).not.toBehave()
  assert.throws(() => expect(bad).toBehave(), /breach unknown-field.*tools.*Fix: Leave these fields out/s)

  const careless = mock.project({ models: [MODEL], disabled: true })
  await careless.observe(() => call({ mock, project: careless }))
  expect(careless).toBehave()
  assert.throws(() => expect(careless).toBehave({ strict: true }), /warning error-taken-for-success/)
})

test('a misspelt member is an error, and does not let a test pass', async () => {
  const project = await projectAfter(ask())
  const misspelt = { stauts: 429, stict: true } as object
  const says = /knows no stauts; it takes model, stream, status/
  assert.throws(() => expect(project).not.toHaveReceived(misspelt), says)
  for (const receiver of [project, mock]) assert.throws(() => receiver.received(misspelt), says)
  assert.throws(() => expect(project).toBehave(misspelt), /toBehave\(\) knows no stauts; it takes strict\./)
  assert.throws(
    () => reply('Hi', 5 as unknown as object),
    /reply\(\) takes an object with finish, usage, created, and got 5\./,
  )
})

test('toBeDrained fails while steps wait', async () => {
  const project = await projectAfter()
  expect(project).toBeDrained()
  project.next(reply('Hi'))
  expect(project).not.toBeDrained()
  assert.throws(() => expect(project).toBeDrained(), /unused steps: /)
})

test('toHaveReceived selects requests by model, stream, status and count', async () => {
  const project = await projectAfter(ask(), ask({ stream: true }), ask({ top_p: 5 }))
  expect(project).toHaveReceived()
  expect(project).toHaveReceived({ model: MODEL, times: 3 })
  expect(project).toHaveReceived({ stream: true, status: 200, times: 1 })
  expect(project).not.toHaveReceived({ status: 429 })
  assert.throws(
    () => expect(project).toHaveReceived({ status: 200, times: 3 }),
    /3 of \{"status":200\}; found 2 among 3 requests:\n {2}#\d+ POST \/v1\/chat\/completions \(svc\/small\): 200, complete/,
  )
})
