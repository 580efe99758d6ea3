import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BudgetSpent, Governor } from '../../suites/harness/governor.ts'

const free = { requests: 1000, rate: Number.POSITIVE_INFINITY, concurrency: 4 }
const tick = (ms = 1): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

test('no more requests run at once than the concurrency allows, and all run', async () => {
  const governor = new Governor(free)
  let running = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 30 }, () =>
      governor.admit(async () => {
        running += 1
        most = Math.max(most, running)
        await tick()
        running -= 1
      }),
    ),
  )
  assert.equal(most, 4)
  assert.equal(governor.sent, 30)
})

test('requests start in the order in which they came', async () => {
  const governor = new Governor({ ...free, concurrency: 2 })
  const started: number[] = []
  await Promise.all(Array.from({ length: 12 }, (_, index) => governor.admit(async () => void started.push(index))))
  assert.deepEqual(
    started,
    [...started].sort((a, b) => a - b),
  )
})

test('a request that fails makes room for the next, and tells its failure', async () => {
  const governor = new Governor({ ...free, concurrency: 1 })
  const failing = Array.from({ length: 3 }, () => governor.admit(() => Promise.reject(new Error('broken'))))
  for (const { status } of await Promise.allSettled(failing)) assert.equal(status, 'rejected')
  assert.equal(await governor.admit(() => Promise.resolve('sent')), 'sent')
})

test('not one request is sent beyond the budget, however many ask at once', async () => {
  const governor = new Governor({ ...free, requests: 5 })
  let sent = 0
  const outcomes = await Promise.allSettled(
    Array.from({ length: 9 }, () => governor.admit(async () => void (sent += 1))),
  )
  assert.equal(sent, 5)
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []))
  assert.equal(refused.length, 4)
  assert.ok(refused.every((error) => error instanceof BudgetSpent && error.message.includes('5')))
  assert.ok(governor.spent)
})

test('a budget of nothing sends nothing', async () => {
  await assert.rejects(
    new Governor({ ...free, requests: 0 }).admit(() => Promise.reject(new Error('sent'))),
    BudgetSpent,
  )
})

test('requests keep the pace, without a burst after a pause', async () => {
  const governor = new Governor({ ...free, rate: 100 })
  const times: number[] = []
  const send = (): Promise<void> => governor.admit(async () => void times.push(performance.now()))
  await Promise.all([send(), send(), send()])
  await tick(60)
  await Promise.all([send(), send(), send()])
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  // Timers may fire a little early, never so much that two requests leave together.
  assert.ok(
    gaps.every((gap) => gap > 7),
    gaps.map((gap) => gap.toFixed(1)).join(' '),
  )
})
