import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMock, systemClock } from '../../../../mock/index.ts'
import { demo, mockForFile, models, post, send, streamed, valid } from '../../asking.ts'
import { ask } from './admin-client.ts'

const mock = await mockForFile({ admin: {} })

async function opened(options: unknown = {}): Promise<{ name: string; key: string }> {
  const { status, json } = await ask(mock, 'POST', '/projects', options)
  assert.equal(status, 201)
  return json
}

test('a mock has an admin API only on request', async () => {
  await using without = await startMock()
  assert.equal(without.admin, undefined)
  assert.match(mock.admin?.url ?? '', /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.notEqual(mock.admin?.port, mock.port)
  assert.deepEqual((await ask(mock, 'GET', '/health')).json, { status: 'ok' })
})

test('opens a project with a key that is shown once, lists it with its quota, and closes it', async () => {
  const quota = { requests_per_minute: 3, tokens_per_minute: 1000, concurrent_requests: 2 }
  const { name, key } = await opened({ name: 'team', models: ['svc/own'], quota, strict: true })
  assert.equal(name, 'team')
  assert.equal((await post(mock.url, valid({ model: 'svc/own' }), key)).status, 500, 'it is strict')
  await ask(mock, 'POST', '/projects/team/script', { next: [{ reply: 'four' }] })
  assert.equal((await post(mock.url, valid({ model: 'svc/own' }), key)).status, 200)
  const { json, text } = await ask(mock, 'GET', '/projects')
  const team = json.projects.find((project: { name: string }) => project.name === 'team')
  assert.deepEqual(team, {
    name: 'team',
    origin: 'opened',
    models: ['svc/own'],
    disabled: 'no',
    strict: true,
    quota: {
      requests_per_minute: { limit: 3, used: 2 },
      tokens_per_minute: { limit: 1000, used: 6 },
      concurrent_requests: { limit: 2, used: 0 },
    },
  })
  assert.equal(json.projects[0].origin, 'configured')
  assert.doesNotMatch(text, /svc_/)
  assert.equal((await ask(mock, 'DELETE', '/projects/team')).status, 204)
  assert.equal((await models(mock.url, { authorization: `Bearer ${key}` })).status, 401)
  assert.equal((await ask(mock, 'DELETE', '/projects/team')).json.error.code, 'no_such_project')
})

test('the used quota restarts with the next window', async () => {
  const { name, key } = await opened({ quota: { requests_per_minute: 1 } })
  const used = async (): Promise<unknown> =>
    (await ask(mock, 'GET', '/projects')).json.projects.find((one: { name: string }) => one.name === name).quota
  assert.equal((await post(mock.url, valid(), key)).status, 200)
  assert.deepEqual(await used(), { requests_per_minute: { limit: 1, used: 1 } })
  const before = (await ask(mock, 'POST', '/clock/freeze', {})).json.now
  const { json } = await ask(mock, 'POST', '/clock/advance', { by: '60s' })
  assert.deepEqual(json, { now: before + 60_000, frozen: true })
  assert.deepEqual(await used(), { requests_per_minute: { limit: 1, used: 0 } })
  assert.equal((await ask(mock, 'POST', '/clock/resume')).json.frozen, false)
  assert.equal((await post(mock.url, valid(), key)).status, 200)
  assert.equal((await ask(mock, 'POST', '/clock/freeze', { at: 1_000 })).json.now, 1_000)
  await ask(mock, 'POST', '/clock/resume')
})

test('refuses to close a project of the configuration', async () => {
  assert.equal((await ask(mock, 'DELETE', '/projects/main')).json.error.code, 'not_minted')
  assert.equal((await models(mock.url)).status, 200)
})

test('a script determines responses, also for a project of the configuration', async () => {
  const { name, key } = await opened({ models: ['svc/small'] })
  const path = `/projects/${name}/script`
  const next = [
    { reply: 'Hi', options: { finish: 'length', usage: { prompt: 1, completion: 2 }, created: 7 } },
    { fail: 503, options: { message: 'Busy', retryAfter: 2 }, times: 2 },
    { limit: { retryAfter: 1 } },
    { unavailable: {} },
    { reply: 'x', fault: 'usage-total-tokens-string' },
  ]
  const { json: queued } = await ask(mock, 'POST', path, { next })
  const counts = queued.unused.map(({ count }: { count: number }) => count)
  assert.deepEqual(counts, [1, 2, 1, 1, 1])
  const received = async (changes: Record<string, unknown> = {}) =>
    post(mock.url, valid({ model: 'svc/small', ...changes }), key)
  const { choices, usage, created } = (await received()).json
  const members = [choices[0].message.content, choices[0].finish_reason, usage.total_tokens, created]
  assert.deepEqual(members, ['Hi', 'length', 3, 7])
  const { status, headers, json } = await received()
  assert.deepEqual([status, headers.get('retry-after'), json.error.message], [503, '2', 'Busy'])
  assert.deepEqual([(await received()).status, (await received()).status, (await received()).status], [503, 429, 503])
  assert.equal(typeof (await received()).json.usage.total_tokens, 'string')
  assert.deepEqual((await ask(mock, 'GET', path)).json, { unused: [] })

  await ask(mock, 'POST', '/projects/main/script', { next: [{ reply: 'scripted' }] })
  assert.equal((await post(mock.url, valid())).json.choices[0].message.content, 'scripted')
})

test('a script can have streams with pauses, disturbances, matchers and standing responses', async () => {
  const { name, key } = await opened()
  const path = `/projects/${name}/script`
  await ask(mock, 'POST', path, {
    when: { stream: true, model: demo.chat, text: 'Hello', operation: 'completion' },
    next: [
      { stream: ['a', { pause: '10ms' }, 'b'], options: { gap: 1 }, with: [{ name: 'end-without-done' }] },
      { stream: 'whole' },
    ],
  })
  await ask(mock, 'POST', path, { when: { operation: 'models' }, next: [{ fail: 'internal' }] })
  await ask(mock, 'POST', path, { always: { reply: 'always' } })
  assert.equal((await post(mock.url, valid(), key)).json.choices[0].message.content, 'always')
  const { text } = await post(mock.url, valid({ stream: true }), key)
  assert.deepEqual(streamed({ text }), ['a', 'b'])
  assert.doesNotMatch(text, /\[DONE\]/)
  assert.equal((await models(mock.url, { authorization: `Bearer ${key}` })).status, 500)
  assert.deepEqual((await ask(mock, 'GET', path)).json, {
    unused: [{ words: 'stream of 5 characters in 2 chunks', count: 1 }],
  })
  assert.equal((await ask(mock, 'DELETE', path)).status, 204)
  assert.deepEqual((await ask(mock, 'GET', path)).json, { unused: [] })
  assert.equal((await post(mock.url, valid(), key)).json.choices[0].message.content, 'Hello')
})

test('returns the ledger of a project, and its journal page by page', async () => {
  const { name, key } = await opened({ models: { 'svc/priced': { price: { prompt: 2, completion: 6 } } } })
  for (const _ of [1, 2, 3]) await post(mock.url, valid({ model: 'svc/priced' }), key)
  await post(mock.url, valid({ model: 'svc/none' }), key)
  const { json: entry } = await ask(mock, 'GET', `/projects/${name}/ledger`)
  assert.deepEqual(
    [entry.requests, entry.attempts, entry.refused, entry.prompt_tokens, entry.completion_tokens, entry.price_micros],
    [4, 3, 1, 15, 6, 66],
  )
  const { json: whole } = await ask(mock, 'GET', '/ledger')
  assert.deepEqual(whole.projects[name], entry)
  const { json: first } = await ask(mock, 'GET', `/projects/${name}/journal?limit=3`)
  assert.deepEqual([first.entries.length, first.more], [3, true])
  const last = first.entries.at(-1).number
  const { json: second } = await ask(mock, 'GET', `/projects/${name}/journal?after=${last}`)
  const rest = [second.entries.length, second.more, second.entries[0].status, second.entries[0].error.code]
  assert.deepEqual(rest, [1, false, 404, 'model_not_found'])
  const { json: all } = await ask(mock, 'GET', '/journal?limit=1000')
  assert.ok(all.entries.length > 4)
})

test('the total of the ledger includes closed projects, so that it never decreases', async () => {
  await using fresh = await startMock({ admin: {} })
  for (const round of [1, 2]) {
    const { json } = await ask(fresh, 'POST', '/projects', {})
    await post(fresh.url, valid(), json.key)
    await ask(fresh, 'DELETE', `/projects/${json.name}`)
    const { json: ledger } = await ask(fresh, 'GET', '/ledger')
    assert.deepEqual([ledger.closed.requests, ledger.total.requests], [round, round])
  }
  await post(fresh.url, valid())
  fresh.configure({ models: { 'svc/a': {} }, projects: { other: { keys: ['svc_a_b'], models: ['svc/a'] } } })
  const { json: ledger } = await ask(fresh, 'GET', '/ledger')
  assert.deepEqual([ledger.closed.requests, ledger.total.requests, Object.keys(ledger.projects)], [3, 3, ['other']])
})

test('accepts and returns integers beyond 2^53 exactly', async () => {
  const { name, key } = await opened()
  const usage = '{"prompt":4611686018427387905,"completion":4611686018427387902}'
  await ask(mock, 'POST', `/projects/${name}/script`, `{"next":[{"reply":"x","options":{"usage":${usage}}}]}`)
  await post(mock.url, valid(), key)
  const { text } = await ask(mock, 'GET', `/projects/${name}/ledger`)
  assert.match(text, /"prompt_tokens":4611686018427387905,"completion_tokens":4611686018427387902/)
})

test('returns the verdict on the clients of a project and of the whole mock', async () => {
  const { name, key } = await opened()
  await ask(mock, 'POST', `/projects/${name}/script`, { always: { limit: { retryAfter: 30 } } })
  // With its own fetch the mock knows that each response was received before the next request.
  const request = { method: 'POST', headers: { authorization: `Bearer ${key}` }, body: JSON.stringify(valid()) }
  for (const _ of [1, 2]) await (await mock.fetch('/v1/chat/completions', request)).text()
  const { json } = await ask(mock, 'GET', `/projects/${name}/verdict`)
  assert.equal(json.ok, false)
  assert.equal(json.requests, 2)
  assert.ok(json.findings.some(({ level }: { level: string }) => level === 'breach'))
  assert.equal((await ask(mock, 'GET', '/verdict')).json.ok, false)
})

test('a reload applies a valid configuration, and an invalid one changes nothing', async () => {
  await using fresh = await startMock({ admin: {} })
  const config = {
    models: { 'svc/new': { created: 7 } },
    projects: { next: { keys: ['svc_next_x'], models: ['svc/new'] } },
  }
  const bad = await ask(fresh, 'POST', '/reload', { config: { ...config, models: {} } })
  assert.equal(bad.status, 400)
  assert.match(bad.json.error.message, /projects\.next\.models\[0\]: unknown model svc\/new; define it under models/)
  assert.equal((await models(fresh.url)).status, 200)
  assert.deepEqual((await ask(fresh, 'POST', '/reload', { config })).json, { projects: ['next'] })
  assert.equal((await models(fresh.url)).status, 401)
  assert.equal((await models(fresh.url, { authorization: 'Bearer svc_next_x' })).json.data[0].created, 7)
})

test('refuses to change a clock that the mock did not create', async () => {
  await using fresh = await startMock({ admin: {}, clock: systemClock })
  for (const path of ['/clock/advance', '/clock/freeze', '/clock/resume'])
    assert.equal((await ask(fresh, 'POST', path, path.endsWith('advance') ? { by: 1 } : {})).status, 409)
})

test('the admin API ends with the mock, and reports the status ending until then', async () => {
  const fresh = await startMock({ admin: {} })
  fresh.clock.freeze()
  const { json } = await ask(fresh, 'POST', '/projects', {})
  await ask(fresh, 'POST', `/projects/${json.name}/script`, { next: [{ stream: ['a', { pause: '1h' }, 'b'] }] })
  const open = await send(fresh.url, valid({ stream: true }), json.key)
  const drained = fresh.drain('1h')
  assert.deepEqual((await ask(fresh, 'GET', '/health')).json, { status: 'ending' })
  await ask(fresh, 'POST', '/clock/advance', { by: '1h' })
  assert.match(await open.text(), /\[DONE\]/)
  await drained
  await assert.rejects(ask(fresh, 'GET', '/health'))
})
