import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo, type ProjectOptions, reply, startMock } from '../../../mock/index.ts'
import { mockForFile, models, post, said, saying, valid } from '../asking.ts'

const mock = await mockForFile()

const idsOf = async (key: string, base = mock.url): Promise<string[]> =>
  (await models(base, key)).json.data.map(({ id }: { id: string }) => id)

test('a mock is ready with a url, a port and a key', async () => {
  assert.equal(mock.url, `http://127.0.0.1:${mock.port}`)
  assert.equal(mock.key, demo.valid)
  assert.equal((await post(mock.url, valid(), mock.key)).status, 200)
})

test('mock.key is the first usable key of the configuration, or a new key if there is none', async () => {
  const catalog = { 'svc/a': {} }
  const off = { keys: ['svc_off_x'], models: ['svc/a'], disabled: true }
  const none = { keys: ['svc_none_x'], models: [] }
  const on = { keys: ['svc_on_x'], models: ['svc/a'] }
  await using usable = await startMock({ config: { models: catalog, projects: { off, none, on } } })
  assert.equal(usable.key, 'svc_on_x')
  await using unusable = await startMock({ config: { models: catalog, projects: { off, none } } })
  assert.deepEqual(await idsOf(unusable.key, unusable.url), ['svc/a'])
})

test('a project has its own key in the form of the contract', async () => {
  const [one, other] = [mock.project(), mock.project({ name: 'named' })]
  assert.match(one.key, /^svc_[A-Za-z0-9-]+_[A-Za-z0-9_-]+$/)
  assert.notEqual(one.key, other.key)
  assert.equal(other.name, 'named')
  assert.equal((await post(mock.url, valid(), one.key)).status, 200)
  assert.equal((await post(mock.url, valid(), `${one.key}x`)).status, 401)
  assert.equal(one.ledger().attempts, 1)
  assert.equal(other.ledger().requests, 0)
})

test('the same seed gives the same keys; without a seed they differ', async () => {
  const keyUnder = async (seed?: string): Promise<string> => {
    await using gateway = await startMock(seed === undefined ? {} : { seed })
    return gateway.project().key
  }
  assert.equal(await keyUnder('a'), await keyUnder('a'))
  assert.notEqual(await keyUnder('a'), await keyUnder('b'))
  assert.notEqual(await keyUnder(), await keyUnder())
})

test('a project may call every available model, some of them, or models of its configuration', async () => {
  assert.deepEqual(await idsOf(mock.project().key), ['svc/echo-1', 'svc/small-1', 'svc/other-project'])
  assert.deepEqual(await idsOf(mock.project({ models: [] }).key), [])
  const own = mock.project({ models: ['svc/other-project', 'svc/made-here'] })
  assert.deepEqual(await idsOf(own.key), ['svc/other-project', 'svc/made-here'])
  assert.equal(said(await post(mock.url, valid({ model: 'svc/made-here' }), own.key)), 'Hello')
  const defined = mock.project({ models: { 'svc/made-here': { reply: 'Otherwise', price: { completion: 5 } } } })
  const responded = await post(mock.url, valid({ model: 'svc/made-here' }), defined.key)
  assert.equal(said(responded), 'Otherwise')
  assert.equal(defined.ledger().price_micros, 5 * responded.json.usage.completion_tokens)
  assert.equal((await post(mock.url, valid(), defined.key)).status, 404)
})

test('a project has its own quota, disabled state and token limits', async () => {
  const limited = mock.project({ quota: { requests_per_minute: 1 } })
  assert.equal((await post(mock.url, valid(), limited.key)).status, 200)
  assert.equal((await post(mock.url, valid(), limited.key)).status, 429)
  assert.equal((await post(mock.url, valid(), mock.project({ disabled: 'completions' }).key)).status, 403)
  const long = saying('word '.repeat(1_000))
  const finish = async (options: ProjectOptions): Promise<string> =>
    (await post(mock.url, long, mock.project(options).key)).json.choices[0].finish_reason
  assert.equal(await finish({}), 'stop')
  assert.equal(await finish({ default_max_tokens: 3 }), 'length')
  assert.equal(await finish({ max_tokens: 3 }), 'length')
})

test('rejects the key of a closed project', async () => {
  let key: string
  {
    using project = mock.project()
    key = project.key
    assert.equal((await models(mock.url, key)).status, 200)
  }
  assert.equal((await models(mock.url, key)).status, 401)
  assert.ok(!mock.gateway.projects.includes(key.split('_')[1] ?? ''))
})

test('a project responds below the base path of a fault, opened before or after the first request there', async () => {
  const before = mock.project({ name: 'before' })
  const under = `${mock.url}/faults/model-extra-member`
  await models(under, before.key)
  const after = mock.project({ name: 'after' })
  for (const { key } of [before, after]) assert.equal((await models(under, key)).status, 200)
  after.close()
  assert.equal((await models(under, after.key)).status, 401)
})

test('configured projects have a separate quota window below each fault and variant', async () => {
  const body = valid({ model: 'svc/echo-1' })
  for (const base of [mock.url, `${mock.url}/faults/model-extra-member`, `${mock.url}/variants/usage-absent`])
    for (const status of [200, 429]) assert.equal((await post(base, body, demo.limited)).status, status, base)
})

test('a project can have faults that no other project has', async () => {
  const [broken, sound] = [mock.project({ faults: ['usage-total-tokens-string'] }), mock.project()]
  const total = async (key: string): Promise<unknown> => (await post(mock.url, valid(), key)).json.usage.total_tokens
  assert.equal(typeof (await total(broken.key)), 'string')
  assert.equal(typeof (await total(sound.key)), 'number')
  assert.equal(mock.emitted('usage-total-tokens-string'), 1)
})

const unusable: [ProjectOptions, RegExp][] = [
  [{ name: 'main' }, /name: a project is called main already; give this one another name/],
  [{ name: 'no name' }, /name: is not a project name/],
  [{ models: ['gpt-4'] }, /models\[0\]: is not a model id; write svc\//],
  [{ models: { 'svc/a': { price: { prompt: -1 } } } }, /models\.svc\/a\.price\.prompt: must be a whole number/],
  [{ quota: { requests_per_minute: 1.5 } }, /quota\.requests_per_minute: must be a whole number/],
  [{ disabled: 'yes' as never }, /disabled: must be one of true, false, account, completions/],
  [{ max_tokens: 0 }, /max_tokens: must be a whole number from 1/],
  [{ strict: 1 as never }, /strict: must be one of true, false/],
  [{ keys: ['svc_a_b'] } as never, /keys: unknown member; use one of name, models/],
  [{ faults: ['nothing'] }, /faults\[0\]: There is no fault called nothing; svc-conformance list faults shows all/],
  [
    { faults: ['scheme-in-one-case-only'] },
    /faults\[0\]: The fault scheme-in-one-case-only decides before the key is known; use the base URL/,
  ],
]

for (const [options, message] of unusable)
  test(`a project is refused with ${message.source}`, () => {
    const projects = mock.gateway.projects.length
    assert.throws(() => mock.project(options), { name: 'ConfigError', message })
    assert.equal(mock.gateway.projects.length, projects)
  })

test('fifty projects share one server without affecting each other', async () => {
  const projects = Array.from({ length: 50 }, (_, at) => {
    const project = mock.project({ models: ['svc/shared', `svc/own-${at}`], quota: { requests_per_minute: 4 } })
    return project.next(...[0, 1, 2].map((turn) => reply(`${at}: ${turn}`)))
  })
  await Promise.all(
    projects.map(async (project, at) => {
      const texts = await Promise.all(
        [0, 1, 2].map(async (turn) => {
          const body = valid({ model: turn === 1 ? `svc/own-${at}` : 'svc/shared', stream: false })
          return said(await post(mock.url, body, project.key))
        }),
      )
      assert.equal(texts.sort().join(), `${at}: 0,${at}: 1,${at}: 2`)
      project.assertDrained()
      const foreign = await post(mock.url, valid({ model: `svc/own-${(at + 1) % 50}` }), project.key)
      assert.equal(foreign.status, 404)
      assert.equal((await post(mock.url, valid({ model: 'svc/shared' }), project.key)).status, 429)
    }),
  )
  for (const project of projects) assert.equal(project.ledger().requests, 5)
})
