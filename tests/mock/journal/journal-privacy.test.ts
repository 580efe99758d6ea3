import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { cut } from '../../../mock/core/disturbances/rows.ts'
import { fail, gatewayMatchers, limit, pause, reply, startMock, stream } from '../../../mock/index.ts'
import { ask, call, MODEL, readAnything, type Scene, send } from './client-verdict/clients.ts'

const PLANTED = 'planted-7f3a'
const prompt = (changes: Record<string, unknown> = {}) =>
  ask({ messages: [{ role: 'user', content: `${PLANTED} prompt` }], ...changes })

/** Sends requests of every kind, each with a planted text that must not be kept. */
async function misbehave(scene: Scene): Promise<void> {
  const { project } = scene
  project.next(
    reply(`${PLANTED} response`),
    stream([`${PLANTED} one`, pause('1s'), 'two']).with(cut({ after: 2 })),
    limit({ retryAfter: 5 }).times(3),
    fail('unavailable', { message: `${PLANTED} message` }),
  )
  await call(scene, prompt())
  const broken = await readAnything(await send(scene, prompt({ stream: true })))
  for (let count = 0; count < 3; count++)
    await call(scene, prompt({ messages: [{ role: 'assistant', content: broken }] }))
  await call(scene, prompt({ [`${PLANTED} field`]: 1, [project.key]: 2, model: `svc/${PLANTED}` }))
  await call(scene, `{"${PLANTED}": `)
  await call(scene, prompt(), { path: `/v1/${PLANTED}?${PLANTED}=${project.key}` })
  await call(scene, prompt(), { headers: { 'x-api-key': project.key, 'x-stainless-retry-count': PLANTED } })
  await call(scene, prompt(), { headers: { authorization: `Basic ${project.key}`, 'x-svc-request-id': PLANTED } })
  await call(scene, prompt(), { headers: { authorization: `Bearer ${project.key}wrong` } })
}

test('prompt, response and key appear in no journal, verdict, matcher or printed object', async () => {
  await using mock = await startMock()
  const project = mock.project({ models: [MODEL] })
  await project.observe(() => misbehave({ mock, project }))
  const verdict = mock.verdict()
  assert.ok(verdict.findings.length >= 6, String(verdict))
  assert.ok(mock.journal().length >= 11)
  const [, secret = ''] = /^svc_[^_]+_(.+)$/.exec(project.key) ?? []
  const texts = {
    journals: inspect([mock.journal(), project.journal()], { depth: Infinity }),
    json: JSON.stringify([mock.journal(), verdict, project.verdict()]),
    verdict: String(verdict),
    objects: inspect([mock, project, verdict, mock.gateway], { depth: Infinity }),
    matchers: [
      gatewayMatchers.toBehave(project),
      gatewayMatchers.toHaveReceived(mock, { status: 418 }),
      gatewayMatchers.toBeDrained(project),
    ]
      .map(({ message }) => message())
      .join(''),
  }
  for (const [where, text] of Object.entries(texts)) {
    assert.ok(!text.includes(PLANTED), where)
    assert.ok(!text.includes(secret), where)
  }
})

test('keeps bodies on request, as sent over the wire', async () => {
  await using mock = await startMock({ journal: { bodies: true } })
  const project = mock.project({ models: [MODEL] })
  project.next(reply('Hi'), stream([pause('1s'), 'a', 'b', 'c']).with(cut({ after: 2 })))
  const scene = { mock, project }
  const response = await call(scene, prompt())
  const [opened, early] = [await send(scene, prompt({ stream: true })), project.journal()[1]]
  await mock.clock.advance('1s')
  await readAnything(opened)
  const [json, streamed] = project.journal()
  assert.doesNotMatch(early?.bodies?.answer ?? assert.fail(), /"content":"a"/)
  assert.deepEqual(json?.bodies, { request: JSON.stringify(prompt()), answer: response })
  assert.match(streamed?.bodies?.answer ?? '', /^data: .*"content":"a"/s)
  assert.doesNotMatch(streamed?.bodies?.answer ?? '', /"content":"b"/)
})

test('requests() returns bodies as objects if the mock keeps them', async () => {
  await using mock = await startMock({ journal: { bodies: true } })
  const project = mock.project({ models: [MODEL] })
  const scene = { mock, project }
  await call(scene, prompt({ temperature: 0.5 }))
  for (const text of ['[1]', '"text"', '{"model": ', 'null']) await call(scene, text)
  const requests = project.requests().map(({ status, route, body }) => ({ status, route, body }))
  assert.deepEqual(requests, [
    { status: 200, route: 'completion', body: prompt({ temperature: 0.5 }) },
    ...Array.from({ length: 4 }, () => ({ status: 400, route: 'completion', body: undefined })),
  ])
  assert.equal(project.requests()[0]?.body?.temperature, 0.5)
  await using silent = await startMock()
  assert.throws(() => silent.project({ models: [MODEL] }).requests(), /start it with journal: \{ bodies: true \}/)
})

test('kept bodies stay within the limit: the oldest are dropped first, and their entries stay', async () => {
  const bytes = 40_000
  await using mock = await startMock({ journal: { bodies: true, bytes } })
  const scene = { mock, project: mock.project({ models: [MODEL] }) }
  const other = { mock, project: mock.project({ models: [MODEL] }) }
  const long = prompt({ messages: [{ role: 'user', content: 'long '.repeat(400) }] })
  for (let count = 0; count < 10; count += 1) await call(count % 2 === 0 ? scene : other, long)
  const entries = mock.journal()
  assert.equal(entries.length, 10)
  const kept = entries.map(({ bodies }) => bodies !== undefined)
  const sorted = kept.toSorted((one, next) => Number(one) - Number(next))
  assert.deepEqual([kept, kept[0], kept.at(-1)], [sorted, false, true])
  const held = entries.reduce(
    (sum, { bodies }) => sum + (bodies?.request?.length ?? 0) + (bodies?.answer.length ?? 0),
    0,
  )
  assert.ok(held * 2 <= bytes, `${held * 2}`)
})

test('a response above the limit is sent whole, and not kept', async () => {
  await using mock = await startMock({ journal: { bodies: true, bytes: 5_000 } })
  const project = mock.project({ models: [MODEL] })
  project.next(stream(Array.from({ length: 500 }, () => 'part ')))
  const text = await (await send({ mock, project }, prompt({ stream: true }))).text()
  assert.match(text, /data: \[DONE\]\n\n$/)
  assert.equal(project.journal()[0]?.bodies, undefined)
  assert.equal(project.journal()[0]?.ending, 'complete')
})

test('the limit counts the memory of the pieces of a response, not only their text', async () => {
  await using mock = await startMock({ journal: { bodies: true, bytes: 40_000 } })
  const keptIn = async (disturbances: { name: string; where?: string }[]): Promise<boolean[]> => {
    const project = mock.project({ models: [MODEL], disturbances } as never)
    project.next(stream(Array.from({ length: 20 }, () => 'part ')))
    const text = await (await send({ mock, project }, prompt({ stream: true }))).text()
    assert.ok(text.length < 6_000, `${text.length}`)
    return project.journal().map(({ bodies }) => bodies !== undefined)
  }
  assert.deepEqual(await keptIn([]), [true])
  assert.deepEqual(await keptIn([{ name: 'split', where: 'bytes' }]), [false])
})

test('refuses a limit of 0 bytes', () =>
  assert.rejects(startMock({ journal: { bodies: true, bytes: 0 } }), /journal\.bytes is 0; give a whole number/))
