import assert from 'node:assert/strict'
import { mock as fakes, test } from 'node:test'
import { type Duration, pause, reply, startMock, stream, VirtualClock } from '../../../mock/index.ts'
import { chunks, mockForFile, post, send, valid } from '../asking.ts'

const mock = await mockForFile()
const { clock } = mock

/** A clock frozen at a round time, and a log of its callbacks. */
function standing(): { clock: VirtualClock; happened: string[]; note: (name: string) => () => void } {
  const still = new VirtualClock()
  still.freeze(1_000_000)
  const happened: string[] = []
  return { clock: still, happened, note: (name) => () => void happened.push(`${name} at ${still.now() - 1_000_000}`) }
}

test('advance runs all scheduled callbacks in order, each at its time', async () => {
  const { clock, happened, note } = standing()
  clock.after(30, note('late'))
  clock.after(10, note('soon'))
  clock.after(10, note('soon too'))
  clock.after(20, () => void clock.after(5, note('nested')))
  clock.after(31, note('beyond'))
  await clock.advance(30)
  assert.deepEqual(happened, ['soon at 10', 'soon too at 10', 'nested at 25', 'late at 30'])
  assert.equal(clock.now(), 1_000_030)
  await clock.advance('1ms')
  assert.equal(happened.at(-1), 'beyond at 31')
})

test('a cancelled callback does not run', async () => {
  const { clock, happened, note } = standing()
  const cancel = clock.after(10, note('first'))
  clock.after(5, cancel)
  await clock.advance('1s')
  assert.deepEqual(happened, [])
})

test('two concurrent advances run one after the other', async () => {
  const { clock, happened, note } = standing()
  clock.after(1_500, note('in the second'))
  await Promise.all([clock.advance('1s'), clock.advance('1s')])
  assert.equal(clock.now(), 1_002_000)
  assert.deepEqual(happened, ['in the second at 1500'])
})

test('a frozen clock stands still, but runs callbacks that are scheduled for now', async () => {
  const { clock, happened, note } = standing()
  const went = new Promise<void>((resolve) => {
    clock.after(1, () => {
      note('later')()
      resolve()
    })
  })
  await new Promise<void>((resolve) => void clock.after(0, resolve))
  await new Promise((resolve) => setTimeout(resolve, 5))
  assert.deepEqual(happened, [])
  clock.resume()
  await went
  assert.equal(happened.length, 1)
})

test('a callback that waits when the clock is frozen runs only after it resumes', async () => {
  const clock = new VirtualClock()
  let happened = 0
  const went = new Promise<void>((resolve) => {
    clock.after(100, () => {
      happened += 1
      resolve()
    })
  })
  clock.freeze()
  await new Promise((resolve) => setTimeout(resolve, 120))
  assert.equal(happened, 0)
  clock.resume()
  await went
  assert.equal(happened, 1)
})

test('a wait longer than the maximum timeout of Node does not end at once', async () => {
  const { clock, happened, note } = standing()
  clock.resume()
  const cancel = clock.after(2 ** 40, note('in 35 years'))
  await new Promise((resolve) => setTimeout(resolve, 5))
  assert.deepEqual(happened, [])
  await clock.advance(2 ** 40)
  assert.equal(happened.length, 1)
  cancel()
})

for (const span of ['1', '-1s', -1, Number.NaN, 'soon'] as Duration[])
  test(`refuses ${span} as a duration`, () =>
    assert.rejects(clock.advance(span), /is not a duration; write milliseconds or a text such as 200ms/))

test('refuses Infinity as a time', () =>
  assert.throws(() => new VirtualClock().freeze(Number.POSITIVE_INFINITY), /must be milliseconds since the epoch/))

test('advancing the clock ends a window of one minute, and Retry-After gives the rest of it', async () => {
  const { key } = mock.project({ quota: { requests_per_minute: 2 } })
  const ask = () => post(mock.url, valid(), key)
  clock.freeze()
  assert.deepEqual([(await ask()).status, (await ask()).status], [200, 200])
  const refused = await ask()
  assert.equal(refused.status, 429)
  const wait = Number(refused.headers.get('retry-after'))
  assert.ok(wait >= 1 && wait <= 60, `${wait}`)
  await clock.advance(`${wait - 1}s`)
  assert.equal((await ask()).headers.get('retry-after'), '1')
  await clock.advance('1s')
  assert.equal((await ask()).status, 200)
  clock.resume()
})

test('created is the time of the clock, in JSON and streams', async () => {
  clock.freeze(2_000_000_000_000)
  assert.equal((await post(mock.url, valid())).json.created, 2_000_000_000)
  await clock.advance('1h')
  assert.equal(chunks((await post(mock.url, valid({ stream: true }))).text)[0].created, 2_000_003_600)
  clock.freeze(Date.now())
  clock.resume()
})

test('pauses of models and scripts follow the clock, also on open connections', async () => {
  const slow = { 'svc/slow': { reply: 'word '.repeat(40), pace: { first_ms: 60_000, gap_ms: 60_000 } } }
  const paced = mock.project({ models: slow })
  const scripted = mock.project({ models: ['svc/slow'] })
  const pieces = Array.from({ length: 50 }, (_, at) => [pause('1h'), `${at} `]).flat()
  const opened = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const { key } = at % 2 ? paced : scripted.next(stream(pieces))
      const body = JSON.stringify(valid({ model: 'svc/slow', stream: true }))
      const headers = { authorization: `Bearer ${key}` }
      return (at % 4 < 2 ? fetch : mock.fetch)(`${mock.url}/v1/chat/completions`, { method: 'POST', headers, body })
    }),
  )
  const read = Promise.all(opened.map((response) => response.text()))
  await clock.advance('51h')
  for (const [at, text] of (await read).entries()) {
    const texts = chunks(text).map(({ choices }) => choices[0].delta.content ?? '')
    assert.equal(texts.join(''), at % 2 ? 'word '.repeat(40) : Array.from({ length: 50 }, (_, n) => `${n} `).join(''))
    assert.match(text, /\[DONE\]\n\n$/)
  }
})

test('after each advance, a client has received exactly what was scheduled by then', async () => {
  const project = mock.project()
  project.next(stream(['one', pause('10s'), 'two', pause('10s'), 'three']))
  clock.freeze()
  const response = await send(mock.url, valid({ stream: true }), project.key)
  let received = ''
  const reading = (async () => {
    for await (const bytes of response.body ?? []) received += new TextDecoder().decode(bytes)
  })()
  await clock.advance('9s')
  assert.match(received, /one/)
  assert.doesNotMatch(received, /two/)
  await clock.advance('1s')
  assert.match(received, /two/)
  assert.doesNotMatch(received, /three/)
  await clock.advance('10s')
  await reading
  assert.match(received, /three[\s\S]*\[DONE\]/)
  clock.resume()
})

test('the gateway responds while a test uses fake timers', async () => {
  await using gateway = await startMock()
  const project = gateway.project().next(stream(['a', pause('1m'), 'b']), reply('c'))
  fakes.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate', 'Date'] })
  try {
    const asked = post(gateway.url, valid({ stream: true }), project.key)
    await gateway.clock.advance('1ms')
    while (project.unused().length > 1) await gateway.clock.advance('1ms')
    await gateway.clock.advance('1m')
    assert.match((await asked).text, /"a"[\s\S]*"b"/)
    assert.notEqual((await post(gateway.url, valid(), project.key)).json.created, 0)
  } finally {
    fakes.timers.reset()
  }
})
