import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseConfig, reply, startMock, startWorkers } from '../../../mock/index.ts'
import { snippetsOf } from '../../docs/snippets.ts'
import { inOrder, mockForFile, models, post, said, saying, times } from '../asking.ts'
import { ask } from '../server/admin/admin-client.ts'
import { outcomes, sendMany } from '../server/concurrent-calls.ts'

const KEY = 'svc_main_secret'

const FILE = `
models:
  svc/a: { reply: The model itself. }
  svc/b: { reply: The model itself. }
replies:
  - when: { text: { pattern: '^(hi|hello)\\b', ignore_case: true } }
    reply: A greeting.
projects:
  main:
    keys: [${KEY}]
    models: [svc/a, svc/b]
    replies:
      - when: { text: unlucky, nth: 2 }
        times: 2
        fail: unavailable
      - when: { text: weather, model: svc/b }
        reply: Sunny
        options: { usage: { prompt: 9223372036854775806, completion: 1 }, finish: length }
      - when: { stream: true, text: count }
        stream: [One, { pause: 1ms }, ' two']
        with: [{ name: end, after: 2 }]
      - when: { text: broken }
        reply: x
        fault: completion-usage-null
      - when: { operation: models, nth: 1 }
        fail: 500
  other:
    keys: [svc_other_secret]
    models: [svc/a]
`

/** A configuration of one project with this reply. */
const fileWith = (written: string): string =>
  `models: { svc/a: {} }\nprojects:\n  main:\n    keys: [${KEY}]\n    models: [svc/a]\n    replies:\n      - ${written}\n`

const mock = await mockForFile({ config: parseConfig(FILE), admin: {} })

const asking = (content: string, more: object = {}) => saying(content, { model: 'svc/a', ...more })

test('the first matching reply responds, else the model does', async () => {
  assert.equal(said(await post(mock.url, asking('The weather, please', { model: 'svc/b' }), KEY)), 'Sunny')
  assert.equal(said(await post(mock.url, asking('The weather, please'), KEY)), 'The model itself.')
  const { text } = await post(mock.url, asking('weather', { model: 'svc/b' }), KEY)
  assert.match(text, /"finish_reason":"length".*"prompt_tokens":9223372036854775806,/)
})

test('a pattern is a regular expression, and a plain text matches literally', async () => {
  assert.equal(said(await post(mock.url, asking('HELLO you'), KEY)), 'A greeting.')
  assert.equal(said(await post(mock.url, asking('hellos'), KEY)), 'The model itself.')
  assert.equal(said(await post(mock.url, asking('wea.her', { model: 'svc/b' }), KEY)), 'The model itself.')
})

test('top-level replies apply to every project, also to opened ones', async () => {
  const { key } = mock.project()
  for (const each of ['svc_other_secret', key])
    assert.equal(said(await post(mock.url, asking('hi there'), each)), 'A greeting.')
})

test('nth and times count requests that match the other conditions', async () => {
  const texts = ['unlucky', 'lucky', 'unlucky 2', 'unlucky 3', 'lucky', 'unlucky 4']
  const statuses = await inOrder(texts, async (text) => (await post(mock.url, asking(text), KEY)).status)
  assert.deepEqual(statuses, [200, 200, 503, 503, 200, 200])
  const lists = await inOrder(times(2), () => models(mock.url, KEY))
  assert.deepEqual([lists[0]?.status, lists[1]?.status], [500, 200])
})

test('times without nth counts requests that reach a reply; nth counts all that match', async () => {
  const { key } = mock.project({
    replies: [
      { reply: 'first', times: 1 },
      { when: { nth: 3 }, reply: 'third' },
      { when: { nth: 2 }, times: 2, reply: 'never the third' },
      { reply: 'next', times: 2 },
      { reply: 'rest' },
    ],
  })
  const texts = await inOrder(times(6), async () => said(await post(mock.url, asking('Hello'), key)))
  assert.deepEqual(texts, ['first', 'never the third', 'third', 'next', 'next', 'rest'])
})

test('a reply with a fault can apply to the model list', async () => {
  const { key } = mock.project({ replies: [{ when: { operation: 'models' }, reply: 'x', fault: 'model-id-missing' }] })
  const { json } = await models(mock.url, key)
  assert.ok(json.data.some(({ id }: { id?: string }) => id === undefined))
})

test('a reply with a disturbance can apply to the model list', async () => {
  const cut = { when: { operation: 'models' }, reply: 'x', with: [{ name: 'cut', after: 0 }] } as const
  const { key } = mock.project({ replies: [cut] })
  await assert.rejects(models(mock.url, key))
})

test('replies can have streams, disturbances and faults, as scripts can', async () => {
  const { text } = await post(mock.url, asking('count', { stream: true }), KEY)
  assert.match(text, /One/)
  assert.doesNotMatch(text, /DONE/)
  assert.equal((await post(mock.url, asking('broken'), KEY)).json.usage, null)
})

test('a step of a script precedes a reply of the file, and a strict project uses replies', async () => {
  const { name, key } = mock.project({ strict: true, replies: [{ when: { text: 'known' }, reply: 'Of the project.' }] })
  const step = { when: { text: { pattern: 'k.own' } }, next: [{ reply: 'Of the script.' }] }
  await ask(mock, 'POST', `/projects/${name}/script`, step)
  const responses = [await post(mock.url, asking('known'), key), await post(mock.url, asking('known'), key)]
  assert.deepEqual(responses.map(said), ['Of the script.', 'Of the project.'])
  assert.equal((await post(mock.url, asking('strange'), key)).status, 500)
})

test('a reload applies changed replies, and restarts the counts only of these', async () => {
  const config = (text: string) => parseConfig(fileWith(`{ reply: ${text}, times: 1 }`))
  await using own = await startMock({ config: config('one') })
  const next = async () => said(await post(own.url, asking('Hello'), KEY))
  assert.deepEqual([await next(), await next()], ['one', 'Hello'])
  own.configure(config('one'))
  assert.equal(await next(), 'Hello')
  own.configure(config('two'))
  assert.deepEqual([await next(), await next()], ['two', 'Hello'])
})

test('nth counts requests exactly across several workers', async () => {
  const once = { when: { nth: 200 }, fail: 500 } as const
  const replies = [{ when: { nth: 50 }, times: 7, fail: 'unavailable' } as const, once]
  const config = { models: { 'svc/a': {} }, projects: { main: { keys: [KEY], models: ['svc/a'], replies } } }
  await using workers = await startWorkers({ workers: 2, config })
  const calls = await Promise.all(sendMany({ url: workers.url, key: KEY, size: 400, body: asking('Hello') }))
  const found = outcomes(calls.map((call) => ({ ...call, code: undefined, retryAfter: undefined })))
  assert.deepEqual(found, { 200: 392, 500: 1, 503: 7 })
  assert.equal(new Set(calls.map(({ id }) => /w(\d+)_/.exec(id ?? '')?.[1])).size, 2)
})

test('the journal names a request that no waiting step matched, and why', async () => {
  const project = mock.project()
  project.when({ text: { pattern: 'weather' } }).next(reply('Sunny'))
  project.when({ stream: true }).next(reply('A stream'))
  for (const content of ['snow', 'weather', 'snow']) await post(mock.url, asking(content), project.key)
  const { json } = await ask(mock, 'GET', `/projects/${project.name}/journal`)
  const misses = json.entries.map(({ nearMisses }: { nearMisses?: string[] }) => nearMisses)
  const stream = 'reply of 8 characters (it is for streams)'
  assert.deepEqual(misses, [['reply of 5 characters (it is for another text)', stream], undefined, [stream]])
})

const MISTAKES: readonly [reply: string, says: RegExp][] = [
  ['{ reply: 1 }', /c\.yaml:7:\d+: projects\.main\.replies\[0\]: The text of a reply is of type number/],
  ['{ replay: x }', /a step knows no replay/],
  ['{ when: { text: a } }', /A step is one of reply, stream, fail, limit, unavailable; write one/],
  ['{ reply: x, when: { text: { pattern: "(" } } }', /c\.yaml:7:\d+: .*The pattern cannot be used: missing closing \)/],
  ['{ reply: x, when: { text: { regex: "a" } } }', /text knows no regex; it takes pattern, ignore_case/],
  ['{ reply: x, when: { nth: 0 } }', /when\.nth is 0/],
  ['{ reply: x, when: { model: svc/none } }', /replies\[0\]\.when\.model: unknown model svc\/none/],
  ['{ reply: x, fault: completion-usage-nul }', /did you mean completion-usage-null\?/],
  ['{ reply: x, fault: serves-streams-to-all }', /decides before the key is known/],
  ['{ reply: x, when: { operation: models } }', /The list takes fail, limit or unavailable/],
  ['{ stream: [x], when: { operation: models, nth: 2 } }', /The list takes fail, limit or unavailable/],
  ['{ reply: x, when: { nth: 1.5 } }', /when\.nth is 1\.5; write a whole number from 0 to 2\^63 - 1$/],
  ['{ reply: x, fault: nonsense }', /called nonsense; svc-conformance list faults shows all/],
  ['x', /must be a mapping, such as/],
]
for (const [written, says] of MISTAKES)
  test(`reports the mistake in the reply ${written} with its line`, () =>
    assert.throws(() => parseConfig(fileWith(written), 'c.yaml'), { name: 'ConfigError', message: says }))

test('refuses more replies with counts than the maximum', () => {
  const replies = Array.from({ length: 33 }, () => ({ reply: 'x', times: 1 }))
  const config = { models: {}, projects: { main: { keys: [KEY], models: [], replies } } }
  assert.throws(() => parseConfig(JSON.stringify(config)), /33 replies have nth or times/)
})

const blocks = snippetsOf('docs/mock.md').filter(({ section }) => section === 'Replies by request')

test('the example replies of the page respond as the page says', async () => {
  const [config] = blocks.map(({ text }) => parseConfig(text))
  await using mock = await startMock({ config: config as NonNullable<typeof config> })
  const responseTo = (content: string, stream = false) =>
    post(mock.url, { model: 'svc/echo-1', stream, messages: [{ role: 'user', content }] }, 'svc_teama_not-a-secret')
  const greetings = ['Is the weather fine?', 'hello', 'HI there', 'high']
  const texts = await inOrder(greetings, async (text) => said(await responseTo(text)))
  assert.deepEqual(texts, ['Sunny', 'Good morning', 'Good morning', 'high'])
  await assert.rejects(responseTo('count', true))
  const statuses = await inOrder(times(7), async () => (await responseTo('x')).status)
  assert.deepEqual(statuses, [200, 200, 200, 200, 503, 503, 200])
})
