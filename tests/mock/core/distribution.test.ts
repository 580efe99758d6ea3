/** Time distributions: what they draw, what they refuse, and how responses draw pauses under a seed. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Distribution, openDistribution, sample } from '../../../mock/core/time/distribution.ts'
import { drawsFrom } from '../../../mock/gateway/ids.ts'
import { createMock, latency, loadConfig, type MockConfig, stream } from '../../../mock/index.ts'
import { folder } from '../../cli/command.ts'
import { written } from '../../cli/files.ts'

const COUNT = 20_000

/** Draws many times, and returns a function that gives their quantiles. */
function drawn(distribution: Distribution): (share: number) => number {
  const sampler = openDistribution(distribution)
  const draws = drawsFrom('a seed')
  // Uses the first number of each sequence, as the time to the first token does.
  const all = Array.from({ length: COUNT }, (_, at) => sample(sampler, draws(at, 'p/first')))
  const times = all.sort((a, b) => a - b)
  return (share) => times[Math.min(COUNT - 1, Math.floor(share * COUNT))] as number
}

const near = (value: number, wanted: number): void =>
  assert.ok(Math.abs(value - wanted) <= wanted * 0.04, `${value} is not near ${wanted}`)

for (const distribution of [
  'lognormal:p50=200ms,p95=900ms',
  'lognormal:p50=200 p95=0.9s',
  { name: 'lognormal', p50: '200ms', p95: 900 },
] as const)
  test(`half of ${JSON.stringify(distribution)} is below p50, and 95 of 100 below p95`, () => {
    const at = drawn(distribution)
    near(at(0.5), 200)
    near(at(0.95), 900)
    near(at(0.05), 200 ** 2 / 900)
  })

test('a normal distribution is symmetric, and never below zero', () => {
  const at = drawn('normal:p50=100ms,p95=150ms')
  near(at(0.5), 100)
  near(at(0.95), 150)
  near(at(0.05), 50)
  assert.equal(drawn('normal:p50=10ms,p95=100ms')(0), 0)
})

test('draws recorded times as often as they were measured, and none outside their range', () => {
  const at = drawn({ name: 'recorded', times: [400, '100ms', 200, 300, '0.5s'] })
  assert.deepEqual([at(0), at(1)], [100, 500])
  near(at(0.5), 300)
  near(at(0.9), 460)
  assert.equal(drawn({ name: 'recorded', times: [7] })(0.3), 7)
})

test('interpolates between recorded quantiles, such as those of a dashboard', () => {
  const sampler = openDistribution('recorded:p10=80ms,p50=200ms,p99=2s')
  const shares = [0, 0.05, 0.1, 0.3, 0.5, 0.745, 0.99, 0.999]
  const times = shares.map((share) => sample(sampler, () => share))
  assert.deepEqual(times, [80, 80, 80, 140, 200, 1100, 2000, 2000])
})

test('a constant time is a number, not a sampler', () => {
  for (const same of [250, '250ms', '0.25s', 'fixed:ms=250', { name: 'fixed', ms: 250 }] as const)
    assert.equal(openDistribution(same), 250)
})

const REFUSED: [unknown, RegExp][] = [
  ['soon', /not a duration.*lognormal:p50=200ms,p95=900ms/],
  [null, /not a distribution/],
  [-1, /not a duration/],
  ['lognormal:p50=200ms', /takes p50 and p95/],
  ['lognormal:p50=200ms,p95=900ms,p99=2s', /takes p50 and p95/],
  ['lognormal:p50=900ms,p95=200ms', /p95 \(200ms\) is less/],
  ['lognormal:p50=0,p95=1', /above 0/],
  ['lognormal:p50=x,p95=1', /not a duration/],
  ['gamma:p50=1,p95=2', /no distribution of this name/],
  [{ name: 'toString', p50: 1 }, /no distribution of this name/],
  [{ name: 'recorded', times: [] }, /empty/],
  [{ name: 'recorded', times: 'all' }, /empty/],
  ['recorded:p50=300ms,p10=400ms', /less than one before it/],
  ['recorded:p101=3', /list \(times\), or quantiles/],
  ['recorded:p50', /Each part of a distribution is a name and a time, such as p50=200ms/],
  ['lognormal:p50,p95=9ms', /Each part/],
  ['lognormal:p50=1ms,p50=5ms,p95=9ms', /p50 occurs twice/],
  ['recorded:file=times.txt', /configuration files and flags/],
]

for (const [distribution, words] of REFUSED)
  test(`${JSON.stringify(distribution)} is refused`, () =>
    assert.throws(() => openDistribution(distribution as Distribution), words))

/** The pauses of the responses to four requests; the clock records them and does not wait. */
async function waits(
  config: Partial<MockConfig>,
  seed = 'one',
  prepare?: (project: Project) => void,
): Promise<number[][]> {
  const all: number[][] = []
  const clock = {
    now: () => 0,
    after: (wait: number, callback: () => void) => {
      if (wait > 0) all.at(-1)?.push(wait)
      setImmediate(callback)
      return () => undefined
    },
  }
  const models = { 'svc/m': { reply: 'twelve chars' } }
  const mock = createMock({ clock, seed, config: { models, projects: PROJECTS, ...config } })
  const project = mock.project({ models: ['svc/m'] })
  prepare?.(project)
  for (const key of ['svc_p_x', 'svc_p_x', 'svc_q_x', project.key]) {
    all.push([])
    const body = JSON.stringify({ model: 'svc/m', messages: [{ role: 'user', content: 'x' }], stream: true })
    const headers = { authorization: `Bearer ${key}` }
    const response = await mock.fetch('/v1/chat/completions', { method: 'POST', headers, body })
    assert.match(await response.text(), /\[DONE\]/)
  }
  return all
}

type Project = ReturnType<ReturnType<typeof createMock>['project']>
const PROJECTS = { p: { keys: ['svc_p_x'], models: ['svc/m'] }, q: { keys: ['svc_q_x'], models: ['svc/m'] } }
const PACE = { first: 'lognormal:p50=200ms,p95=900ms', gap: 'normal:p50=2000ms,p95=3000ms' } as const

test('draws pauses for each stream and each event, which repeat under the same seed', async () => {
  const once = await waits({ pace: PACE })
  assert.deepEqual(await waits({ pace: PACE }), once)
  assert.notDeepEqual(await waits({ pace: PACE }, 'two'), once)
  const lengths = once.map(({ length }) => length)
  assert.deepEqual(lengths, [6, 6, 6, 6])
  assert.equal(new Set(once.flat()).size, 24)
})

test('draws of one project do not affect other projects, and disturbances draw separately', async () => {
  const once = await waits({ pace: PACE })
  const disturbed = { ...PROJECTS, p: { ...PROJECTS.p, disturbances: [latency({ ms: 'normal:p50=1s,p95=2s' })] } }
  const [first, , third] = await waits({ pace: PACE, projects: disturbed })
  assert.equal(first?.length, 7)
  assert.deepEqual(first?.slice(1), once[0])
  assert.deepEqual(third, once[2])
})

test('pauses of a script override those of the project, the model and the configuration, in this order', async () => {
  const [one, , two, opened] = await waits(
    {
      pace: { first_ms: 1 },
      models: { 'svc/m': { reply: 'abc', pace: { first_ms: 2 } } },
      projects: { ...PROJECTS, p: { ...PROJECTS.p, pace: { first_ms: 3 } } },
    },
    'one',
    (project) => project.next(stream('abc', { first: '4ms', gap: { name: 'recorded', times: [5] } })),
  )
  assert.deepEqual([one, two, opened], [[3], [2], [4, 5]])
  const [plain] = await waits({ pace: { first_ms: 1 } })
  assert.deepEqual(plain, [1])
})

test('steps of a script draw their pauses from distributions', async () => {
  const scripted = (project: Project): void => {
    project.always(stream(['a', 'b', 'c'], { first: 'lognormal:p50=10ms,p95=20ms', gap: 'normal:p50=1s,p95=2s' }))
  }
  const [, , , once] = await waits({}, 'one', scripted)
  assert.equal(once?.length, 4)
  assert.deepEqual((await waits({}, 'one', scripted)).at(-1), once)
})

test('a configuration can name a file of measured times, and errors in a distribution have a location', () => {
  const directory = folder()
  const starting = (first: string): MockConfig => {
    const text = `models:\n  svc/a:\n    pace:\n      first: ${first}\n      gap_ms: 3\nprojects: {}\n`
    return loadConfig(written(join(directory, 'mock.yaml'), text))
  }
  writeFileSync(join(directory, 'times.txt'), '120\n250ms\n\n1s\n')
  writeFileSync(join(directory, 'times.json'), '[120, "250ms", 1000]')
  for (const file of ['times.txt', 'times.json']) {
    const first = starting(`{ name: recorded, file: ${file} }`).models['svc/a']?.pace?.first
    assert.deepEqual((first as { times?: unknown[] } | undefined)?.times?.length, 3)
  }
  assert.throws(() => starting('{ name: recorded, file: none.txt }'), /none\.txt: cannot be read \(ENOENT\)/)
  const wrong = () => starting('lognormal:p50=3s,p95=1s')
  assert.throws(wrong, /mock\.yaml:4:\d+: models\.svc\/a\.pace\.first: p95/)
  assert.throws(() => starting('200ms\n      first_ms: 3'), /pace\.first: conflicts with first_ms/)
  assert.equal(starting('lognormal:p50=1s,p95=3s').models['svc/a']?.pace?.gap_ms, 3)
})
