import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  afterDone,
  CAPABILITIES,
  cut,
  type Disturb,
  type DisturbName,
  end,
  endMidEvent,
  endWithoutDone,
  errorEvent,
  firstByte,
  gap,
  hang,
  latency,
  linger,
  listFaults,
  listVariants,
  type MockServer,
  malformed,
  reset,
  rewrite,
  SOCKET_ONLY,
  split,
  stall,
  type Transport,
} from '../../../mock/index.ts'
import { valid } from '../asking.ts'
import { type Ending, onFetch, onSocket, type Sender, stillMock, type View } from '../journal/views.ts'

/** What arrives when: the time in milliseconds, and the text that arrives at that time. */
type Timeline = readonly (readonly [at: number, text: string])[]

interface Seen {
  readonly timeline: Timeline
  readonly ends: readonly [at: number, ending: Ending]
}

const SENDERS: Record<Transport, Sender> = { socket: onSocket, fetch: onFetch }

/** The undisturbed response; new mocks with the same seed give the same bytes. */
async function plain(stream: boolean): Promise<string> {
  await using mock = await stillMock()
  const view = onSocket(mock, mock.project().key, { stream })
  await view.until(() => view.ending !== 'open')
  return view.text.slice(4)
}

const E = (await plain(true)).split(/(?<=\n\n)/)
const JSON_BODY = await plain(false)
const [HEAD, ROLE = '', FIRST = ''] = ['200 ', ...E]
const DONE = E.at(-1)
const all = E.join('')
const upTo = (count: number): string => HEAD + E.slice(0, count).join('')
const FAILED =
  'data: {"error":{"message":"The stream has failed, provoked by the disturbance error-event.","type":"server_error","param":null,"code":"unavailable"}}\n\n'
const half = (text: string): string =>
  Buffer.from(text)
    .subarray(0, Math.floor(Buffer.byteLength(text) / 2))
    .toString()

const whole = (text: string): Seen => ({ timeline: [[0, text]], ends: [0, 'whole'] })
const broken = (ending: Ending, text: string): Seen => ({ timeline: [[0, text]], ends: [0, ending] })
const waited = (wait: number, first: string, then: string): Seen => ({
  timeline: [
    [0, first],
    [wait, then],
  ],
  ends: [wait, 'whole'],
})

const paced = (event: string, at: number) => [at * 40, at === 0 ? HEAD + event : event] as const

const STREAMS: [disturb: Disturb, seen: Seen][] = [
  [latency({ ms: '2s' }), waited(2000, '', HEAD + all)],
  [firstByte({ ms: 300 }), waited(300, HEAD, all)],
  [gap({ ms: 40 }), { timeline: E.map(paced), ends: [(E.length - 1) * 40, 'whole'] }],
  [stall({ after: 2, ms: '1m' }), waited(60_000, upTo(2), E.slice(2).join(''))],
  [stall({ ms: 50 }), waited(50, HEAD, all)],
  [hang(), broken('open', '')],
  [hang({ after: 3 }), broken('open', upTo(3))],
  [cut(), broken('cut', '')],
  [cut({ after: 0 }), broken('cut', HEAD)],
  [cut({ after: 2 }), broken('cut', upTo(2))],
  [cut({ after: 1, bytes: 5 }), broken('cut', upTo(1) + FIRST.slice(0, 5))],
  [cut({ bytes: 100_000 }), broken('cut', HEAD + ROLE.slice(0, -1))],
  [cut({ after: 1000 }), broken('cut', HEAD + all)],
  [reset(), broken('reset', '')],
  [reset({ after: 2, bytes: 1 }), broken('reset', `${upTo(2)}d`)],
  [end(), whole(HEAD)],
  [end({ after: 2 }), whole(upTo(2))],
  [end({ after: 1000 }), whole(upTo(E.length - 2))],
  [endWithoutDone(), whole(upTo(E.length - 1))],
  [endMidEvent({ after: 1, bytes: 9 }), whole(upTo(1) + FIRST.slice(0, 9))],
  [endMidEvent(), whole(HEAD + half(ROLE))],
  [endMidEvent({ after: 1000, bytes: 1000 }), whole(HEAD + all.slice(0, -1))],
  [errorEvent({ after: 1 }), whole(upTo(1) + FAILED)],
  [errorEvent({ after: 1000, done: true }), whole(upTo(E.length - 1) + FAILED + DONE)],
  [malformed({ after: 1 }), whole(`${upTo(1)}${FIRST.trimEnd().slice(0, -2)}\n\n${E.slice(2).join('')}`)],
  [malformed({ after: 1000 }), whole(`${upTo(E.length - 1)}data: {"choices":[\n\n${DONE}`)],
  [linger({ ms: 500 }), { timeline: [[0, HEAD + all]], ends: [500, 'whole'] }],
  [afterDone(), whole(HEAD + all + E[E.length - 3])],
  [rewrite({ body: 'data: x\n\n' }), whole(`${HEAD}data: x\n\n`)],
  [rewrite({ body: 'grüß', at: [2, 99], ms: 40 }), waited(40, `${HEAD}gr`, 'üß')],
  [split('bytes'), whole(HEAD + all)],
]

const DOCUMENTS: [disturb: Disturb, seen: Seen][] = [
  [latency({ ms: 10 }), waited(10, '', HEAD + JSON_BODY)],
  [firstByte({ ms: 300 }), waited(300, HEAD, JSON_BODY)],
  [hang({ after: 1 }), broken('open', HEAD + half(JSON_BODY))],
  [cut({ bytes: 7 }), broken('cut', HEAD + JSON_BODY.slice(0, 7))],
  [cut({ after: 3 }), broken('cut', HEAD + half(JSON_BODY))],
  [reset({ bytes: 100_000 }), broken('reset', HEAD + JSON_BODY.slice(0, -1))],
  [split({ at: [1, 5] }), whole(HEAD + JSON_BODY)],
  [rewrite({ body: '{}' }), whole(`${HEAD}{}`)],
  [rewrite({ body: '{}', at: [1], ms: 40 }), waited(40, `${HEAD}{`, '}')],
  [gap({ ms: 40 }), whole(HEAD + JSON_BODY)],
  [end(), whole(HEAD + JSON_BODY)],
]

/** Advances the clock along the timeline, and compares what has arrived at each step and 1 ms before it. */
async function follow(mock: MockServer, view: View, { timeline, ends }: Seen): Promise<Ending> {
  // Wait until the response exists, so that its pauses have begun.
  while (mock.gateway.ledger(mock.gateway.projects.at(-1) ?? '').attempts === 0) await new Promise(setImmediate)
  let now = 0
  let expected = ''
  const reach = async (at: number): Promise<void> => {
    if (at === now) return
    await mock.clock.advance(at - now - 1)
    assert.equal(view.text, expected)
    assert.equal(view.ending, 'open')
    await mock.clock.advance(1)
    now = at
  }
  for (const [at, text] of timeline) {
    await reach(at)
    expected += text
    await view.until(() => Buffer.byteLength(view.text) >= Buffer.byteLength(expected) || view.ending !== 'open')
    assert.equal(view.text, expected)
  }
  const [at, ending] = ends
  await reach(at)
  if (ending === 'open') {
    await mock.clock.advance('1h')
    view.leave()
    return view.ending
  }
  await view.until(() => view.ending !== 'open')
  assert.equal(view.text, expected)
  return view.ending
}

const ROWS = [
  ...STREAMS.map(([disturb, seen]) => ({ disturb, seen, stream: true })),
  ...DOCUMENTS.map(([disturb, seen]) => ({ disturb, seen, stream: false })),
]

/** A client on Node 22 mistakes an RST right after other bytes for a FIN; the mock sends the same. */
const isResetMissed = process.versions.node.startsWith('22.')

for (const { disturb, seen, stream } of ROWS) {
  for (const [transport, send] of Object.entries(SENDERS) as [Transport, Sender][])
    test(`${disturb} disturbs a ${stream ? 'stream' : 'JSON body'} as described, through ${transport}`, async () => {
      await using mock = await stillMock()
      const { key } = mock.project({ disturbances: [disturb] })
      const [at, ending] = seen.ends
      const shown = CAPABILITIES[disturb.name as DisturbName][transport] === 'same-as-cut' ? 'cut' : ending
      const ended = await follow(mock, send(mock, key, { stream }), { ...seen, ends: [at, shown] })
      if (!(shown === 'reset' && isResetMissed)) assert.equal(ended, shown)
      else assert.match(ended, /^(?:reset|cut)$/)
    })
}

test('every disturbance has a row above, and transports are inexact only for an RST', () => {
  assert.deepEqual(Object.keys(CAPABILITIES).sort(), [...new Set(STREAMS.map(([{ name }]) => name))].sort())
  const blurred = Object.entries(CAPABILITIES).flatMap(([name, row]) =>
    Object.values(row).some((capability) => capability !== 'exact') ? [name] : [],
  )
  assert.deepEqual(blurred, ['reset'])
})

test('fetch throws for exactly the faults and variants that need a socket, and names them', async () => {
  await using mock = await stillMock()
  mock.clock.resume()
  const { key } = mock.project()
  const body = JSON.stringify(valid())
  const thrown: string[] = []
  for (const [family, { name }] of [
    ...listFaults().map((fault) => ['faults', fault] as const),
    ...listVariants().map((variant) => ['variants', variant] as const),
  ]) {
    const url = `${mock.url}/${family}/${name}/v1/chat/completions`
    const asked = mock.fetch(url, { method: 'POST', headers: { authorization: `Bearer ${key}` }, body })
    await asked.then(
      (response) => response.text(),
      (error: Error) => {
        assert.match(error.message, new RegExp(`^fetch and msw cannot carry ${name}: .* It needs a socket`))
        thrown.push(name)
      },
    )
  }
  assert.deepEqual(thrown.sort(), Object.keys(SOCKET_ONLY).sort())
})

test('a fetch fails if a fault ends the connection instead of responding', async () => {
  await using mock = await stillMock()
  for (const fault of ['size-hangs-up-early', 'size-closes-quietly'])
    await assert.rejects(
      mock.fetch(`${mock.url}/faults/${fault}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${mock.key}` },
        body: ' '.repeat(1_048_577),
      }),
      { name: 'TypeError', message: 'fetch failed' },
    )
})
