import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cut } from '../../../../mock/core/disturbances/rows.ts'
import { fail, type MockServer, pause, reply, startMock, stream } from '../../../../mock/index.ts'
import { demo, models, post, send, valid } from '../../asking.ts'
import { ask } from './admin-client.ts'

/** A ledger entry of the admin API. */
type Entry = Readonly<Record<string, number>>

/** All samples of a scrape by `name{a="b"}`, with sorted labels. */
async function scrape(mock: Pick<MockServer, 'admin'>): Promise<Map<string, number>> {
  const { text } = await ask(mock, 'GET', '/metrics')
  const samples = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): [string, number] => {
      const [, name, labels = '', value] = /^(\w+)\{(.*)\} (\S+)$/.exec(line) ?? assert.fail(line)
      return [`${name}{${labels.split(',').sort().join(',')}}`, Number(value)]
    })
  const found = new Map(samples)
  assert.equal(found.size, samples.length, 'a sample occurs twice')
  return found
}

/** The sum of the samples of a metric whose keys contain these labels. */
function sum(samples: Map<string, number>, name: string, ...labels: readonly string[]): number {
  return [...samples]
    .filter(([key]) => key.startsWith(`svc_mock_${name}{`) && labels.every((label) => key.includes(label)))
    .reduce((total, [, value]) => total + value, 0)
}

test('the metrics have the media type that Prometheus requires', async () => {
  await using mock = await startMock({ admin: {} })
  const { headers } = await ask(mock, 'GET', '/metrics')
  assert.equal(headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
})

/** Sends requests of each kind, and returns what their client saw. */
async function everything(mock: MockServer, key: string): Promise<string[]> {
  const { status } = await models(mock.url, { authorization: `Bearer ${key}` })
  const seen = [`models ${status}`]
  const bodies = [{}, {}, { n: 2 }, { model: 'svc/none' }, { stream: true }, { stream: true }, {}, {}]
  for (const changes of bodies) {
    const response = await send(mock.url, valid(changes), key)
    await response.text().catch(() => 'cut off')
    seen.push(`completion ${response.status}`)
  }
  return seen
}

test('the metrics match the ledger and what clients saw', async () => {
  await using mock = await startMock({ admin: {} })
  const project = mock.project({
    models: { [demo.chat]: { price: { prompt: 2, completion: 3 } } },
    quota: { requests_per_minute: 7 },
  })
  project.next(
    reply('x', { usage: { prompt: 10, completion: 20 } }),
    fail('unavailable'),
    stream(['a', 'b', 'c']).with(cut({ after: 2 })),
    stream(['a', 'b']),
    reply('x', { usage: 'unknown' }),
  )
  const seen = await everything(mock, project.key)
  const closing = mock.project()
  await post(mock.url, valid(), closing.key)
  closing.close()
  for (const key of ['svc_none_x', null]) await post(mock.url, valid(), key)
  await fetch(`${mock.url}/nothing`)

  // A client may see the end of its connection before the mock does.
  while (project.ledger().aborted === 0) await new Promise((resolve) => setImmediate(resolve))
  const samples = await scrape(mock)
  const counted = new Map<string, number>()
  for (const one of seen) counted.set(one, (counted.get(one) ?? 0) + 1)
  const own = `project="${project.name}"`
  for (const [one, times] of counted) {
    const [operation, status] = one.split(' ')
    assert.equal(sum(samples, 'requests_total', own, `operation="${operation}"`, `status="${status}"`), times, one)
  }
  const completions = [200, 400, 404, 429, 503].map((status) => `completion ${status}`)
  assert.deepEqual([...counted.keys()].sort(), [...completions, 'models 200'])
  assert.equal(sum(samples, 'quota_refusals_total', own, 'quota="requests_per_minute"'), 1)
  assert.equal(sum(samples, 'quota_refusals_total'), 1)
  assert.equal(sum(samples, 'requests_total', 'project="(none)"', 'operation="completion"', 'status="401"'), 2)
  assert.equal(sum(samples, 'requests_total', 'project="(none)"', 'operation="unknown"', 'status="404"'), 1)

  const { json } = await ask(mock, 'GET', '/ledger')
  assert.deepEqual(json.projects[project.name], { ...project.ledger() })
  assert.ok(json.total.price_micros > 0)
  const entries = Object.entries({ ...json.projects, '(other)': json.closed, '': json.total }) as [string, Entry][]
  for (const [name, entry] of entries) {
    const label = name === '' ? [] : [`project="${name}"`]
    const { requests, attempts, aborted, usage_known, usage_unknown, prompt_tokens, completion_tokens } = entry
    const unattributed = name === '' ? sum(samples, 'requests_total', 'project="(none)"') : 0
    assert.equal(sum(samples, 'requests_total', ...label) - unattributed, requests, name)
    assert.equal(sum(samples, 'attempts_total', ...label), attempts)
    assert.equal(sum(samples, 'aborted_total', ...label), aborted)
    assert.equal(sum(samples, 'completions_total', 'usage="known"', ...label), usage_known)
    assert.equal(sum(samples, 'completions_total', 'usage="unknown"', ...label), usage_unknown)
    assert.equal(sum(samples, 'tokens_total', 'kind="prompt"', ...label), prompt_tokens)
    assert.equal(sum(samples, 'tokens_total', 'kind="completion"', ...label), completion_tokens)
    assert.equal(sum(samples, 'price_micros_total', ...label), entry.price_micros)
  }
  assert.deepEqual([json.total.aborted, json.total.usage_unknown, json.closed.requests], [1, 1, 1])
})

test('counts a stream as open until either side ends it', async () => {
  await using mock = await startMock({ admin: {} })
  mock.clock.freeze()
  const project = mock.project()
  const slow = stream(['a', pause('1h'), 'b'])
  project.next(slow, slow, slow.with(cut({ after: 3 })), reply('x'))
  const abort = new AbortController()
  const begin = (signal?: AbortSignal): Promise<Response> =>
    send(mock.url, valid({ stream: true }), project.key, { signal })
  const open = async (): Promise<number> => sum(await scrape(mock), 'open_streams', `project="${project.name}"`)
  const [, second, third] = [await begin(abort.signal), await begin(), await begin()]
  assert.equal(await open(), 3)
  abort.abort()
  while ((await open()) === 3) assert.equal(project.ledger().requests, 3)
  assert.equal(await open(), 2)
  await mock.clock.advance('1h')
  await Promise.all([second.text(), assert.rejects(third.text())])
  while ((await open()) > 0) assert.equal(project.ledger().requests, 3)
  await (await begin()).text()
  assert.equal(await open(), 0)
})

test('counts a status outside the contract as other', async () => {
  await using mock = await startMock({ admin: {}, faults: ['invalid-as-422'] })
  assert.equal((await post(mock.url, valid({ n: 2 }))).status, 422)
  assert.equal(sum(await scrape(mock), 'requests_total', 'status="other"'), 1)
})

test('only the first hundred projects have a label, others are summed up, and no counter decreases', async () => {
  await using mock = await startMock({ admin: {} })
  const opened = Array.from({ length: 103 }, () => mock.project())
  for (const { key } of opened) await mock.fetch('/v1/models', { headers: { authorization: `Bearer ${key}` } })
  const labels = (samples: Map<string, number>): string[] =>
    [...samples.keys()].filter((key) => /^svc_mock_attempts_total\{project="project-/.test(key))
  const other = 'project="(other)"'
  const first = await scrape(mock)
  assert.equal(labels(first).length, 100)
  assert.equal(sum(first, 'requests_total', other), 3)
  opened[0]?.close()
  const second = await scrape(mock)
  assert.deepEqual([labels(second).length, sum(second, 'requests_total', other)], [99, 4])
  const late = mock.project()
  await mock.fetch('/v1/models', { headers: { authorization: `Bearer ${late.key}` } })
  const third = await scrape(mock)
  assert.deepEqual([labels(third).length, sum(third, 'requests_total', other)], [100, 4])
  assert.equal(sum(third, 'requests_total'), 104)
})

test('a configured project may be called other', async () => {
  const project = { keys: ['svc_a_b'], models: ['svc/a'] }
  await using mock = await startMock({ admin: {}, config: { models: { 'svc/a': {} }, projects: { other: project } } })
  await models(mock.url, { authorization: 'Bearer svc_a_b' })
  const samples = await scrape(mock)
  assert.equal(sum(samples, 'requests_total', 'project="other"'), 1)
  assert.equal(sum(samples, 'requests_total', 'project="(other)"'), 0)
})

test('two mocks count separately', async () => {
  await using one = await startMock({ admin: {} })
  await using other = await startMock({ admin: {} })
  await models(one.url)
  assert.equal(sum(await scrape(one), 'requests_total'), 1)
  assert.equal(sum(await scrape(other), 'requests_total'), 0)
})
