import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BudgetSpent } from '../../../../suites/harness/client/budget.ts'
import { type Clock, RateLimiter } from '../../../../suites/harness/client/rate-limiter.ts'
import { complete, listModels, postRaw } from '../../../../suites/harness/http/request.ts'

const free = { requests: 1000, rate: Number.POSITIVE_INFINITY, concurrency: 4 }
const plan = listModels()
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A clock that advances only by sleeping, and without waiting. */
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

/** Records the maximum number of concurrent requests. */
class Load {
  #running = 0
  most = 0

  async during(work: () => Promise<unknown>): Promise<void> {
    this.#running += 1
    this.most = Math.max(this.most, this.#running)
    await work()
    this.#running -= 1
  }
}

const times = <T>(length: number, make: (at: number) => Promise<T>): Promise<T>[] =>
  Array.from({ length }, (_, at) => make(at))

test('runs all requests, but never more at once than the concurrency', async () => {
  const limiter = new RateLimiter(free)
  const load = new Load()
  await Promise.all(times(30, () => limiter.admit(plan, () => load.during(turn))))
  assert.deepEqual([load.most, limiter.budget.spent.requests], [4, 30])
})

test('starts requests in the order of their calls', async () => {
  const limiter = new RateLimiter({ ...free, concurrency: 2 })
  const started: number[] = []
  await Promise.all(times(12, (at) => limiter.admit(plan, async () => void started.push(at))))
  assert.deepEqual(started, [...Array(12).keys()])
})

test('a failed request rejects, and frees its slot for the next one', async () => {
  const limiter = new RateLimiter({ ...free, concurrency: 1 })
  const failing = times(3, () => limiter.admit(plan, () => Promise.reject(new Error('broken'))))
  for (const { status } of await Promise.allSettled(failing)) assert.equal(status, 'rejected')
  assert.equal(await limiter.admit(plan, () => Promise.resolve('sent')), 'sent')
})

test('sends no request beyond the budget, with any number of concurrent callers', async () => {
  const limiter = new RateLimiter({ ...free, requests: 5 })
  let sent = 0
  const outcomes = await Promise.allSettled(times(9, () => limiter.admit(plan, async () => void (sent += 1))))
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []))
  assert.deepEqual([sent, refused.length, limiter.budget.requestsLeft], [5, 4, 0])
  assert.ok(refused.every((error) => error instanceof BudgetSpent && error.message.includes('5')))
})

for (const [limits, spent] of [[{ requests: 0 }, '0 requests'] as const, [{ time: 0 }, '0 s'] as const])
  test(`sends nothing with a budget of ${spent}`, async () => {
    const sending = new RateLimiter({ ...free, ...limits }).admit(plan, () => Promise.reject(new Error('sent')))
    await assert.rejects(sending, { constructor: BudgetSpent, message: `the budget of ${spent} is spent` })
  })

test('keeps the rate, without a burst after a pause', async () => {
  const clock = new SleepersClock()
  const limiter = new RateLimiter({ ...free, rate: 100 }, clock)
  const burst = async (): Promise<number[]> => {
    const sent: number[] = []
    await Promise.all(times(3, () => limiter.admit(plan, async () => void sent.push(clock.now()))))
    return sent
  }
  const first = await burst()
  await clock.sleep(60)
  const second = await burst()
  assert.deepEqual(first, [1000, 1010, 1020])
  assert.deepEqual(second, [1080, 1090, 1100])
})

test('sends nothing during a hold of the target, and then halves the concurrency', async () => {
  const clock = new SleepersClock()
  const limiter = new RateLimiter(free, clock)
  const load = new Load()
  const sent: number[] = []
  const note = async (): Promise<void> => {
    sent.push(clock.now())
    await turn()
  }
  assert.equal(limiter.hold(500), true)
  await Promise.all(times(4, () => limiter.admit(plan, () => load.during(note))))
  assert.deepEqual([...sent, load.most], [1500, 1500, 1500, 1500, 2])
  assert.equal(limiter.hold(299_501), false)
})

const asking = (max_tokens: number): ReturnType<typeof complete> =>
  complete({ model: 'svc/x', messages: [], max_tokens })

test('counts requested tokens, and requests none beyond the budget', async () => {
  const limiter = new RateLimiter({ ...free, tokens: 100 })
  const ask = (tokens: number): Promise<number> => limiter.admit(asking(tokens), async () => tokens)
  await ask(60)
  await assert.rejects(ask(41), /100 output tokens/)
  assert.equal(await ask(40), 40)
  assert.equal(limiter.budget.spent.tokens, 100)
  assert.equal(await limiter.admit(plan, async () => 'a list asks for none'), 'a list asks for none')
})

for (const [what, tokens, body] of [
  ['without a token limit', 4096, '"model":"svc/x"'],
  ['with an absurd token limit', 4096, `"max_tokens":${2 ** 60}`],
  ['with the other limit', 7, '"max_completion_tokens":7'],
  ['with escapes in the name of its limit', 7, '"\\u006dax_t\\u006Fkens" : 7'],
] as const)
  test(`counts ${tokens} tokens for a request ${what}`, () => {
    const { budget } = new RateLimiter(free)
    budget.take(postRaw(`{"messages":[],${body}}`))
    assert.equal(budget.spent.tokens, tokens)
  })

test('counts the bytes of both directions', async () => {
  const limiter = new RateLimiter({ ...free, bytes: 1000 })
  await limiter.admit(asking(1), async () => limiter.budget.received(900))
  const sending = limiter.admit(complete({ model: 'x'.repeat(200) }), async () => 'sent')
  await assert.rejects(sending, /1000 bytes/)
  assert.equal(limiter.budget.received(100), false)
})

test('continues below the rate that succeeded after a 429, and speeds up again if that works', async () => {
  const clock = new SleepersClock()
  const limiter = new RateLimiter({ ...free, concurrency: 1 }, clock)
  const sent: number[] = []
  const ask = (): Promise<void> => limiter.admit(plan, async () => void sent.push(clock.now()))
  // Forty requests in two seconds: the target has accepted twenty a second.
  for (let at = 0; at < 40; at += 1) {
    await ask()
    await clock.sleep(50)
  }
  assert.equal(limiter.hold(1000), true)
  sent.length = 0
  for (let at = 0; at < 60; at += 1) await ask()
  const gap = (at: number): number => Math.round((sent[at] ?? 0) - (sent[at - 1] ?? 0))
  assert.deepEqual([gap(10), gap(55)], [Math.round(1000 / 15), Math.round(1000 / 30)])
})

type Refusal = (now: number) => number | undefined

/** Allows a number of requests in each minute. @returns the wait of a refused request in milliseconds */
function perMinute(most: number): Refusal {
  let [minute, used] = [0, 0]
  return (now) => {
    if (minute !== Math.floor(now / 60_000)) [minute, used] = [Math.floor(now / 60_000), 0]
    used += 1
    return used <= most ? undefined : Math.ceil((60_000 - (now % 60_000)) / 1000) * 1000
  }
}

/** A token bucket that refills at this rate per second, and holds ten times as many. */
function perSecond(rate: number): Refusal {
  let [tokens, at] = [10 * rate, 1000]
  return (now) => {
    tokens = Math.min(10 * rate, tokens + ((now - at) / 1000) * rate)
    at = now
    if (tokens < 1) return 1000
    tokens -= 1
    return undefined
  }
}

function everySeventh(): Refusal {
  let asked = 0
  return () => (++asked % 7 === 0 ? 1000 : undefined)
}

type Row = readonly [limit: string, refusal: Refusal, refused: number, seconds: number, rate?: number]

const targets: readonly Row[] = [
  ['30 requests a minute', perMinute(30), 60, 1500],
  ['60 requests a minute', perMinute(60), 60, 1000],
  ['90 requests a minute', perMinute(90), 60, 800],
  ['300 requests a minute', perMinute(300), 60, 300],
  ['a request in two seconds', perSecond(0.5), 60, 1500],
  ['one request a second', perSecond(1), 60, 900],
  ['two requests a second', perSecond(2), 60, 500],
  ['five requests a second', perSecond(5), 60, 300],
  // To send more slowly would not help here.
  ['six of seven requests', everySeventh(), 120, 400],
  ['six of seven requests, at five a second', everySeventh(), 120, 400, 5],
]

for (const [limit, refusal, mostRefused, seconds, rate = free.rate] of targets)
  test(`completes 700 requests to a target that allows ${limit}`, async () => {
    const clock = new SleepersClock()
    const limiter = new RateLimiter({ ...free, concurrency: 8, rate }, clock)
    let refused = 0
    const ask = async (): Promise<number | undefined> => {
      await clock.sleep(300)
      return refusal(clock.now())
    }
    const isLimited = (wait: number | undefined): boolean => wait !== undefined
    const served = async (): Promise<void> => {
      const wait = await limiter.admit(plan, ask, { isLimited })
      if (wait === undefined) return
      refused += 1
      assert.ok(limiter.hold(wait), 'the wait for limits is too long')
      await served()
    }
    await Promise.all(times(700, served))
    assert.ok(refused <= mostRefused, `${refused} requests met the limit`)
    assert.ok(clock.now() <= seconds * 1000, `it took ${clock.now() / 1000} s`)
  })

test('sends one large body at a time, and small requests meanwhile', async () => {
  const limiter = new RateLimiter({ ...free, concurrency: 4 })
  const large = complete({ model: 'm', text: 'x'.repeat(100_000) })
  const load = new Load()
  const release: (() => void)[] = []
  const held = (): Promise<void> => new Promise((go) => release.push(go))
  const all = times(3, () => limiter.admit(large, () => load.during(held)))
  await limiter.admit(plan, async () => undefined)
  for (let at = 0; at < 3; at += 1) {
    while (release.length === 0) await turn()
    release.shift()?.()
  }
  await Promise.all(all)
  assert.equal(load.most, 1)
})

test('work that runs alone waits for the requests in flight, and delays all others', async () => {
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

test('failed work that ran alone does not block later requests', async () => {
  const limiter = new RateLimiter(free)
  const failing = limiter.alone(() => Promise.reject(new Error('broken')))
  await assert.rejects(failing, /broken/)
  assert.equal(await limiter.admit(plan, async () => 'sent'), 'sent')
})
