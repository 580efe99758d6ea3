import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  cut,
  type DisturbSettings,
  end,
  endWithoutDone,
  errorEvent,
  parseConfig,
  reply,
  split,
  stall,
  startMock,
} from '../../../mock/index.ts'
import { models, oneModel, payloads, post, type Received, valid } from '../asking.ts'

const STREAM = valid({ stream: true })
const events = (received: Received): number => payloads(received.text).length
/** Undisturbed, this stream has a role, two pieces, a finish and [DONE]. */
const WHOLE = 5

test('a step of a script disturbs its own response', async () => {
  await using mock = await startMock()
  const project = mock.project()
  project.next(reply('One, two').with(end({ after: 2 })), reply('One, two'))
  assert.equal(events(await post(mock.url, STREAM, project.key)), 2)
  assert.equal(events(await post(mock.url, STREAM, project.key)), WHOLE)
})

test('a project disturbs the responses to its own key', async () => {
  await using mock = await startMock()
  const project = mock.project({ disturbances: [endWithoutDone()] })
  const plain = mock.project()
  assert.equal(events(await post(mock.url, STREAM, project.key)), WHOLE - 1)
  assert.equal(events(await post(mock.url, STREAM, plain.key)), WHOLE)
})

test('projects with the same disturbance count their requests separately', async () => {
  await using mock = await startMock()
  const once = endWithoutDone().first(1)
  for (const project of [mock.project({ disturbances: [once] }), mock.project({ disturbances: [once] })]) {
    // The disturbance applies only to streams, so that this response does not count.
    await models(mock.url, project.key)
    assert.equal(events(await post(mock.url, STREAM, project.key)), WHOLE - 1)
    assert.equal(events(await post(mock.url, STREAM, project.key)), WHOLE)
  }
})

const YAML = `
models:
  svc/a: { disturbances: [{ name: end, after: 3 }] }
  svc/b: {}
projects:
  p:
    keys: [svc_p_x]
    models: [svc/a, svc/b]
    disturbances:
      - { name: error-event, after: 2, kind: limited, first: 2 }
`

test('disturbances of a configured project apply before those of a model', async () => {
  await using mock = await startMock({ config: parseConfig(YAML) })
  const ask = async (model: string): Promise<string[]> =>
    payloads((await post(mock.url, valid({ model, stream: true }), 'svc_p_x')).text)
  assert.match((await ask('svc/b')).at(-1) ?? '', /too_many_requests/)
  // The project's error is inserted after two events, then the model's end truncates after three: the error stays.
  assert.match((await ask('svc/a')).at(-1) ?? '', /too_many_requests/)
  assert.equal((await ask('svc/a')).length, 3)
  assert.equal((await ask('svc/b')).length, 5)
})

test('disturbances apply in the order project, model, header, script', async () => {
  const internal = errorEvent({ after: 1, kind: 'internal' })
  const unavailable = errorEvent({ after: 2, kind: 'unavailable' })
  const config = oneModel({ disturbances: [unavailable] }, { disturbances: [internal] }, 'svc/echo-1')
  await using mock = await startMock({ config })
  const codes = async (headers: Record<string, string>): Promise<(string | undefined)[]> => {
    const received = await post(mock.url, STREAM, 'svc_p_x', headers)
    return payloads(received.text).map((payload) => JSON.parse(payload).error?.code)
  }
  // Each error ends the stream that the previous ones left; the last one whose position still exists wins.
  assert.deepEqual(await codes({}), [undefined, 'internal_error', 'unavailable'])
  assert.deepEqual(await codes({ 'x-test-fault': 'error-event; after=0; kind=limited' }), ['too_many_requests'])
  const late = await codes({ 'x-test-fault': 'error-event; after=3; kind=limited' })
  assert.deepEqual(late, [undefined, 'internal_error', 'unavailable', 'too_many_requests'])
})

test('the body cannot request a disturbance', async () => {
  await using mock = await startMock()
  for (const field of ['x-test-fault', 'disturbances'])
    assert.equal((await post(mock.url, valid({ [field]: 'cut' }))).status, 400)
  const messages = [{ role: 'user', content: 'x-test-fault: cut' }]
  assert.equal((await post(mock.url, valid({ messages }))).status, 200)
})

/** Which of 40 requests to a project were disturbed. */
async function disturbed(seed: string, settings: DisturbSettings, others = 0): Promise<number[]> {
  await using mock = await startMock({ seed })
  const busy = mock.project({ name: 'busy', disturbances: [endWithoutDone().withProbability(0.5)] })
  const project = mock.project({ name: 'here', disturbances: [settings] })
  const found: number[] = []
  for (let request = 1; request <= 40; request++) {
    for (let other = 0; other < others; other++) await post(mock.url, STREAM, busy.key)
    if (events(await post(mock.url, STREAM, project.key)) < WHOLE) found.push(request)
  }
  return found
}

test('a probability picks the same requests under the same seed, whatever other projects do', async () => {
  const often: DisturbSettings = { name: 'end-without-done', probability: 0.5 }
  const found = await disturbed('one', often)
  assert.ok(found.length > 10 && found.length < 30, String(found))
  assert.deepEqual(await disturbed('one', often), found)
  assert.deepEqual(await disturbed('one', often, 1), found)
  assert.notDeepEqual(await disturbed('two', often), found)
})

test('probability 0 picks no request, 1 picks all, and with first it applies only to the first requests', async () => {
  assert.deepEqual(await disturbed('one', { name: 'end', probability: 0 }), [])
  assert.equal((await disturbed('one', { name: 'end', probability: 1 })).length, 40)
  assert.deepEqual(await disturbed('one', { name: 'end', first: 3 }), [1, 2, 3])
  const some = await disturbed('one', { name: 'end', probability: 0.5, first: 8 })
  assert.ok(some.length > 0 && some.length < 8 && (some.at(-1) ?? 9) <= 8, String(some))
})

test('tokens that were not sent before a cut are not metered', async () => {
  await using mock = await startMock()
  const project = mock.project({ disturbances: [cut({ after: 2 })] })
  await assert.rejects(post(mock.url, STREAM, project.key), /terminated/)
  while (project.ledger().usage_known === 0) await new Promise(setImmediate)
  const { aborted, completion_tokens } = project.ledger()
  assert.deepEqual({ aborted, completion_tokens }, { aborted: 1, completion_tokens: 1 })
})

test('a disturbance prints its name and parameters', () => {
  const disturbance = stall({ after: 2, ms: '5s' }).first(3).withProbability(0.25)
  assert.equal(String(disturbance), 'stall; after=2; ms=5s; first=3; probability=0.25')
  assert.equal(JSON.stringify(disturbance), '{"name":"stall","after":2,"ms":"5s","first":3,"probability":0.25}')
  assert.equal(String(split({ at: [3, 9] })), 'split; at=3 9')
})

test('builders refuse invalid parameters', () => {
  assert.throws(() => stall({ ms: -1 }), /^RangeError: The disturbance stall: ms must be milliseconds/)
  assert.throws(() => split({}), /^RangeError: The disturbance split: needs exactly one of every, at, where\.$/)
  assert.throws(() => split({ every: 1 }).first(0), /first must be a whole number from 1/)
  assert.throws(() => cut().withProbability(Number.NaN), /probability must be a number from 0 to 1/)
})

const PLACES: [written: string, says: RegExp][] = [
  ['{ name: stal }', /c\.yaml:10:\d+: projects\.p\.disturbances\[0\]\.name: must be one of latency, /],
  ['{ after: 2 }', /projects\.p\.disturbances\[0\]\.name: must be one of latency, /],
  ['stall', /projects\.p\.disturbances\[0\]: must be a mapping such as \{ name: stall/],
  ['{ name: stall }', /c\.yaml:10:\d+: projects\.p\.disturbances\[0\]: lacks the member ms; add it/],
  ['{ name: stall, ms: soon }', /c\.yaml:10:\d+: projects\.p\.disturbances\[0\]\.ms: must be milliseconds, or a text/],
  ['{ name: stall, ms: 1, first: 0 }', /disturbances\[0\]\.first: must be a whole number from 1/],
]

for (const [written, says] of PLACES)
  test(`${written} in a configuration is reported with its location and the fix`, () => {
    const yaml = YAML.replace(/\{ name: error-event.*\}/, written)
    assert.throws(() => parseConfig(yaml, 'c.yaml'), { name: 'ConfigError', message: says })
  })
