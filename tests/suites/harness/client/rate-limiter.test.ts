import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BudgetSpent } from '../../../../suites/harness/client/budget.ts'
import { type Clock, RateLimiter } from '../../../../suites/harness/client/rate-limiter.ts'
import { complete, listModels, postRaw } from '../../../../suites/harness/http/request.ts'

const free = { requests: 1000, rate: Number.POSITIVE_INFINITY, concurrency: 4 }
const plan = listModels()
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A clock that advances only during a sleep, and then at once. */
class SleepersClock implements Clock {
  #now = 1000
  readonly #sleepers: { readonly until: number; readonly wake: () => void }[] = []

  now(): number {
    return this.#now
  }

  sleep(milliseconds: number): Promise<void> {
    const until = this.#now + milliseconds
    return new Promise((wake) => {
      this.#sleepers.push({ until, wake })
      this.#sleepers.sort((a, b) => a.until - b.until)
      setImmediate(() => this.#wakeFirst())
    })
  }

  #wakeFirst(): void {
    const first = this.#sleepers.shift()
    if (!first) return
    this.#now = Math.max(this.#now, first.until)
    first.wake()
  }
}

test('no more requests run at once than the concurrency allows, and all run', async () => {
  const limiter = new RateLimiter(free)
  let running = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 30 }, () =>
      limiter.admit(plan, async () => {
        running += 1
        most = Math.max(most, running)
        await turn()
        running -= 1
      }),
    ),
  )
  assert.equal(most, 4)
  assert.equal(limiter.budget.requests, 30)
})

test('requests start in the order in which they were made', async () => {
  const limiter = new RateLimiter({ ...free, concurrency: 2 })
  const started: number[] = []
  await Promise.all(Array.from({ length: 12 }, (_, index) => limiter.admit(plan, async () => void started.push(index))))
  assert.deepEqual(
    started,
    [...started].sort((a, b) => a - b),
  )
})

test('a request that fails makes room for the next, and passes its failure on', async () => {
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
  const clock = new SleepersClock()
  const limiter = new RateLimiter({ ...free, rate: 100 }, clock)
  const burst = async (): Promise<number[]> => {
    const times: number[] = []
    const send = (): Promise<void> => limiter.admit(plan, async () => void times.push(clock.now()))
    await Promise.all([send(), send(), send()])
    return times
  }
  const first = await burst()
  await clock.sleep(60)
  const second = await burst()
  assert.deepEqual(first, [1000, 1010, 1020])
  assert.deepEqual(second, [1080, 1090, 1100])
})

test('nothing is sent while the target holds us off, and its limit halves what runs at once', async () => {
  const clock = new SleepersClock()
  const limiter = new RateLimiter(free, clock)
  let running = 0
  let most = 0
  const times: number[] = []
  const send = (): Promise<void> =>
    limiter.admit(plan, async () => {
      times.push(clock.now())
      running += 1
      most = Math.max(most, running)
      await turn()
      running -= 1
    })
  assert.equal(limiter.hold(500), true)
  await Promise.all([send(), send(), send(), send()])
  assert.deepEqual([...times, most], [1500, 1500, 1500, 1500, 2])
  assert.equal(limiter.hold(299_501), false)
})

const asking = (max_tokens: number): ReturnType<typeof complete> =>
  complete({ model: 'svc/x', messages: [], max_tokens })

test('tokens are counted as they are asked for, and none is asked for beyond the budget', async () => {
  const limiter = new RateLimiter({ ...free, tokens: 100 })
  const ask = (tokens: number): Promise<number> => limiter.admit(asking(tokens), async () => tokens)
  await ask(60)
  await assert.rejects(ask(41), /100 output tokens/)
  assert.equal(await ask(40), 40)
  assert.equal(limiter.budget.tokens, 100)
  assert.equal(await limiter.admit(plan, async () => 'a list asks for none'), 'a list asks for none')
})

test('a request without its own limit, or with an absurd one, counts as much as any deployment gives', () => {
  const budget = (body: object): number => {
    const limiter = new RateLimiter(free)
    limiter.budget.take(complete({ ...body, messages: [] }))
    return limiter.budget.tokens
  }
  assert.deepEqual(
    [budget({ model: 'svc/x' }), budget({ max_tokens: 2 ** 60 }), budget({ max_completion_tokens: 7 })],
    [4096, 4096, 7],
  )
})

test('a limit counts however its name is written', () => {
  const { budget } = new RateLimiter(free)
  budget.take(postRaw('{"messages":[],"\\u006dax_t\\u006Fkens" : 7}'))
  assert.equal(budget.tokens, 7)
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

test('after a limit the run goes on below the pace that passed, and back to its own once that holds', async () => {
  const clock = new SleepersClock()
  const limiter = new RateLimiter({ ...free, concurrency: 1 }, clock)
  const times: number[] = []
  const ask = (): Promise<void> => limiter.admit(plan, async () => void times.push(clock.now()))
  // Forty requests in two seconds: the target has borne twenty a second.
  for (let at = 0; at < 40; at += 1) {
    await ask()
    await clock.sleep(50)
  }
  assert.equal(limiter.hold(1000), true)
  times.length = 0
  for (let at = 0; at < 60; at += 1) await ask()
  const gap = (at: number): number => Math.round((times[at] ?? 0) - (times[at - 1] ?? 0))
  assert.equal(gap(10), Math.round(1000 / 15))
  assert.equal(gap(55), Math.round(1000 / 30))
  assert.equal(limiter.holds, 1)
})

test('one large body is on its way at a time, and small requests pass it', async () => {
  const limiter = new RateLimiter({ ...free, concurrency: 4 })
  const large = complete({ model: 'm', text: 'x'.repeat(100_000) })
  const running = new Set<string>()
  let most = 0
  const release: (() => void)[] = []
  const send = (name: string) => async (): Promise<void> => {
    running.add(name)
    most = Math.max(most, [...running].filter((each) => each.startsWith('large')).length)
    if (name.startsWith('large')) await new Promise<void>((go) => release.push(go))
    running.delete(name)
  }
  const all = [1, 2, 3].map((at) => limiter.admit(large, send(`large ${at}`)))
  await limiter.admit(plan, send('small'))
  for (let at = 0; at < 3; at += 1) {
    while (release.length === 0) await turn()
    release.shift()?.()
  }
  await Promise.all(all)
  assert.equal(most, 1)
})

test('what runs alone waits until no request is in flight, and none begins until it is over', async () => {
  const limiter = new RateLimiter(free)
  const events: string[] = []
  const send = (name: string): Promise<void> =>
    limiter.admit(plan, async () => {
      events.push(`${name} begins`)
      await turn()
      events.push(`${name} ends`)
    })
  const alone = (name: string): Promise<void> =>
    limiter.alone(async () => {
      events.push(`${name} begins`)
      await turn()
      await limiter.keepingPace(plan, async () => void events.push(`${name} sends`))
    })
  let finish = (): void => undefined
  const first = limiter.admit(plan, () => new Promise<void>((done) => (finish = done)))
  await turn()
  const all = [alone('quiet'), alone('still'), send('last')]
  await turn()
  assert.deepEqual(events, [])
  finish()
  await Promise.all([first, ...all])
  assert.deepEqual(events, ['quiet begins', 'quiet sends', 'still begins', 'still sends', 'last begins', 'last ends'])
})

test('what runs alone and fails lets the others go on', async () => {
  const limiter = new RateLimiter(free)
  await assert.rejects(
    limiter.alone(() => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await limiter.admit(plan, async () => 'sent'), 'sent')
})
