import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fail, fault, limit, type Matcher, reply, stream } from '../../../mock/index.ts'
import { inOrder, mockForFile, models, post, said, saying, streamed, times, valid } from '../asking.ts'

const mock = await mockForFile()

test('the first waiting step that matches responds', async () => {
  const project = mock.project()
  project.when({ stream: true }).next(reply('stream'))
  project.when({ model: 'svc/small-1' }).next(reply('small'))
  project.when({ text: 'Hel' }).next(reply('hello'))
  project.when({ text: /^bye$/g }).next(reply('bye').times(2))
  project.when({ where: ({ body, header }) => body?.n === 1 && header('X-Test') === 'yes' }).next(reply('where'))
  project.next(reply('any'))
  const ask = async (changes: object, headers = {}): Promise<string> =>
    said(await post(mock.url, valid({ ...changes }), project.key, headers))
  const hello = { role: 'assistant', content: 'Hello' }
  const turns = (content: string) => ({ messages: [{ role: 'user', content }, hello] })
  assert.equal(await ask({ ...turns('good'), n: 1 }, { 'x-test': 'yes' }), 'where')
  assert.deepEqual([await ask(turns('bye')), await ask(turns('bye'))], ['bye', 'bye'])
  assert.equal(await ask({ model: 'svc/small-1' }), 'small')
  assert.deepEqual([await ask({}), await ask({}), await ask({})], ['hello', 'any', 'Hello'])
  assert.deepEqual(project.unused(), [{ words: 'reply of 6 characters', count: 1 }])
  assert.deepEqual(streamed(await post(mock.url, valid({ stream: true }), project.key)).join(''), 'stream')
  project.assertDrained()
})

test('the model list has its own steps', async () => {
  const project = mock.project().next(reply('x'))
  project.when({ operation: 'models' }).next(fail(500))
  for (const status of [500, 200]) assert.equal((await models(mock.url, project.key)).status, status)
  assert.deepEqual(project.unused(), [{ words: 'reply of 1 character', count: 1 }])
})

test('a standing response applies when no step waits', async () => {
  const project = mock.project().always(reply('older')).next(reply('first'))
  project.when({ model: 'svc/small-1' }).always(fail(503))
  project.always(reply('newer'))
  const ask = () => post(mock.url, valid(), project.key)
  assert.deepEqual([said(await ask()), said(await ask()), said(await ask())], ['first', 'newer', 'newer'])
  project.assertDrained()
  project.clear()
  assert.equal(said(await ask()), 'Hello')
})

test('a refused request uses up no step', async () => {
  const project = mock.project({ models: ['svc/echo-1', 'svc/unavailable'] }).next(reply('kept'))
  const refused = [valid({ n: 2 }), '{', valid({ model: 'svc/unknown' }), valid({ model: 'svc/unavailable' })]
  const statuses = await inOrder(refused, async (body) => (await post(mock.url, body, project.key)).status)
  assert.deepEqual(statuses, [400, 400, 404, 503])
  assert.equal(project.unused().length, 1)
})

test('reports unused steps without quoting them', () => {
  const project = mock.project({ name: 'unused' })
  project.assertDrained()
  project.next(
    reply('planted'),
    limit({ retryAfter: 3 }).times(2),
    fault('usage-total-tokens-string', stream(['pl', 'anted'])),
  )
  assert.throws(() => project.assertDrained(), {
    message:
      'The project unused has 3 unused steps: reply of 7 characters; 429 limited with Retry-After 3 (2 times); ' +
      'stream of 7 characters in 2 chunks with the fault usage-total-tokens-string. ' +
      'Send the requests that use them up, or call clear().',
  })
  project.clear()
  project.assertDrained()
})

test('a strict project reports why no step matched a request, without quoting prompt or key', async () => {
  const project = mock.project({ strict: true, name: 'strict' })
  const ask = () => post(mock.url, saying('planted prompt'), project.key)
  const message = async (): Promise<string> => {
    const { status, json, text } = await ask()
    assert.deepEqual([status, json.error.code, json.error.type], [500, 'no_step_fits', 'server_error'])
    assert.doesNotMatch(text, /planted/)
    assert.ok(!text.includes(project.key.split('_')[2] ?? ''))
    return json.error.message
  }
  assert.match(await message(), /The project strict is strict, .* None is waiting\. Queue a step that is/)
  assert.equal((await models(mock.url, project.key)).status, 200)
  const others: readonly (readonly [matcher: Matcher, why: string])[] = [
    [{ model: 'svc/a' }, 'it is for the model svc/a'],
    [{ stream: true }, 'it is for streams'],
    [{ text: 'planted response' }, 'it is for another text'],
    [{ where: () => false }, 'its where says no'],
    [{ operation: 'models' }, 'it is for models'],
  ]
  for (const [matcher] of others) project.when(matcher).next(reply('planted'))
  const text = await message()
  for (const [, why] of others) assert.ok(text.includes(`reply of 7 characters (${why})`), text)
})

test('a matcher that throws gives 500, and the error is not quoted', async () => {
  const project = mock.project()
  project.when({ where: ({ text }) => JSON.parse(text) }).next(reply('x'))
  const { status, text } = await post(mock.url, saying('planted'), project.key)
  assert.equal(status, 500)
  assert.doesNotMatch(text, /planted/)
  assert.match(text, /A where in the script of the project .* threw an error on this request; fix the function/)
})

test('calls a where once per request, even if the journal explains why it did not match', async () => {
  let calls = 0
  const project = mock.project()
  project.when({ where: () => ++calls > 2 }).next(reply('third'))
  await inOrder(times(3), () => post(mock.url, valid(), project.key))
  assert.equal(calls, 3)
  assert.deepEqual(project.journal().at(1)?.nearMisses, ['reply of 5 characters (its where says no)'])
})
