import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyBytes, split as splitInto } from '../../../mock/core/disturbances/changes.ts'
import { type Outlet, Playback } from '../../../mock/gateway/playback.ts'
import { type Disturb, split, stall, VirtualClock } from '../../../mock/index.ts'
import { streamed } from '../asking.ts'
import { onFetch, onSocket, type Sender, stillMock, TEXT, type View } from '../journal/views.ts'

async function seen(send: Sender, disturbances: readonly Disturb[], stream = true, seed = 'still'): Promise<View> {
  await using mock = await stillMock({ seed })
  const view = send(mock, mock.project({ disturbances }).key, { stream })
  await view.until(() => view.ending !== 'open')
  assert.equal(view.ending, 'whole')
  return view
}

const sizes = ({ packets }: View): number[] => packets.map(({ length }) => length)
const bytes = ({ packets }: View): Buffer => Buffer.concat(packets)

/** Reads a stream regardless of packet boundaries, as a client should. */
function readStream(packets: readonly Buffer[]): string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const text = packets.map((packet) => decoder.decode(packet, { stream: true })).join('') + decoder.decode()
  return streamed({ text }).join('')
}

const plain = bytes(await seen(onSocket, []))

for (const [transport, send] of Object.entries({ 'a socket': onSocket, fetch: onFetch })) {
  test(`packets have exactly the requested sizes through ${transport}`, async () => {
    const { length } = plain
    const rest = (size: number): number[] => (length % size === 0 ? [] : [length % size])
    const expected: [disturb: Disturb, sizes: number[]][] = [
      [split({ every: 100 }), [...Array.from({ length: Math.floor(length / 100) }, () => 100), ...rest(100)]],
      [split({ at: [1, 7, 300] }), [1, 6, 293, length - 300]],
      [split({ at: [length + 5] }), [length]],
      [split('bytes'), Array.from({ length }, () => 1)],
    ]
    for (const [disturb, wanted] of expected) {
      const view = await seen(send, [disturb])
      assert.deepEqual(sizes(view), wanted, String(disturb))
      assert.deepEqual(bytes(view), plain, String(disturb))
    }
  })

  test(`utf8 splits inside every multi-byte character and nowhere else, through ${transport}`, async () => {
    const view = await seen(send, [split('utf8')])
    const cuts = sizes(view)
      .slice(0, -1)
      .map((_, at, all) => all.slice(0, at + 1).reduce((end, size) => end + size, 0))
    const within = [...plain.keys()].filter((at) => ((plain[at] ?? 0) & 0xc0) === 0x80)
    assert.deepEqual(cuts, within)
    // 1 within ß, 2 within the sign of the euro, 3 within the emoji.
    assert.equal(cuts.length, 6)
    assert.equal(readStream(view.packets), TEXT)
  })

  test(`random packets repeat under the same seed and change with another, through ${transport}`, async () => {
    const first = sizes(await seen(send, [split('random')]))
    assert.ok(new Set(first).size > 5, String(first))
    assert.deepEqual(sizes(await seen(send, [split('random')])), first)
    assert.notDeepEqual(sizes(await seen(send, [split('random')], true, 'another')).slice(0, 5), first.slice(0, 5))
  })

  test(`pauses keep their positions, and packets are split last, through ${transport}`, async () => {
    await using mock = await stillMock()
    const end = plain.indexOf('\n\n') + 2
    const project = mock.project({ disturbances: [split({ at: [10, end + 3] }), stall({ after: 1, ms: 5 })] })
    const view = send(mock, project.key, { stream: true })
    await view.until(() => bytes(view).length === end)
    assert.deepEqual(sizes(view), [10, end - 10])
    await mock.clock.advance(5)
    await view.until(() => view.ending === 'whole')
    assert.deepEqual(sizes(view), [10, end - 10, 3, plain.length - end - 3])
  })
}

test('a stream has the same text wherever it is split in two', async () => {
  await using mock = await stillMock()
  const project = mock.project()
  for (let offset = 1; offset < plain.length; offset++) {
    const headers = { 'x-test-fault': `split; at=${offset}` }
    const view = onFetch(mock, project.key, { stream: true, headers })
    await view.until(() => view.ending !== 'open')
    assert.deepEqual(sizes(view).length, 2)
    assert.equal(view.packets[0]?.length, offset)
    assert.equal(readStream(view.packets), TEXT)
  }
})

test('a JSON body keeps its length when it is split', async () => {
  const whole = await seen(onSocket, [], false)
  const view = await seen(onFetch, [split({ every: 50 })], false)
  assert.deepEqual(bytes(view), bytes(whole))
  assert.deepEqual([...new Set(sizes(view).slice(0, -1))], [50])
  // On a socket, a body arrives whole only if Content-Length matches its bytes.
  assert.deepEqual(bytes(await seen(onSocket, [split({ every: 50 })], false)), bytes(whole))
})

test('writes packets in separate turns of the event loop, so that no transport joins them', async () => {
  const writes: string[] = []
  let over = false
  const outlet: Outlet = {
    write: (part) => writes.push(Buffer.from(part).toString()) > 0,
    onceReady: () => undefined,
    act: () => undefined,
    end: () => {
      over = true
    },
  }
  const clock = new VirtualClock()
  clock.freeze()
  new Playback(splitInto(everyBytes(2))(['ab', 'cde']), outlet, clock).play()
  for (const written of [['ab'], ['ab', 'cd'], ['ab', 'cd', 'e']]) {
    assert.deepEqual(writes, written)
    await new Promise(setImmediate)
  }
  assert.equal(over, true)
})
