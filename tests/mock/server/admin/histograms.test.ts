/** The histograms of completion times in the metrics. */
import assert from 'node:assert/strict'
import { mock as spy, test } from 'node:test'
import { Timings } from '../../../../mock/core/metering/timings.ts'
import { type MockServer, startMock, startWorkers } from '../../../../mock/index.ts'
import { demo, post, valid } from '../../asking.ts'
import { ask } from './admin-client.ts'

const DURATION = 'gen_ai_server_request_duration_seconds'
const FIRST = 'gen_ai_server_time_to_first_token_seconds'
const EACH = 'gen_ai_server_time_per_output_token_seconds'

const scraped = async (mock: Pick<MockServer, 'admin'>): Promise<string> => (await ask(mock, 'GET', '/metrics')).text

/** The value of the only sample of this name whose labels contain these texts, if any. */
function sampleOf(text: string, name: string, ...labels: readonly string[]): number | undefined {
  const found = text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) && labels.every((one) => line.includes(one)))
  assert.ok(found.length <= 1, found.join('\n'))
  return found[0] === undefined ? undefined : Number(found[0].split(' ').at(-1))
}

test('times a stream on the clock of the mock: the first token, each further one, and the total', async () => {
  await using mock = await startMock({ admin: {} })
  mock.clock.freeze()
  const project = mock.project({
    // Five tokens: five events with text, with a pause before each of them and before the role.
    models: { 'svc/slow': { reply: 'four'.repeat(5), pace: { first: '300ms', gap: '50ms' } } },
  })
  const asked = post(mock.url, valid({ model: 'svc/slow', stream: true }), project.key)
  while (!(await scraped(mock)).includes(`svc_mock_open_streams{project="${project.name}"} 1`));
  await mock.clock.advance('2s')
  assert.equal((await asked).status, 200)
  const text = await scraped(mock)
  const labels = '{gen_ai_operation_name="chat",gen_ai_provider_name="svc",gen_ai_request_model="svc/slow"'
  for (const line of [
    `${FIRST}_bucket${labels},le="0.25"} 0`,
    `${FIRST}_bucket${labels},le="0.5"} 1`,
    `${FIRST}_sum${labels}} 0.35`,
    `${EACH}_bucket${labels},le="0.05"} 0`,
    `${EACH}_bucket${labels},le="0.075"} 1`,
    `${EACH}_sum${labels}} 0.075`,
    `${DURATION}_bucket${labels},le="0.64"} 0`,
    `${DURATION}_bucket${labels},le="1.28"} 1`,
    `${DURATION}_bucket${labels},le="+Inf"} 1`,
    `${DURATION}_sum${labels}} 0.65`,
    `${DURATION}_count${labels}} 1`,
  ])
    assert.ok(text.includes(`\n${line}\n`), `${line} is not in\n${text}`)
})

test('groups durations by how a completion ended; only successful streams have token times', async () => {
  await using mock = await startMock({ admin: {} })
  await post(mock.url, valid())
  await post(mock.url, valid(), 'svc_nobody_x')
  await post(mock.url, valid({ n: 2 }))
  await post(mock.url, valid({ model: 'svc/unheard-of' }))
  await post(mock.url, valid({ model: demo.unavailable }))
  await post(mock.url, 'x'.repeat(1_048_577))
  await assert.rejects(post(mock.url, valid({ stream: true }), demo.valid, { 'x-test-fault': 'cut; after=2' }))
  const count = `${DURATION}_count`
  const [chat, unavailable] = [`model="${demo.chat}"`, `model="${demo.unavailable}"`]
  let text = await scraped(mock)
  // A client may see the end of its connection before the mock does.
  for (let attempts = 0; attempts < 200 && !text.includes('error_type="aborted"'); attempts++)
    text = await scraped(mock)
  const ends = [
    sampleOf(text, count, chat, 'model="svc/echo-1"}'),
    sampleOf(text, count, chat, 'error_type="400"'),
    sampleOf(text, count, chat, 'error_type="aborted"'),
    sampleOf(text, count, 'model="(other)"', 'error_type="404"'),
    sampleOf(text, count, unavailable, 'error_type="503"'),
    sampleOf(text, count, 'provider_name="svc",error_type="401"'),
    sampleOf(text, count, 'provider_name="svc",error_type="413"'),
  ]
  assert.deepEqual(ends, [1, 1, 1, 1, 1, 1, 1])
  assert.doesNotMatch(text, /unheard-of/)
  assert.equal(sampleOf(text, `${FIRST}_count`), undefined)
})

test('the first hundred models have their own label, and later ones are summed up', async () => {
  await using mock = await startMock({ admin: {} })
  for (let at = 0; at < 102; at++) {
    const id = `svc/number-${at}`
    using project = mock.project({ models: { [id]: {} } })
    await post(mock.url, valid({ model: id, stream: true }), project.key)
  }
  let text = await scraped(mock)
  for (let attempts = 0; attempts < 200 && sampleOf(text, `${FIRST}_count`, 'model="(other)"') !== 2; attempts++)
    text = await scraped(mock)
  assert.equal(sampleOf(text, `${FIRST}_count`, 'model="(other)"'), 2)
  assert.equal(sampleOf(text, `${FIRST}_count`, 'model="svc/number-99"'), 1)
  assert.doesNotMatch(text, /number-100/)
})

test('sums up the histograms of several workers, also for models of a later configuration', async () => {
  await using mock = await startWorkers({ workers: 2, admin: {} })
  const all = Array.from({ length: 40 }, () => post(mock.url, valid({ stream: true })))
  await Promise.all(all)
  const projects = { next: { keys: ['svc_next_x'], models: ['svc/late'] } }
  await mock.configure({ models: { 'svc/late': {} }, projects })
  await Promise.all([1, 2, 3].map(() => post(mock.url, valid({ model: 'svc/late' }), 'svc_next_x')))
  let text = ''
  const count = (model: string): number | undefined => sampleOf(text, `${DURATION}_count`, `model="${model}"`)
  for (let attempts = 0; attempts < 200 && (count('svc/late') !== 3 || count(demo.chat) !== 40); attempts++)
    text = await scraped(mock)
  assert.deepEqual([count(demo.chat), count('svc/late')], [40, 3])
  assert.equal(sampleOf(text, `${FIRST}_count`, `model="${demo.chat}"`), 40)
})

test('a mock without an admin API measures no times, since nothing could read them', async () => {
  const added = spy.method(Timings.prototype, 'add')
  for (const admin of [undefined, {}]) {
    await using mock = await startMock(admin ? { admin } : {})
    await post(mock.url, valid(), demo.valid)
    await mock.drain('10s')
    assert.equal(added.mock.callCount(), admin ? 1 : 0)
  }
})
