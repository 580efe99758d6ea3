import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BudgetSpent } from '../../../../suites/harness/client/budget.ts'
import { RateLimiter } from '../../../../suites/harness/client/rate-limiter.ts'
import { complete, listModels } from '../../../../suites/harness/http/request.ts'

const free = { requests: 1000, rate: Number.POSITIVE_INFINITY, concurrency: 4 }
const plan = listModels()
const tick = (ms = 1): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

test('no more requests run at once than the concurrency allows, and all run', async () => {
  const limiter = new RateLimiter(free)
  let running = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 30 }, () =>
      limiter.admit(plan, async () => {
        running += 1
        most = Math.max(most, running)
        await tick()
        running -= 1
      }),
    ),
  )
  assert.equal(most, 4)
  assert.equal(limiter.budget.requests, 30)
})

test('requests start in the order in which they came', async () => {
  const limiter = new RateLimiter({ ...free, concurrency: 2 })
  const started: number[] = []
  await Promise.all(Array.from({ length: 12 }, (_, index) => limiter.admit(plan, async () => void started.push(index))))
  assert.deepEqual(
    started,
    [...started].sort((a, b) => a - b),
  )
})

test('a request that fails makes room for the next, and tells its failure', async () => {
  const limiter = new RateLimiter({ ...free, concurrency: 1 })
  const failing = Array.from({ length: 3 }, () => limiter.admit(plan, () => Promise.reject(new Error('broken'))))
  for (const { status } of await Promise.allSettled(failing)) assert.equal(status, 'rejected')
  assert.equal(await limiter.admit(plan, () => Promise.resolve('sent')), 'sent')
})

test('not one request is sent beyond the budget, however many ask at once', async () => {
  const limiter = new RateLimiter({ ...free, requests: 5 })
  let sent = 0
  const outcomes = await Promise.allSettled(
    Array.from({ length: 9 }, () => limiter.admit(plan, async () => void (sent += 1))),
  )
  assert.equal(sent, 5)
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []))
  assert.equal(refused.length, 4)
  assert.ok(refused.every((error) => error instanceof BudgetSpent && error.message.includes('5')))
  assert.equal(limiter.budget.requestsLeft, 0)
})

test('a budget of nothing sends nothing', async () => {
  await assert.rejects(
    new RateLimiter({ ...free, requests: 0 }).admit(plan, () => Promise.reject(new Error('sent'))),
    BudgetSpent,
  )
})

test('requests keep the pace, without a burst after a pause', async () => {
  const limiter = new RateLimiter({ ...free, rate: 100 })
  const burst = async (): Promise<number[]> => {
    const times: number[] = []
    const send = (): Promise<void> => limiter.admit(plan, async () => void times.push(performance.now()))
    await Promise.all([send(), send(), send()])
    return times
  }
  const first = await burst()
  await tick(60)
  // A busy machine may be late, and timers a little early; never so much that two requests leave together.
  for (const [start = 0, second = 0, third = 0] of [first, await burst()]) {
    assert.ok(second - start > 7 && third - start > 17, `${second - start} ms, ${third - start} ms`)
  }
})

const asking = (max_tokens: number): ReturnType<typeof complete> => complete({ model: 'svc/x', max_tokens })

test('tokens are counted as they are asked for, and none is asked for beyond the budget', async () => {
  const limiter = new RateLimiter({ ...free, tokens: 100 })
  const ask = (tokens: number): Promise<number> => limiter.admit(asking(tokens), async () => tokens)
  await ask(60)
  await assert.rejects(ask(41), /100 output tokens/)
  assert.equal(await ask(40), 40)
  assert.equal(limiter.budget.tokens, 100)
  assert.equal(await limiter.admit(plan, async () => 'a list asks for none'), 'a list asks for none')
})

test('a request without a limit of its own, or with an absurd one, counts as much as any deployment gives', () => {
  const budget = (body: object): number => {
    const limiter = new RateLimiter(free)
    limiter.budget.take(complete(body))
    return limiter.budget.tokens
  }
  assert.deepEqual(
    [budget({ model: 'svc/x' }), budget({ max_tokens: 2 ** 60 }), budget({ max_completion_tokens: 7 })],
    [4096, 4096, 7],
  )
})

test('bytes of both directions count', async () => {
  const limiter = new RateLimiter({ ...free, bytes: 1000 })
  await limiter.admit(asking(1), async () => limiter.budget.received(900))
  await assert.rejects(
    limiter.admit(complete({ model: 'x'.repeat(200) }), async () => 'sent'),
    /1000 bytes/,
  )
  assert.equal(limiter.budget.received(100), false)
})

test('nothing is sent when the time is over', async () => {
  const limiter = new RateLimiter({ ...free, time: 0 })
  await assert.rejects(
    limiter.admit(plan, async () => 'sent'),
    /0 s is spent/,
  )
})
