import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startLayer } from '../red-team/index.ts'
import type { Ask } from '../red-team/layer/ask.ts'
import { jsonReply } from '../red-team/layer/reply.ts'
import { call, complete, type Heard } from '../second-gateway/calls.ts'
import { breachOf } from './breach.ts'
import { type Condition, conditions, type Dimension } from './conditions/index.ts'
import { deviations } from './deviations/index.ts'
import { type Draw, drawOne, isOfOneKey, wordsOf } from './draw.ts'
import { recordRun } from './estimate.ts'
import { contradicts, rateIn } from './independent/draws.ts'
import { features } from './independent/features.ts'
import { kinds } from './kinds.ts'
import type { Row } from './rows.ts'
import { percent, rateOf } from './table.ts'

const drawn = (count: number, size: 1 | 2 = 1, draw = 1): Draw[] =>
  Array.from({ length: count }, (_, at) => drawOne(at + 1, { draw, size }))

test('a seed draws the same breaches each time, and another seed draws others', () => {
  assert.deepEqual(drawn(50).map(wordsOf), drawn(50).map(wordsOf))
  assert.notDeepEqual(drawn(50, 1, 1).map(wordsOf), drawn(50, 1, 2).map(wordsOf))
})

test('every deviation, every kind of response and every dimension is drawn sooner or later', () => {
  const all = [...drawn(3000), ...drawn(3000, 2)]
  const names = (of: (draw: Draw) => readonly string[]): string[] => [...new Set(all.flatMap(of))].sort()
  const own = (items: readonly { readonly name: string }[]): string[] =>
    [...new Set(items.map(({ name }) => name))].sort()
  const dimensionsOf = (some: readonly Condition[]): Dimension[] => some.map(({ dimension }) => dimension)
  const drawnKinds = names(({ kind }) => [kind.name])
  const drawnDeviations = names(({ deviation }) => [deviation.name])
  const drawnDimensions = names((draw) => dimensionsOf(draw.conditions))
  assert.deepEqual(drawnDeviations, own(deviations))
  assert.deepEqual(drawnKinds, own(kinds))
  assert.deepEqual(drawnDimensions, [...new Set(dimensionsOf(conditions))].sort())
})

test('two conditions are of two dimensions, and a gateway can know them when it gives this kind of response', () => {
  for (const { kind, conditions: some } of drawn(500, 2)) {
    assert.equal(new Set(some.map(({ dimension }) => dimension)).size, 2)
    for (const { ofBody, forms } of some) {
      assert.ok(!ofBody || kind.reach === 'body')
      assert.ok(forms?.includes(kind.form) ?? true)
    }
  }
})

test('possible transient errors are drawn under lasting conditions', () => {
  for (const { deviation, conditions: some } of drawn(2000, 2))
    assert.ok(!deviation.lasting || some.every(({ passing }) => !passing))
})

test('names of conditions are unique, so that the words of a breach say which it is', () => {
  const names = conditions.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
})

const named = <Item extends { readonly name: string }>(items: readonly Item[], name: string): Item => {
  const item = items.find((one) => one.name === name)
  assert.ok(item, name)
  return item
}

function drawOf(kind: string, deviation: string, ...names: string[]): Draw {
  return {
    number: 1,
    kind: named(kinds, kind),
    deviation: named(deviations, deviation),
    conditions: names.map((name) => named(conditions, name)),
  }
}

test('a breach shows where its kind of response and all its conditions meet, and nowhere else', async () => {
  const draw = drawOf('401 of the list', 'no request id', 'Accept-Encoding holds gzip', 'it has traceparent')
  const breach = breachOf(draw)
  await using layer = await startLayer(breach)
  const gateway = { ...layer.gateway, url: layer.url }
  const ask = async (key: string | null, headers: Record<string, string>): Promise<boolean> => {
    const before = breach.times
    const heard: Heard = await call(gateway, '/v1/models', { key, headers })
    assert.equal(heard.headers.has('x-svc-request-id'), breach.times === before)
    return breach.times > before
  }
  const both = { 'accept-encoding': 'gzip', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }
  assert.equal(await ask(null, both), true)
  assert.equal(await ask(null, { ...both, 'accept-encoding': 'identity' }), false)
  assert.equal(await ask(null, { 'accept-encoding': 'gzip' }), false)
  assert.equal(await ask(gateway.keys.valid, both), false)
  const refused = await complete(gateway, '{}', { key: null, headers: both })
  assert.ok(refused.headers.has('x-svc-request-id'))
  assert.equal(breach.times, 1)
})

const PLAIN = { method: 'POST', url: '/v1/chat/completions', headers: [], connection: '1' }

/** Whether a condition holds for each of some requests, as if they were sent in this order. */
function shown(draw: Draw, asks: readonly Partial<Ask>[], status = 200): boolean[] {
  const breach = breachOf(draw)
  return asks.map((partial) => {
    const ask = { ...PLAIN, ...partial } as unknown as Ask
    const before = breach.times
    breach.ask?.(ask)
    breach.reply?.(jsonReply(status, {}), ask)
    return breach.times > before
  })
}

test('conditions of time count responses of the kind alone', () => {
  const draw = drawOf('completion', 'no request id', 'from the third time on')
  const [plain, stream] = [{ json: {} }, { json: { stream: true } }]
  const asks = [plain, stream, plain, stream, plain, plain]
  assert.deepEqual(shown(draw, asks), [false, false, false, false, true, true])
})

test('conditions of connections count requests on the same one', () => {
  const draw = drawOf('completion', 'no request id', 'the connection was used before')
  const asks = ['1', '2', '1', '2', '3'].map((connection) => ({ json: {}, connection }))
  assert.deepEqual(shown(draw, asks), [false, false, true, true, false])
})

test('a condition that cannot be read does not hold', () => {
  const draw = drawOf('400', 'no request id', 'a stream is asked for')
  assert.deepEqual(shown(draw, [{ json: undefined }, { json: { stream: true } }], 400), [false, true])
})

test('what needs another key or a provoked state is not among those of one key', () => {
  assert.equal(isOfOneKey(drawOf('completion', 'no request id', 'it has n')), true)
  assert.equal(isOfOneKey(drawOf('completion', 'no request id', 'the key is of another project')), false)
  assert.equal(isOfOneKey(drawOf('503', 'no request id', 'it has n')), false)
})

test('a rate is a share of all that was drawn', () => {
  const outcomes: Row['outcome'][] = ['caught', 'caught', 'not provoked', 'not judged']
  const rows = outcomes.map((outcome) => ({ outcome }) as Row)
  const rate = rateOf('all', rows)
  assert.deepEqual(rate, { name: 'all', draws: 4, caught: 2, notProvoked: 1, leftOpen: 0, notJudged: 1, misblamed: 0 })
  assert.equal(percent(rate), '50.0 %')
  assert.equal(percent({ caught: 0, draws: 0 }), '-')
})

test('conditions on features of HTTP and of the contract are met by most draws of one, and by fewer of three', async () => {
  const met = await recordRun({ profile: 'core', depth: 2 })
  const shareOf = (size: 1 | 3): number => {
    const { shown, of, low, high } = rateIn(met, { size, profile: 'core', draw: 1, count: 400 })
    assert.ok(low < shown / of && shown / of < high)
    return shown / of
  }
  const one = shareOf(1)
  assert.ok(one > 0.8, String(one))
  assert.ok(shareOf(3) < one)
  assert.equal(rateIn([], { size: 1, profile: 'core', draw: 1, count: 10 }).shown, 0)
})

test('conditions that no request can meet together contradict each other', () => {
  const condition = (name: string, of: string) => {
    const feature = features.find((each) => each.name === of)
    assert.ok(feature?.conditions[name], `${of}: ${name}`)
    return { feature, name }
  }
  const [noCoding, onlyGzip] = [condition('accept-encoding', 'no such header'), condition('gzip', 'one coding')]
  assert.ok(contradicts(noCoding, condition('br', 'a coding')))
  assert.ok(contradicts(noCoding, condition('accept-encoding', 'a header')))
  assert.ok(contradicts(onlyGzip, condition('br', 'a coding')))
  assert.ok(!contradicts(onlyGzip, condition('gzip', 'a coding')))
  assert.ok(!contradicts(noCoding, condition('accept', 'a header')))
})
