import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cut, end, hang, latency } from '../../../mock/core/disturbances/rows.ts'
import {
  fail,
  type JournalEntry,
  limit,
  type ProjectHandle,
  pause,
  type ScriptedStep,
  startMock,
  stream,
} from '../../../mock/index.ts'
import { mockForFile } from '../asking.ts'
import { ask, call, MODEL, send, until } from './client-verdict/clients.ts'

const mock = await mockForFile()

const projectWith = (...steps: ScriptedStep[]): ProjectHandle => mock.project({ models: [MODEL] }).next(...steps)

/** The only entry of the journal. */
function only(project: ProjectHandle): JournalEntry {
  const [entry, ...others] = project.journal()
  assert.deepEqual(others, [])
  return entry ?? assert.fail('there is no entry')
}

/** Asserts that the only entry has these members. */
function assertOnly(project: ProjectHandle, expected: Partial<JournalEntry>): void {
  const entry: Partial<JournalEntry> = only(project)
  const names = Object.keys(expected) as (keyof JournalEntry)[]
  assert.deepEqual(Object.fromEntries(names.map((name) => [name, entry[name]])), expected)
}

const asStream = ask({ stream: true })
const bytesOf = (text: string): number => Buffer.byteLength(text)

test('an entry of a JSON response has status, model, sizes and id', async () => {
  const project = projectWith()
  const request = JSON.stringify(ask({ messages: [{ role: 'user', content: 'Grüße' }] }))
  const response = await send({ mock, project }, request, { socket: true })
  const text = await response.text()
  const { at, answered: responded, ended, number, ...entry } = project.journal()[0] as JournalEntry
  assert.ok(number > 0 && at <= responded && responded === ended)
  assert.deepEqual(entry, {
    id: response.headers.get('x-svc-request-id'),
    method: 'POST',
    route: 'completion',
    path: '/v1/chat/completions',
    status: 200,
    project: project.name,
    model: MODEL,
    stream: false,
    done: undefined,
    requestBytes: bytesOf(request),
    answerBytes: bytesOf(text),
    chunks: 1,
    ending: 'complete',
    hung: undefined,
    lingered: undefined,
    error: undefined,
    broken: [],
    retryAfter: undefined,
    retryCount: undefined,
    oddities: [],
    misplaced: undefined,
    nearMisses: undefined,
    repeats: undefined,
    resembles: undefined,
    echoes: undefined,
    bodies: undefined,
  })
})

for (const socket of [true, false]) {
  const way = socket ? 'over a socket' : 'in this process'

  test(`a paced stream is open until its end, and counts the bytes and chunks that were sent, ${way}`, async () => {
    const project = projectWith(stream(['Grü', pause('5s'), 'ße']))
    const reading = send({ mock, project }, asStream, { socket }).then((response) => response.text())
    await until(() => (project.journal()[0]?.chunks ?? 0) >= 2)
    assertOnly(project, { ending: 'open', ended: undefined, done: undefined })
    await mock.clock.advance('5s')
    const text = await reading
    const responseBytes = bytesOf(text)
    const chunks = text.split('\n\n').length - 1
    assertOnly(project, { ending: 'complete', done: true, answerBytes: responseBytes, chunks, stream: true })
    const [{ at = 0, ended = 0 } = {}] = project.journal()
    assert.ok(ended - at >= 5_000)
  })

  test(`a stream is recorded as aborted when its caller disconnects, ${way}`, async () => {
    const project = projectWith(stream(['a', pause('5s'), 'b']))
    const { body } = await send({ mock, project }, asStream, { socket })
    const reader = body?.getReader()
    const first = await reader?.read()
    await reader?.cancel()
    await until(() => project.journal()[0]?.ending !== 'open')
    assertOnly(project, { ending: 'aborted', done: false })
    assert.ok(only(project).answerBytes >= first?.value.length)
  })

  test(`a truncated stream is recorded as cut, with the bytes that were sent, ${way}`, async () => {
    const project = projectWith(stream(['a', 'b', 'c']).with(cut({ after: 2 })))
    const { body } = await send({ mock, project }, asStream, { socket })
    let bytes = 0
    await assert.rejects(async () => {
      for await (const part of body ?? []) bytes += part.length
    })
    assertOnly(project, { ending: 'cut', done: false, oddities: ['cut'], answerBytes: bytes })
  })

  test(`a clean end without [DONE] is complete and not done, ${way}`, async () => {
    const project = projectWith(stream(['a', 'b']).with(end({ after: 1 })))
    const text = await call({ mock, project }, asStream, { socket })
    assertOnly(project, { ending: 'complete', done: false, answerBytes: bytesOf(text) })
  })

  test(`a delayed response is open until it is sent, ${way}`, async () => {
    const project = projectWith(stream('Hi').with(latency({ ms: '5s' })))
    const reading = call({ mock, project }, asStream, { socket })
    await until(() => project.journal().length === 1)
    assertOnly(project, { ending: 'open', answerBytes: 0 })
    await mock.clock.advance('5s')
    const text = await reading
    assertOnly(project, { ending: 'complete', answerBytes: bytesOf(text) })
  })

  test(`a delayed stream with a cut ends with the cut, not when it begins, ${way}`, async () => {
    const project = projectWith(stream(['a', 'b']).with(latency({ ms: 5 }), cut({ after: 1 })))
    await assert.rejects(call({ mock, project }, asStream, { socket }))
    await until(() => project.journal()[0]?.ending !== 'open')
    assertOnly(project, { ending: 'cut', done: false })
  })

  test(`records a hang, and the abort by the caller, ${way}`, async () => {
    const project = projectWith(stream('Hi').with(hang()))
    const abort = new AbortController()
    const calling = call({ mock, project }, asStream, { socket, signal: abort.signal })
    await until(() => project.journal()[0]?.hung !== undefined)
    abort.abort()
    await assert.rejects(calling)
    await until(() => project.journal()[0]?.ending !== 'open')
    assertOnly(project, { ending: 'aborted', answerBytes: 0 })
  })

  test(`a refusal before the body has its kind, code, Retry-After and body size, ${way}`, async () => {
    const project = mock.project({ models: [MODEL], quota: { requests_per_minute: 1 } })
    await call({ mock, project })
    const text = await call({ mock, project }, ask({ top_p: 1 }), { socket })
    const entry = project.journal()[1]
    assert.equal(entry?.status, 429)
    assert.deepEqual(entry?.error, { kind: 'limited', code: 'requests_per_minute' })
    assert.ok((entry?.retryAfter ?? 0) >= 1)
    assert.equal(entry?.answerBytes, bytesOf(text))
    if (socket) assert.equal(entry?.requestBytes, JSON.stringify(ask({ top_p: 1 })).length)
  })
}

test('scripted refusals have their kind and Retry-After, and break no rule', async () => {
  const project = projectWith(limit({ retryAfter: 7 }), fail('invalid'))
  await call({ mock, project })
  await call({ mock, project }, ask({ top_p: 1 }))
  const entries = project
    .journal()
    .map(({ status, error, retryAfter, broken }) => [status, error?.kind, retryAfter, broken])
  assert.deepEqual(entries, [
    [429, 'limited', 7, []],
    [400, 'invalid', undefined, []],
  ])
})

test('an entry lists the rules that a request breaks by code and parameter', async () => {
  const project = projectWith()
  await call({ mock, project }, ask({ temperature: 3, max_tokens: null, messages: [{ role: 'tool', content: '' }] }))
  const broken = only(project).broken.map(({ code, param }) => `${code} ${param}`)
  assert.deepEqual(broken.sort(), [
    'empty_value messages[0].content',
    'invalid_value messages[0].role',
    'null_field max_tokens',
    'out_of_range temperature',
  ])
})

test('a repeat names the repeated request and the time waited', async () => {
  const project = projectWith(limit({ retryAfter: 3 }))
  mock.clock.freeze()
  await call({ mock, project }, ask(), { headers: { 'x-stainless-retry-count': '0' } })
  await mock.clock.advance('4s')
  await call({ mock, project }, ask(), { headers: { 'x-stainless-retry-count': '1' } })
  mock.clock.resume()
  const [first, second] = project.journal()
  assert.deepEqual([first?.retryCount, second?.retryCount], [0, 1])
  const wait = { waited: 4_000, since: 4_000 }
  assert.deepEqual(second?.repeats, { of: first?.number, status: 429, retryAfter: 3, depth: 1, ...wait })
})

test('keeps the latest entries of each project, and separately those without a project', async () => {
  await using small = await startMock({ journal: { entries: 3 } })
  const [one, other] = [small.project({ models: [MODEL] }), small.project({ models: [MODEL] })]
  for (const project of [one, one, one, one, one, other]) await call({ mock: small, project })
  await call({ mock: small, project: one }, ask(), { headers: { authorization: 'Bearer svc_no_body' } })
  const own = one.journal().map(({ number }) => number)
  assert.deepEqual(own, [3, 4, 5])
  const others = other.journal().map(({ number }) => number)
  assert.deepEqual(others, [6])
  const last = small.journal().at(-1)
  assert.deepEqual([last?.number, last?.project], [7, undefined])
  assert.equal(small.journal().length, 5)
  await assert.rejects(startMock({ journal: { entries: 0 } }), /journal\.entries is 0; give a whole number/)
})

test('drops the oldest projects when there are too many', async () => {
  await using small = await startMock({ journal: { projects: 2 } })
  const projects = ['a', 'b', 'c'].map((name) => small.project({ name, models: [MODEL] }))
  for (const project of projects) await call({ mock: small, project })
  const names = small.journal().map(({ project }) => project)
  assert.deepEqual(names, ['b', 'c'])
  await assert.rejects(startMock({ journal: { projects: 1.5 } }), /journal\.projects is 1\.5/)
})

test('a returned entry does not change', async () => {
  const project = projectWith(stream(['a', pause('1s'), 'b']))
  const reading = call({ mock, project }, asStream)
  await until(() => project.journal().length === 1)
  const [early] = project.journal()
  await mock.clock.advance('1s')
  await reading
  assert.equal(early?.ending, 'open')
  assert.equal(project.journal()[0]?.ending, 'complete')
  assert.throws(() => Object.assign(early ?? {}, { status: 500 }), TypeError)
})

test('an entry names the fault of its base path, in the journal of its project', async () => {
  const project = projectWith()
  await call({ mock, project }, ask(), { path: '/faults/usage-total-is-no-sum/v1/chat/completions', socket: true })
  assert.deepEqual(only(project).oddities, ['usage-total-is-no-sum'])
})
